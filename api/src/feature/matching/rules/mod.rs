//! Matching rules.

pub mod apply;
pub mod handlers;
pub mod wire;
