//! What goes over the wire about people.

pub mod me;
pub mod role;
