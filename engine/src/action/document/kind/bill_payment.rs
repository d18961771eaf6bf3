//! Bill payments: money that goes out for a bill or an expense. See docs/rules/payments.md#payment.
//!
//! | part | posts |
//! |---|---|
//! | the payment | debit the payables account, in base at the rate of what it pays |
//! | the payment | credit the cash or bank account, in base at the payment's own rate |
//! | what the rates leave over, in base | the exchange gain or loss account |

use crate::action::document::kind::Composed;
use crate::action::document::kind::items::Side;
use crate::action::document::kind::payment;
use crate::action::document::kind::payment::PaymentRules;
use crate::command::{Snapshot, Wants};
use crate::document::Draft;
use crate::document::draft::PaymentDraft;
use crate::error::{Faults, Refusal};
use crate::kind::DocumentKind;
use crate::kind::SubLedger;

/// Cash is credited, the payables account debited.
pub const RULES: PaymentRules = PaymentRules {
    sub_ledger: SubLedger::Ap,
    cash: Side::Credit,
    control_field: "/ap_account_id",
    party_field: "/vendor_id",
};

/// What it pays.
pub fn wants(payment: &PaymentDraft, wants: &mut Wants) {
    wants.documents.extend(payment.settles.clone());
}

/// The field that names what it pays.
pub fn settles_field(payment: &PaymentDraft) -> &'static str {
    match &payment.settles {
        Some(key) if key.kind == DocumentKind::Expense => "/expense_id",
        _ => "/bill_id",
    }
}

pub fn compose(
    draft: &Draft,
    payment: &PaymentDraft,
    snapshot: &Snapshot,
    faults: Faults,
) -> Result<Composed, Refusal> {
    payment::compose(RULES, settles_field(payment), draft, payment, snapshot, faults)
}
