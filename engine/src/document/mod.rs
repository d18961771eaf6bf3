//! Documents: seven types, one lifecycle, one engine (C9).

// pub mod action;
// pub mod effects;
// pub mod guard;
pub mod kind;
pub mod lifecycle;
pub mod model;
// pub mod perform;
// pub mod snapshot;

pub use kind::DocumentKind;
pub use lifecycle::{Action, Status};
pub use model::{Document, DocumentKey, Line};
