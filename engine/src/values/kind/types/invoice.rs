//! Invoices: what a customer is charged. See docs/rules/documents.md#invoice.
//!
//! | part | posts |
//! |---|---|
//! | the total | debit the receivables account |
//! | each line | credit its revenue account with the amount |
//! | the tax of each tax account | credit the tax account |

use crate::values::kind::action::Action;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, ItemsType, Side};
use crate::values::kind::party::{Party, PartyKind};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "invoice",
    title: "invoice",
    collection: "invoices",
    id_field: "invoice_id",
    id_prefix: "INV-",
    family: Family::Items(ItemsType {
        side: Side::Credit,
        control: Control::Receivable,
        party: Party::Recorded(PartyKind::Customer),
        needs_due_date: true,
        has_unique_reference: false,
        becomes_paid: true,
        credits: None,
    }),
    own_actions: &[Action::Void, Action::ReceivePayment],
    unposted: Unposted::Due("customer"),
};
