//! The `gl` binary.

use std::process::ExitCode;

/// All of it is in the library. This crate names no `async` function: whoever polls one compiles its body again.
fn main() -> ExitCode {
    api::cli::main()
}
