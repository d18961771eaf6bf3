//! `gl migrate`: the database's schema. See docs/rules/operation.md#schema.

use clap::Subcommand;

use super::progress::Progress;
use crate::boot::{self, one_line};
use crate::config::Config;

/// The sub-commands for the schema.
#[derive(Subcommand, Clone, Copy, Debug)]
pub enum Migrate {
    /// Bring the schema up to date; safe when many processes do so at once
    Up,
    /// Take back the newest step, with the data that it holds
    Down,
    /// List the steps and whether each is applied
    Status,
}

impl Migrate {
    /// Returns the text to print.
    pub async fn run(self, config: &Config) -> Result<String, String> {
        let store = boot::store(config).await?;
        match self {
            Self::Up => {
                let _progress = Progress::start("bringing the schema up to date");
                boot::schema(config, &store, true).await.map(|()| "the schema is up to date".into())
            }
            Self::Down => {
                migration::down(&store.writer).await.map(|()| "the newest step is taken back".into()).map_err(one_line)
            }
            Self::Status => {
                let steps = migration::status(&store.writer).await.map_err(one_line)?;
                Ok(table(&steps))
            }
        }
    }
}

/// One line a step, and how many are missing.
fn table(steps: &[(String, bool)]) -> String {
    let width = steps.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let state = |applied: bool| if applied { "applied" } else { "pending" };
    let mut lines = vec![format!("{:width$}  STATE", "STEP")];
    lines.extend(steps.iter().map(|(name, applied)| format!("{name:width$}  {}", state(*applied))));
    let pending = steps.iter().filter(|(_, applied)| !applied).count();
    lines.push(format!("{} steps, {pending} pending", steps.len()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_stand_in_columns() {
        let steps = [("m0001_books".to_owned(), true), ("m0002_audit".to_owned(), false)];
        let wanted = "STEP         STATE\nm0001_books  applied\nm0002_audit  pending\n2 steps, 1 pending";
        assert_eq!(table(&steps), wanted);
    }
}
