//! Where log lines go: to stderr, as text or as JSON for machines.

use std::ffi::OsStr;
use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::Directive;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::Config;

/// Libraries that log every step at `info`. They are logged from `warn` up, unless `GL_LOG` names them or asks for `debug`.
const CHATTER: [&str; 3] = ["sea_orm_migration", "apalis_core", "apalis"];

/// Starts logging. `Err` when the filter is invalid.
pub fn start(config: &Config) -> Result<(), String> {
    let filter = filter(&config.log).map_err(|error| format!("GL_LOG: {error}"))?;
    // A closed stderr is no reason to stop.
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).log_internal_errors(false);
    let started = if config.log_json {
        lines.json().finish().try_init()
    } else {
        lines.with_ansi(in_colour()).finish().try_init()
    };
    started.map_err(|error| format!("logging: {error}"))
}

/// Colour is for terminals, and not for people who set `NO_COLOR` (no-color.org: to anything but nothing).
fn in_colour() -> bool {
    colour(std::env::var_os("NO_COLOR").as_deref(), std::io::stderr().is_terminal())
}

fn colour(no_color: Option<&OsStr>, to_terminal: bool) -> bool {
    to_terminal && no_color.is_none_or(OsStr::is_empty)
}

fn filter(text: &str) -> Result<EnvFilter, tracing_subscriber::filter::ParseError> {
    let wanted = EnvFilter::try_new(text)?;
    let directives = || text.split(',').map(str::trim);
    let wants_all = directives().any(|one| ["debug", "trace"].contains(&one.to_ascii_lowercase().as_str()));
    let quiet = CHATTER.into_iter().filter(|name| !wants_all && !directives().any(|one| one.starts_with(name)));
    Ok(quiet.filter_map(|name| format!("{name}=warn").parse::<Directive>().ok()).fold(wanted, EnvFilter::add_directive))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colour_is_for_terminals_whose_people_want_it() {
        for (no_color, to_terminal, coloured) in
            [(None, true, true), (Some("1"), true, false), (Some(""), true, true), (None, false, false)]
        {
            assert_eq!(colour(no_color.map(OsStr::new), to_terminal), coloured, "{no_color:?} {to_terminal}");
        }
    }

    #[test]
    fn libraries_are_quiet_unless_they_are_asked_for() {
        for (text, quiet) in [
            ("info", true),
            ("api=debug", true),
            ("debug", false),
            ("warn, TRACE", false),
            ("info,apalis_core=info", false),
        ] {
            let filter = filter(text).expect("a filter").to_string();
            assert_eq!(filter.contains("apalis_core=warn"), quiet, "{text}: {filter}");
        }
        assert!(filter("api=loud").is_err());
    }
}
