//! The web console: pages at `/` that read and act through the operations of the interface, with the person's own rights.
//! It decides nothing, adds nothing up and leaves permissions to the operations: see docs/adr/0039-the-console-is-a-client-of-the-interface.md.
//!
//! [`host`] is what it needs of the program around it, [`visit`] what every page gets, `page/<area>` the pages themselves.

pub mod asset;
pub mod cookie;
pub mod fields;
pub mod filters;
pub mod frame;
pub mod host;
pub mod interface;
pub mod json;
pub mod operations;
pub mod page;
pub mod problem;
pub mod reader;
pub mod text;
pub mod tour;
pub mod visit;
pub mod vocabulary;

pub use page::{endpoint, refusal, routes};
