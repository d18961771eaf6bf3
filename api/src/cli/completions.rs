//! `gl completions SHELL`: the completions of commands and flags for a shell.

use clap::{Args, Command};
use clap_complete::Shell;

use super::out::print;

/// The arguments of `gl completions`.
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
