//! A bulk that was given up.

use crate::kernel::perform::outcome::Failure;

/// Why the thread did not carry a bulk out. Nothing of it is written.
pub(super) enum Undone {
    /// It rests on more than documents, which is read item by item.
    RestsOnMore,
    /// The catalog is another than the one in memory.
    Catalog,
    /// What was taken to be new is there already, more had to be read, or the catalog has changed: all of it is decided again, by what
    /// is read.
    NotNew,
    Failed(Failure),
}

impl<F: Into<Failure>> From<F> for Undone {
    fn from(failure: F) -> Self {
        Self::Failed(failure.into())
    }
}
