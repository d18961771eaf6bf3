//! The command line of `gl`, and its sub-commands (C1), one file each. One clear line on stderr and a non-zero exit for whatever
//! keeps a command from its end.
#![allow(clippy::print_stdout, reason = "what a command prints is what it is for")]

pub mod audit;
pub mod backup;
pub mod check;
pub mod demo;
pub mod migrate;
pub mod openapi;
pub mod serve;
pub mod token;
pub mod worker;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use engine::clock::Clock;

use audit::Audit;
use backup::Backup;
use migrate::Migrate;
use serve::Serve;
use token::Token;
use worker::Worker;

use crate::config::{Config, Settings};
use crate::logging;

/// General ledger service
#[derive(Parser)]
#[command(name = "gl", version)]
struct Gl {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the interface (the default)
    Serve(Serve),
    /// Run workers only
    Worker(Worker),
    /// Bring the database's schema up to date, or look at it
    Migrate {
        #[command(subcommand)]
        what: Migrate,
    },
    /// Print a token
    Token(Token),
    /// Print the OpenAPI description
    Openapi,
    /// Load the demo company; a second call changes nothing
    Demo,
    /// Derive every balance and status again from the postings, and say what differs
    Check,
    /// Verify, name or export the tamper-evident audit trail
    Audit {
        #[command(subcommand)]
        what: Audit,
    },
    /// Copy the books into a new file while they are in use (`SQLite`)
    Backup(Backup),
}

async fn run(gl: Gl) -> Result<ExitCode, String> {
    let config = Config::load(gl.settings)?;
    let command = gl.command.unwrap_or_else(|| Command::Serve(Serve::default()));
    match command {
        Command::Serve(serve) => {
            logging::start(&config)?;
            serve.run(&config).await?;
        }
        Command::Worker(worker) => {
            logging::start(&config)?;
            worker.run(&config).await?;
        }
        Command::Migrate { what } => println!("{}", what.run(&config).await?),
        Command::Token(token) => println!("{}", token.make(&config, &Clock::system())?),
        Command::Openapi => print!("{}", openapi::text(&config).await?),
        Command::Demo => println!("{}", demo::run(&config).await?),
        Command::Audit { what } => {
            let clean = what.run(&config).await?;
            return Ok(if clean { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Command::Backup(backup) => println!("{}", backup.run(&config).await?),
        Command::Check => {
            let (agrees, told) = check::run(&config).await?;
            println!("{told}");
            return Ok(if agrees { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs what the command line asks for, on a runtime of its own.
pub fn main() -> ExitCode {
    let gl = Gl::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("gl: {error}");
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(gl)) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("gl: {}", why.replace('\n', " "));
            ExitCode::FAILURE
        }
    }
}
