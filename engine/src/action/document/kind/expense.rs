//! Expenses: what an employee has laid out and gets back. See docs/rules/documents.md#expense.
//!
//! | part | posts |
//! |---|---|
//! | the total | credit the payables account |
//! | each line | debit its expense account with the amount |
//! | the tax of each tax account | debit the tax account |

use crate::action::document::kind::Composed;
use crate::action::document::kind::items;
use crate::action::document::kind::items::{ItemsRules, Side};
use crate::command::Snapshot;
use crate::document::Draft;
use crate::document::draft::ItemsDraft;
use crate::error::{Faults, Refusal};
use crate::kind::SubLedger;
use crate::ledger::Subtype;

/// An expense's items are debits against the payables account. It is due when it is approved, unless it says a day.
pub const RULES: ItemsRules = ItemsRules {
    sub_ledger: SubLedger::Ap,
    side: Side::Debit,
    control: Subtype::Ap,
    control_field: "/ap_account_id",
    needs_due_date: false,
};

/// The directory holds only those whom the approval engine must know: an employee need not be in it, but nobody who is
/// recorded as inactive gets money back.
pub fn compose(
    draft: &Draft,
    expense: &ItemsDraft,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    match &expense.party_id {
        None if !faults.has("/employee_id") => faults.add("/employee_id", "is required"),
        Some(id) if snapshot.catalog.is_inactive(&id.as_str().into()) => {
            faults.add("/employee_id", format!("user {id:?} is recorded as inactive"));
        }
        None | Some(_) => {}
    }
    items::compose(RULES, draft, expense, snapshot, faults)
}
