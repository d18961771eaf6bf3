//! The command line of `gl`, and its sub-commands, one file each. A command that fails prints one clear line on stderr
//! and exits with a non-zero status.

pub mod audit;
pub mod backup;
pub mod check;
pub mod completions;
pub mod demo;
pub mod init;
pub mod login;
pub mod man;
pub mod migrate;
pub mod openapi;
pub mod out;
pub mod progress;
pub mod serve;
pub mod token;
pub mod worker;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::{CommandFactory, Parser, Subcommand};
use engine::values::clock::Clock;

use audit::Audit;
use backup::Backup;
use completions::Completions;
use init::Init;
use login::Login;
use man::Man;
use migrate::Migrate;
use out::print;
use serve::Serve;
use token::Token;
use worker::Worker;

use crate::config::{self, Config, Unread};
use crate::logging;

/// The exit status for wrong use and wrong settings: running the command again does not help.
const WRONG_USE: u8 = 2;

/// General ledger service
#[derive(Parser)]
#[command(name = "gl", version, after_help = WHERE_SETTINGS_ARE)]
struct Gl {
    #[command(flatten)]
    settings: Config,
    #[command(subcommand)]
    command: Option<Command>,
}

const WHERE_SETTINGS_ARE: &str = "Settings are flags, GL_… variables or lines of gl.toml: `gl serve --help` lists all of them, the \
    help of every other command those that it uses.";

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
    /// Record the first administrator of new books, and print the link that signs them in
    Init(Init),
    /// Print a link that signs a person in to the console, once
    Login(Login),
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
    /// Copy the books into a new file while they are in use (SQLite)
    Backup(Backup),
    /// Print what a shell needs to complete commands and flags
    Completions(Completions),
    /// Write the manual pages
    Man(Man),
}

/// The command line, for its help, its completions and its manual pages.
pub fn command() -> clap::Command {
    config::prepared(Gl::command())
}

async fn run(asked: Command, config: &Config) -> Result<ExitCode, String> {
    let verdict = |fine| if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    match asked {
        Command::Serve(serve) => {
            logging::start(config)?;
            serve.run(config).await?;
        }
        Command::Worker(worker) => {
            logging::start(config)?;
            worker.run(config).await?;
        }
        Command::Migrate { what } => {
            // A step may have something to tell of old books.
            logging::start(config)?;
            print(&what.run(config).await?)?;
        }
        Command::Token(token) => print(&token.run(config, &Clock::system()).await?)?,
        Command::Init(init) => print(&init.run(config).await?)?,
        Command::Login(login) => print(&login.run(config).await?)?,
        Command::Openapi => print(openapi::text()?.trim_end())?,
        Command::Demo => print(&demo::run(config).await?)?,
        Command::Audit { what } => return what.run(config).await.map(verdict),
        Command::Backup(backup) => print(&backup.run(config).await?)?,
        Command::Check => {
            let (agrees, found) = check::run(config).await?;
            print(&found)?;
            return Ok(verdict(agrees));
        }
        Command::Completions(completions) => completions.run(command())?,
        Command::Man(man) => print(&man.run(command())?)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// How long threads that are still busy may keep a process that has ended otherwise.
const LAST_WAIT: Duration = Duration::from_secs(1);

/// Runs the command line on a runtime of its own.
pub fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let (command, config) = match config::read::<Gl>(Gl::command(), &arguments) {
        Ok((gl, config)) => (gl.command.unwrap_or_else(|| Command::Serve(Serve::default())), config),
        Err(Unread::Usage(text)) => text.exit(),
        Err(Unread::Wrong(line)) => return ended(&line, WRONG_USE),
    };
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return ended(&error.to_string(), 1),
    };
    let code = runtime.block_on(run(command, &config)).unwrap_or_else(|why| ended(&why, 1));
    // What was to be finished is: whoever still waits for a disk that does not answer does not keep the process.
    runtime.shutdown_timeout(LAST_WAIT);
    code
}

/// Prints the reason in one line. A closed stderr does not matter.
fn ended(why: &str, code: u8) -> ExitCode {
    let _ = writeln!(std::io::stderr(), "gl: {}", why.replace('\n', " "));
    ExitCode::from(code)
}

#[cfg(test)]
mod tests;
