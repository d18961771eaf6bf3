//! Reads the four sources of settings in their order. clap knows three of them; a line of `gl.toml` is passed to it as
//! a flag, unless a flag or the environment overrides it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches};

use super::settings::Config;
use super::unread::{Unread, unread};
use super::{secret_file, shown};

/// The sub-command and its settings.
pub fn read<C: FromArgMatches>(command: Command, arguments: &[OsString]) -> Result<(C, Config), Unread> {
    let command = shown::prepared(command);
    let first = command.clone().try_get_matches_from(arguments).map_err(unread)?;
    let file = File::open(first.get_one::<PathBuf>("config").map(PathBuf::as_path)).map_err(Unread::Wrong)?;
    let lines = file.flags(&first).map_err(Unread::Wrong)?;
    let program = arguments.iter().take(1).cloned();
    let all = program.chain(lines.iter().map(OsString::from)).chain(arguments.iter().skip(1).cloned());
    let matches = command.try_get_matches_from(all).map_err(unread)?;
    let wanted = C::from_arg_matches(&matches).map_err(unread)?;
    Ok((wanted, settled(&matches, &file).map_err(Unread::Wrong)?))
}

/// The settings, with the contents of their secret files.
fn settled(matches: &ArgMatches, file: &File) -> Result<Config, String> {
    let config = Config::from_arg_matches(matches).map_err(|error| unread(error).to_string())?;
    secret_file::taken(config, |id| rank(matches, file, id))
}

/// The rank of a setting's source: 3 for a flag, 2 for the environment, 1 for the file, 0 for its default.
fn rank(matches: &ArgMatches, file: &File, id: &str) -> u8 {
    match matches.value_source(id) {
        Some(ValueSource::CommandLine) if file.was_taken(id, matches) => 1,
        Some(ValueSource::CommandLine) => 3,
        Some(ValueSource::EnvVariable) => 2,
        _ => 0,
    }
}

pub fn of<'a>(given: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Config, String> {
    let mut flags = vec!["gl".to_owned()];
    for (name, value) in given {
        let known = shown::settings().into_iter().find(|arg| arg.get_env().is_some_and(|env| env == name));
        let arg = known.ok_or_else(|| format!("there is no setting {name}"))?;
        flags.push(format!("--{}={value}", arg.get_long().unwrap_or_default()));
    }
    let command = <Config as clap::Args>::augment_args(Command::new("gl"));
    let command = command.mut_args(|arg| arg.env(clap::builder::Resettable::Reset));
    let matches = command.try_get_matches_from(flags).map_err(|error| unread(error).to_string())?;
    settled(&matches, &File::default())
}

/// The lines of the settings file.
#[derive(Default)]
struct File {
    name: PathBuf,
    lines: toml::Table,
}

impl File {
    fn open(named: Option<&Path>) -> Result<Self, String> {
        let name = named.unwrap_or(Path::new("gl.toml")).to_owned();
        let wrong = |why: &dyn std::fmt::Display| format!("{}: {why}", name.display());
        let text = match std::fs::read_to_string(&name) {
            Ok(text) => text,
            // Only the default file may be missing; a file that exists must be readable.
            Err(error) if named.is_none() && error.kind() == std::io::ErrorKind::NotFound => return Ok(Self::default()),
            Err(error) => return Err(wrong(&error)),
        };
        let lines: toml::Table = toml::from_str(&text).map_err(|error| wrong(&error.message()))?;
        let settings = shown::settings();
        let known: Vec<&str> = settings.iter().map(|arg| arg.get_id().as_str()).filter(|id| *id != "config").collect();
        match lines.keys().find(|key| !known.contains(&key.as_str())) {
            Some(unknown) => Err(wrong(&format!("there is no setting {unknown:?}; there are {}", known.join(", ")))),
            None => Ok(Self { name, lines }),
        }
    }

    /// The lines that nothing overrides, as flags.
    fn flags(&self, given: &ArgMatches) -> Result<Vec<String>, String> {
        let mut flags = Vec::new();
        for arg in shown::settings() {
            let id = arg.get_id().as_str();
            let Some(text) = self.lines.get(id).map(|value| self.text(id, value)).transpose()? else { continue };
            let outdone = !matches!(given.value_source(id), None | Some(ValueSource::DefaultValue));
            if !outdone && !text.trim().is_empty() {
                flags.push(format!("--{}={text}", arg.get_long().unwrap_or_default()));
            }
        }
        Ok(flags)
    }

    fn text(&self, key: &str, value: &toml::Value) -> Result<String, String> {
        match value {
            toml::Value::String(text) => Ok(text.clone()),
            toml::Value::Integer(number) => Ok(number.to_string()),
            toml::Value::Float(number) => Ok(number.to_string()),
            toml::Value::Boolean(word) => Ok(word.to_string()),
            toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => {
                Err(format!("{}: {key} is a text or a number, such as {key} = \"…\"", self.name.display()))
            }
        }
    }

    /// Whether the value of the flag is a line of the file: then the flag itself was not given.
    fn was_taken(&self, id: &str, matches: &ArgMatches) -> bool {
        let line = self.lines.get(id).and_then(|value| self.text(id, value).ok());
        let raw = matches.get_raw(id).and_then(|mut values| values.next_back());
        line.is_some() && line.as_deref() == raw.and_then(std::ffi::OsStr::to_str)
    }
}
