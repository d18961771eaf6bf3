//! Bills: what a vendor charges. See docs/rules/documents.md#bill.
//!
//! | part | posts |
//! |---|---|
//! | the total | credit the payables account |
//! | each line | debit its expense account with the amount |
//! | the tax of each tax account | debit the tax account |

use crate::values::kind::action::Action;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, ItemsType, Side};
use crate::values::kind::party::{Party, PartyKind};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "bill",
    title: "bill",
    collection: "bills",
    id_field: "bill_id",
    id_prefix: "BILL-",
    family: Family::Items(ItemsType {
        side: Side::Debit,
        control: Control::Payable,
        party: Party::Recorded(PartyKind::Vendor),
        needs_due_date: true,
        has_unique_reference: true,
        becomes_paid: false,
        credits: None,
    }),
    own_actions: &[Action::Void],
    unposted: Unposted::Due("vendor"),
};
