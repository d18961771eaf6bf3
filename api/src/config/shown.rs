//! Which settings the help of each sub-command lists: those that it uses. A setting is taken everywhere, so that one set of
//! flags can go to all processes.

use clap::builder::Resettable;
use clap::{Arg, Args, Command};

use super::heading::{BOOKS, CONSOLE, CURRENCY, LIMITS, LOG, SERVICE, TOKENS, TRACES};
use super::settings::Config;

/// The headings that a sub-command's help has.
fn headings(command: &str) -> &'static [&'static str] {
    match command {
        "serve" => &[BOOKS, CURRENCY, SERVICE, CONSOLE, TOKENS, LOG, TRACES, LIMITS],
        "worker" => &[BOOKS, CURRENCY, LOG],
        "check" | "demo" | "audit" => &[BOOKS, CURRENCY],
        "init" | "login" => &[BOOKS, CURRENCY, CONSOLE, TOKENS],
        "migrate" | "backup" => &[BOOKS],
        "token" => &[BOOKS, TOKENS],
        _ => &[],
    }
}

/// All settings, as arguments; their ids are the names in `gl.toml`.
pub fn settings() -> Vec<Arg> {
    Config::augment_args(Command::new("gl")).get_arguments().cloned().collect()
}

/// The command line with each setting hidden where it is not used, and with empty variables taken as not given, as
/// container files write them.
pub fn prepared(command: Command) -> Command {
    let hidden = command.mut_args(|arg| {
        let is_setting = arg.get_help_heading().is_some();
        given(arg).hide(is_setting)
    });
    hidden.mut_subcommands(|sub| {
        let used = headings(sub.get_name());
        let shown = |arg: &Arg| arg.get_help_heading().is_some_and(|heading| used.contains(&heading));
        sub.args(settings().into_iter().map(|arg| {
            let hide = !shown(&arg);
            given(arg).hide(hide)
        }))
    })
}

fn given(arg: Arg) -> Arg {
    let value = arg.get_env().and_then(std::env::var_os);
    let is_blank = value.is_some_and(|value| value.to_string_lossy().trim().is_empty());
    if is_blank { arg.env(Resettable::Reset) } else { arg }
}
