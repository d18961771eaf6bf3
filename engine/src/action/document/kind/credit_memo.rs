//! Credit memos: what a customer is credited, to be applied to invoices. See docs/rules/documents.md#credit-memo.
//!
//! | part | posts |
//! |---|---|
//! | the total | credit the receivables account |
//! | each line | debit its revenue account with the amount |
//! | the tax of each tax account | debit the tax account |
//!
//! Applying one moves nothing in the ledger, but for the exchange gain or loss when the invoice has another rate
//! ([`crate::action::document::apply`]).

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

/// A credit memo's items are debits against the receivables account.
pub const RULES: ItemsRules = ItemsRules {
    sub_ledger: SubLedger::Ar,
    side: Side::Debit,
    control: Subtype::Ar,
    control_field: "/ar_account_id",
    needs_due_date: false,
};

/// The customer, and the invoice that the memo is about.
pub fn wants(memo: &ItemsDraft, wants: &mut Wants) {
    wants.parties.extend(memo.party_id.clone().map(|id| (PartyKind::Customer, id)));
    wants.documents.extend(memo.about.clone());
}

pub fn compose(draft: &Draft, memo: &ItemsDraft, snapshot: &Snapshot, mut faults: Faults) -> Result<Composed, Refusal> {
    checks::party(PartyKind::Customer, memo.party_id.as_deref(), "/customer_id", snapshot, &mut faults);
    if let Some(key) = &memo.about {
        match snapshot.documents.get(key) {
            None => faults.add("/invoice_id", format!("there is no invoice {:?}", key.id)),
            Some(invoice) if invoice.content.party() != memo.party_id.as_deref() => {
                faults.add("/invoice_id", format!("invoice {:?} is another customer's", key.id));
            }
            Some(_) => {}
        }
    }
    items::compose(RULES, draft, memo, snapshot, faults)
}
