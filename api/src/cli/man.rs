//! `gl man DIR`: a manual page for each command.

use std::path::PathBuf;

use clap::{Args, Command};

/// The arguments of `gl man`.
#[derive(Args, Clone, Debug)]
pub struct Man {
    /// The folder for gl.1, gl-serve.1 and so on; it is made if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Man {
    /// Returns the text to print. `gl` is the whole command line.
    pub fn run(&self, gl: Command) -> Result<String, String> {
        let told = |error: std::io::Error| format!("{}: {error}", self.folder.display());
        std::fs::create_dir_all(&self.folder).map_err(told)?;
        clap_mangen::generate_to(gl, &self.folder).map_err(told)?;
        Ok(format!("manual pages are in {}", self.folder.display()))
    }
}
