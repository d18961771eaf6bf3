//! PURE: what is under way for documents that are settled, and what is left of them beyond it; and what of credits was refunded.
//! See docs/rules/payments.md#amount-pending.

use std::collections::BTreeMap;

use super::model::Document;
use crate::values::kind::DocumentKey;
use crate::values::money::Currency;

/// The amounts of payments and credits that are under way, in minor units, by what they settle and by their currency. A credit may be
/// about a document in another currency, which it will not settle. Nobody has held them against what is due: they may be of any length.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Pending(BTreeMap<(DocumentKey, &'static str), UnderWay>);

/// In minor units.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct UnderWay {
    /// What of a credit was paid back by refunds that stand.
    refunded: i128,
    pending: i128,
    /// Of it, what has lowered the amount due already.
    lowered: i128,
}

impl Pending {
    /// `is_lowered`: the amount due is less by it already, as by an approved payment.
    pub fn add(&mut self, settles: DocumentKey, currency: Currency, amount: i128, is_lowered: bool) {
        let sum = self.0.entry((settles, currency.code())).or_default();
        sum.pending = sum.pending.saturating_add(amount);
        if is_lowered {
            sum.lowered = sum.lowered.saturating_add(amount);
        }
    }

    /// What of a credit was paid back.
    pub fn add_refunded(&mut self, credit: DocumentKey, currency: Currency, amount: i128) {
        let sum = self.0.entry((credit, currency.code())).or_default();
        sum.refunded = sum.refunded.saturating_add(amount);
    }

    /// What is under way for the document, in its currency; `None` where nothing ever settles its type.
    pub fn of(&self, document: &Document) -> Option<AmountPending> {
        if !document.key.kind.is_paid() {
            return None;
        }
        let key = (document.key.clone(), document.content.currency.code());
        let UnderWay { refunded, pending, lowered } = self.0.get(&key).copied().unwrap_or_default();
        let left = i128::from(document.amount_due().0).saturating_add(lowered).saturating_sub(pending).max(0);
        let refunded = document.key.kind.gives_credit().then_some(refunded);
        Some(AmountPending { pending, left, refunded })
    }
}

/// In minor units of the document's currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AmountPending {
    pub pending: i128,
    /// What is due beyond what has not lowered it yet, never less than nothing.
    pub left: i128,
    /// What of a credit is paid back, by refunds that are approved or in the ledger; `None` of what gives no credit.
    pub refunded: Option<i128>,
}
