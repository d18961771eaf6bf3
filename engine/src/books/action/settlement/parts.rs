//! What a payment settles, one by one: its one document by all of it, or several each by a part. See
//! docs/rules/payments.md#several-documents.

use crate::books::command::{Application, Snapshot};
use crate::books::document::{Document, Part, Several};
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;
use crate::values::money::Minor;

/// What of a payment goes to one document.
pub struct Promised {
    pub key: DocumentKey,
    /// With what is taken of its discount.
    pub amount: Minor,
    /// What it takes of that one's control account, in base currency, since the final approval.
    pub share: Minor,
    /// Where the amount stands in a body.
    pub pointer: String,
}

/// All of them, in the order in which the payment names them; none of what is no payment.
pub fn parts(payment: &Document) -> Vec<Promised> {
    if let Some(key) = payment.pays() {
        let (amount, share) = (payment.content.settled_total(), payment.settlement.base_settled);
        return vec![Promised { key: key.clone(), amount, share, pointer: "/payment".to_owned() }];
    }
    let several = payment.pays_several().into_iter().flat_map(Several::each);
    let promised = |(at, (key, part)): (usize, (DocumentKey, &Part))| Promised {
        key,
        amount: part.settled(),
        share: part.share,
        pointer: format!("/applications/{at}/amount"),
    };
    several.enumerate().map(promised).collect()
}

/// By what a payment of several documents settles them from the day of its posting on. That of one document settles it by itself.
pub fn applications(payment: &Document, on: Date, snapshot: &Snapshot) -> Vec<Application> {
    let Some(several) = payment.pays_several() else { return Vec::new() };
    let application = |(position, (settled, part)): (u32, (DocumentKey, &Part))| {
        applied(payment, position, settled, (part.settled(), part.share), on, snapshot)
    };
    (1..).zip(several.each()).map(application).collect()
}

/// What the payment settles of a document from this day on, with its share of the control account, in base currency.
pub fn applied(
    payment: &Document,
    position: u32,
    settled: DocumentKey,
    (amount, share): (Minor, Minor),
    on: Date,
    snapshot: &Snapshot,
) -> Application {
    Application {
        credit: payment.key.clone(),
        position,
        settled,
        amount,
        base_amount: share,
        credit_base_amount: share,
        applied_on: on,
        applied_at: snapshot.now,
        applied_by: snapshot.actor.user_id.to_string(),
        undoes: None,
    }
}
