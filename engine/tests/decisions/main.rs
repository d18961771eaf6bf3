//! What each command decides, as tables that a bookkeeper can read: who asks for what, and what it leads to.
//!
//! Everything runs on books in memory ([`books`]), so that a thousand cases take no longer than one request does. [`table`] says how
//! a table is read, [`words`] what its commands mean, [`outcome`] what stands in its last cell.
//! What only the interface or a database can show stands in `tests/it`.
#![allow(clippy::format_push_string, clippy::format_collect, reason = "a test reads plainer so")]

mod action;
mod books;
mod features;
mod jobs;
mod kind;
mod laws;
mod ledger;
mod outcome;
mod permissions;
mod table;
mod words;
