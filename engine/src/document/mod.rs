//! Documents: seven types, one lifecycle, one engine. See docs/rules/documents.md#document-types.

pub mod action;
pub mod beneficiary;
pub mod digest;
pub mod draft;
pub mod guard;
pub mod kind;
pub mod lifecycle;
pub mod model;
pub mod names;
pub mod rate;
pub mod settlement;

pub use digest::Digest;
pub use draft::Draft;
pub use kind::DocumentKind;
pub use lifecycle::{Action, Status};
pub use model::{Document, DocumentKey, Line};
pub use names::{Names, Written};
