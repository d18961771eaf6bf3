//! The `gl` binary: one clear line on stderr and a non-zero exit for whatever keeps a command from its end.

use std::process::ExitCode;

use api::cli::token::Token;
use api::config::{Config, Settings};
use clap::{Parser, Subcommand};
use engine::clock::Clock;

/// General ledger service
#[derive(Parser)]
#[command(name = "gl", version)]
struct Gl {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Print a token
    Token(Token),
}

fn run(gl: Gl) -> Result<(), String> {
    let config = Config::load(gl.settings)?;
    match gl.command {
        Command::Token(token) => {
            #[allow(clippy::print_stdout, reason = "the token is what the command is for")]
            {
                println!("{}", token.make(&config, &Clock::system())?);
            }
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    match run(Gl::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("gl: {why}");
            ExitCode::FAILURE
        }
    }
}
