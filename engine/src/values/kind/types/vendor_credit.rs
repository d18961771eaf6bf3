//! Vendor credits: what a vendor credits, to be applied to bills. See docs/rules/documents.md#vendor-credit.
//!
//! | part | posts |
//! |---|---|
//! | the total | debit the payables account |
//! | each line | credit its expense account with the amount |
//! | the tax of each tax account | credit the tax account |
//!
//! Applying one moves nothing in the ledger, but for the exchange gain or loss when the bill has another rate.

use crate::values::kind::action::Action;
use crate::values::kind::document_kind::DocumentKind;
use crate::values::kind::facts::{DocumentType, Unposted};
use crate::values::kind::family::{Control, Family, ItemsType, Side};
use crate::values::kind::party::{Party, PartyKind};

pub(super) const FACTS: DocumentType = DocumentType {
    name: "vendor_credit",
    title: "vendor credit",
    collection: "vendor-credits",
    id_field: "vendor_credit_id",
    id_prefix: "VC-",
    family: Family::Items(ItemsType {
        side: Side::Credit,
        control: Control::Payable,
        party: Party::Recorded(PartyKind::Vendor),
        needs_due_date: false,
        has_unique_reference: true,
        becomes_paid: false,
        credits: Some(DocumentKind::Bill),
    }),
    own_actions: &[Action::Void, Action::Apply, Action::Unapply],
    unposted: Unposted::Dated,
};
