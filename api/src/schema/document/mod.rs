//! The documents' wire types, one file per type.

pub mod journal_entry;
