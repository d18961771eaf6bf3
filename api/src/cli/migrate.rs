//! `gl migrate`: the database's schema (C3).

use clap::Subcommand;

use crate::boot::{self, told};
use crate::config::Config;

/// What to do with the schema.
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
    /// Returns what to print.
    pub async fn run(self, config: &Config) -> Result<String, String> {
        let store = boot::store(config).await?;
        match self {
            Self::Up => boot::schema(config, &store, true).await.map(|()| "the schema is up to date".into()),
            Self::Down => {
                migration::down(&store.writer).await.map(|()| "the newest step is taken back".into()).map_err(told)
            }
            Self::Status => {
                let steps = migration::status(&store.writer).await.map_err(told)?;
                let line = |(name, applied): &(String, bool)| {
                    format!("{} {name}", if *applied { "applied" } else { "pending" })
                };
                Ok(steps.iter().map(line).collect::<Vec<_>>().join("\n"))
            }
        }
    }
}
