//! What a command may be refused with, beside it: the description of each operation is derived from this.

use super::Command;
use crate::error::RefusalName;
use crate::kind::DocumentKind;

/// A command that is asked for from outside, and the refusals that are its own.
///
/// Not among them is what its request brings anyway: who may not, what is not there, a stale version, wrong fields, a spent
/// idempotency key. The tests hold what each operation answers against this, and this against what it answered.
pub trait Refuses: Command {
    /// Whatever it is about.
    const REFUSALS: &'static [RefusalName];

    /// Of a command that saves something: when it makes it.
    const WHEN_NEW: &'static [RefusalName] = &[RefusalName::AlreadyExists];

    /// Beside those, of a command on documents: what those of this type bring.
    fn of_type(_: DocumentKind) -> Vec<RefusalName> {
        Vec::new()
    }
}
