//! Errors of the command line and of settings, in one line.

use std::error::Error as _;
use std::fmt;

use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::shown;

/// The reason why a command line is not run.
#[derive(Debug)]
pub enum Unread {
    /// A text for people: help, the version, or how the command line is written.
    Usage(clap::Error),
    /// One line that names the setting or the flag.
    Wrong(String),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) => f.write_str(error.to_string().lines().next().unwrap_or_default()),
            Self::Wrong(line) => f.write_str(line),
        }
    }
}

/// Converts an error of clap. A setting is named by its variable, any other flag by itself.
pub fn unread(error: clap::Error) -> Unread {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        _ => String::new(),
    };
    let flag = text(ContextKind::InvalidArg);
    let name = flag.split_whitespace().next().unwrap_or_default().trim_start_matches("--").trim_matches(['<', '>']);
    let setting = shown::settings().into_iter().find(|arg| arg.get_long() == Some(name));
    let env = setting.as_ref().and_then(|arg| arg.get_env()).map(|env| env.to_string_lossy().into_owned());
    let dashes = if flag.starts_with("--") { "--" } else { "" };
    let named = env.unwrap_or_else(|| format!("{dashes}{name}"));
    let why = match error.kind() {
        ErrorKind::ValueValidation => error.source().map(ToString::to_string).unwrap_or_default(),
        ErrorKind::InvalidValue => match error.get(ContextKind::ValidValue) {
            Some(ContextValue::Strings(words)) if !words.is_empty() => {
                format!("{:?} is none of {}", text(ContextKind::InvalidValue), words.join(", "))
            }
            _ => "has no value".to_owned(),
        },
        _ => return Unread::Usage(error),
    };
    Unread::Wrong(format!("{named}: {}", why.replace('\n', " ")))
}
