//! What goes over the wire about documents, but for the documents themselves ([`crate::schema::document`]).

pub mod answers;
pub mod bulk;
pub mod desk;
pub mod pending;
pub mod posting;
pub mod reassigned;
pub mod returned;
