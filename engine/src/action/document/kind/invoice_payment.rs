//! Invoice payments: money that a customer pays for an invoice. See docs/rules/payments.md#payment.
//!
//! | part | posts |
//! |---|---|
//! | the payment | debit the cash or bank account, in base at the payment's own rate |
//! | the payment | credit the receivables account, in base at the invoice's rate |
//! | what the rates leave over, in base | the exchange gain or loss account |

use crate::action::document::kind::Composed;
use crate::action::document::kind::items::Side;
use crate::action::document::kind::payment;
use crate::action::document::kind::payment::PaymentRules;
use crate::command::{Snapshot, Wants};
use crate::document::Draft;
use crate::document::draft::PaymentDraft;
use crate::error::{Faults, Refusal};
use crate::kind::SubLedger;
use crate::master::party::PartyKind;

/// Cash is debited, the receivables account credited.
pub const RULES: PaymentRules = PaymentRules {
    sub_ledger: SubLedger::Ar,
    cash: Side::Debit,
    control_field: "/ar_account_id",
    party_field: "/customer_id",
};

/// The invoice, and the customer.
pub fn wants(payment: &PaymentDraft, wants: &mut Wants) {
    wants.documents.extend(payment.settles.clone());
    wants.parties.extend(payment.party_id.clone().map(|id| (PartyKind::Customer, id)));
}

pub fn compose(
    draft: &Draft,
    payment: &PaymentDraft,
    snapshot: &Snapshot,
    faults: Faults,
) -> Result<Composed, Refusal> {
    payment::compose(RULES, "/invoice_id", draft, payment, snapshot, faults)
}
