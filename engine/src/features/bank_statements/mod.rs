//! Bank statements: what the bank says of an account, brought in once and never changed. See docs/bank-statements.md.
//!
//! A file is read twice: a survey finds its statements, their balances and what tells each line apart, and while the command writes, the
//! lines are read again and written in runs. So no file is in memory as a whole.

pub(crate) mod check;
mod close_check;
pub mod commands;
pub mod formats;
pub mod model;
pub mod query;
pub mod reads;
pub mod records;
pub mod row;
pub mod standing;
mod stored;

pub(crate) use self::check::check as compare;
pub(crate) use self::close_check::finding as matched_by;
pub use self::model::{Entry, Line, RESOURCE, Standing, bank_account};
pub(crate) use self::reads::{lines, matches_of, open_lines};
pub(crate) use self::standing::standing_on;
