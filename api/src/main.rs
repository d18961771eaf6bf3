//! The `gl` binary.

use std::process::ExitCode;

/// The program is in the library. This crate names no `async` function: a crate that polls one compiles its body again.
fn main() -> ExitCode {
    api::cli::main()
}
