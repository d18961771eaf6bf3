//! Every path over real HTTP, one file per resource.

mod journal_entries;
mod shell;
