//! The `gl` binary.

use std::process::ExitCode;

/// A request is some thousand short-lived allocations, on two threads at once: a tenth of the processor's time less than with the C
/// library's. See docs/benchmarks.md.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The program is in the library. This crate names no `async` function: a crate that polls one compiles its body again.
fn main() -> ExitCode {
    api::cli::main()
}
