//! `gl backup FILE`: a copy of the books while they are in use.

use std::path::PathBuf;

use clap::Args;

use super::progress::Progress;
use crate::boot;
use crate::config::Config;

/// The arguments of `gl backup`.
#[derive(Args, Clone, Debug)]
pub struct Backup {
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Backup {
    /// Returns the text to print.
    pub async fn run(&self, config: &Config) -> Result<String, String> {
        let store = boot::present_store(config).await?;
        let _progress = Progress::start("copying the books");
        store.backup(&self.file).await.map_err(|error| error.to_string())?;
        Ok(format!("backed up to {}", self.file.display()))
    }
}
