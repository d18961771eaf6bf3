//! Reports, one file each: its query and its answer.

pub mod aging;
pub mod balance_sheet;
pub mod budget_vs_actual;
pub mod by_dimension;
pub mod cash_flow;
mod close_check;
pub mod comparatives;
pub mod general_ledger;
pub mod income_statement;
pub mod journal;
pub mod laid_out;
mod moved;
pub mod named;
pub mod open_items;
pub mod party;
pub mod postings;
pub mod section;
pub mod slice;
pub mod span;
pub mod split;
pub mod statement_of_account;
pub mod trial_balance;
pub mod vat;

pub(crate) use self::close_check::finding as control_accounts_agree;
pub(crate) use self::open_items::{OpenDocument, OpenItem, begin as begin_open_items, end as end_open_items};
pub(crate) use self::party::Names;
pub(crate) use self::postings::{JournalPosting, Place, currencies, page as journal_page};

use crate::values::clock::Date;
use crate::values::error::{Error, Faults, sum_too_large};
use crate::values::money::MoneyError;

fn too_large(_: MoneyError) -> Error {
    sum_too_large().into()
}

/// Refuses a range that ends before it begins.
fn in_order(from: Date, to: Date) -> Result<(), Error> {
    if from <= to { Ok(()) } else { Err(Faults::one("to", format!("is before {from}")).into()) }
}
