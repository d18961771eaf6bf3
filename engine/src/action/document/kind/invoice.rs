//! Invoices: what a customer is charged. See docs/rules/documents.md#invoice.
//!
//! | part | posts |
//! |---|---|
//! | the total | debit the receivables account |
//! | each line | credit its revenue account with the amount |
//! | the tax of each tax account | credit the tax account |

use crate::action::document::kind::items;
use crate::action::document::kind::items::{ItemsRules, Side};
use crate::action::document::kind::{Composed, checks};
use crate::command::{Snapshot, Wants};
use crate::document::Draft;
use crate::document::draft::ItemsDraft;
use crate::error::{Faults, Refusal};
use crate::kind::SubLedger;
use crate::ledger::Subtype;
use crate::master::party::PartyKind;

/// An invoice's items are credits against the receivables account.
pub const RULES: ItemsRules = ItemsRules {
    sub_ledger: SubLedger::Ar,
    side: Side::Credit,
    control: Subtype::Ar,
    control_field: "/ar_account_id",
    needs_due_date: true,
};

/// The customer.
pub fn wants(invoice: &ItemsDraft, wants: &mut Wants) {
    wants.parties.extend(invoice.party_id.clone().map(|id| (PartyKind::Customer, id)));
}

pub fn compose(
    draft: &Draft,
    invoice: &ItemsDraft,
    snapshot: &Snapshot,
    mut faults: Faults,
) -> Result<Composed, Refusal> {
    checks::party(PartyKind::Customer, invoice.party_id.as_deref(), "/customer_id", snapshot, &mut faults);
    items::compose(RULES, draft, invoice, snapshot, faults)
}
