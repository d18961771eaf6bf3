//! Expenses: what an employee has laid out and gets back. See docs/rules/documents.md#expense.
//!
//! | part | posts |
//! |---|---|
//! | the total | credit the payables account |
//! | each line | debit its expense account with the amount |
//! | the tax of each tax account | debit the tax account |

use crate::values::kind::action::Action;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, ItemsType, Side};
use crate::values::kind::party::Party;

pub(super) const FACTS: DocumentType = DocumentType {
    name: "expense",
    title: "expense",
    collection: "expenses",
    id_field: "expense_id",
    id_prefix: "EXP-",
    family: Family::Items(ItemsType {
        side: Side::Debit,
        control: Control::Payable,
        party: Party::Employee,
        needs_due_date: false,
        has_unique_reference: false,
        becomes_paid: false,
        credits: None,
    }),
    own_actions: &[Action::Void],
    unposted: Unposted::Dated,
};
