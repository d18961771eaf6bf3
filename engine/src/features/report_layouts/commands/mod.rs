//! What is done with layouts.

pub mod given;
pub mod save;
