//! `gl completions SHELL`: what a shell needs to complete commands and flags.

use clap::{Args, Command};
use clap_complete::Shell;

use super::out::print;

/// For which shell.
#[derive(Args, Clone, Copy, Debug)]
#[command(after_help = "bash: gl completions bash > /etc/bash_completion.d/gl\n\
    zsh:  gl completions zsh > ~/.zfunc/_gl\n\
    fish: gl completions fish > ~/.config/fish/completions/gl.fish")]
pub struct Completions {
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    /// `gl` is the whole command line.
    pub fn run(self, mut gl: Command) -> Result<(), String> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut gl, "gl", &mut text);
        print(String::from_utf8_lossy(&text).trim_end())
    }
}
