//! Credit memos: what a customer is credited, to be applied to invoices. See docs/rules/documents.md#credit-memo.
//!
//! | part | posts |
//! |---|---|
//! | the total | credit the receivables account |
//! | each line | debit its revenue account with the amount |
//! | the tax of each tax account | debit the tax account |
//!
//! Applying one moves nothing in the ledger, but for the exchange gain or loss when the invoice has another rate.

use crate::values::kind::action::Action;
use crate::values::kind::document_kind::DocumentKind;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, ItemsType, Side};
use crate::values::kind::party::{Party, PartyKind};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "credit_memo",
    title: "credit memo",
    collection: "credit-memos",
    id_field: "credit_memo_id",
    id_prefix: "CM-",
    family: Family::Items(ItemsType {
        side: Side::Debit,
        control: Control::Receivable,
        party: Party::Recorded(PartyKind::Customer),
        needs_due_date: false,
        has_unique_reference: false,
        becomes_paid: false,
        credits: Some(DocumentKind::Invoice),
    }),
    own_actions: &[Action::Void, Action::Apply, Action::Unapply],
    unposted: Unposted::Dated,
};
