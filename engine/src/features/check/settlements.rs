//! What is paid, and what is open: derived again from the payments and the applications of credits.
//! See docs/rules/payments.md#settled.
//!
//! The law that a bookkeeper knows is checked by [`super::sums`]: what is open on documents, and what journal entries put there, is
//! what stands in the receivables and payables accounts.

use std::collections::BTreeMap;

use crate::books::action::settlement::{Promised, parts};
use crate::books::document::{Document, Status};
use crate::kernel::entity::{credit_application, document, document_line};
use crate::kernel::findings::Findings;
use crate::kernel::store::row;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Minor, MoneyError};

/// What payments and credits make of one document.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Promised, in the document's currency.
    paid: Minor,
    /// The part of it that stands in the ledger.
    posted: Minor,
    /// What `paid` takes of the control account, in base currency.
    base: Minor,
    /// The part of `base` that is not in the ledger yet.
    pub base_promised: Minor,
}

/// By the document that is settled, or that gives credit.
pub type Derived = BTreeMap<DocumentKey, Settled>;

/// Documents without their lines. One that cannot be read is named where it is checked itself.
pub fn bare(rows: Vec<document::Model>) -> Vec<Document> {
    rows.into_iter().filter_map(|row| row::document::read(row, Vec::new()).ok()).collect()
}

/// Payments with what several documents get of them.
pub fn with_parts(rows: Vec<document::Model>, lines: Vec<document_line::Model>) -> Vec<Document> {
    let mut of_payments: BTreeMap<(String, String), Vec<document_line::Model>> = BTreeMap::new();
    for line in lines {
        of_payments.entry((line.kind.clone(), line.document_id.clone())).or_default().push(line);
    }
    let own = |row: &document::Model| of_payments.get(&(row.kind.clone(), row.document_id.clone())).cloned();
    let read = |row: document::Model| row::document::read(row.clone(), own(&row).unwrap_or_default()).ok();
    rows.into_iter().filter_map(read).collect()
}

/// Names every difference.
pub fn check(documents: &BTreeMap<DocumentKey, Document>, derived: &Derived, findings: &mut Findings) {
    for document in documents.values() {
        if can_be_settled(document.key.kind) {
            let settled = derived.get(&document.key).copied().unwrap_or_default();
            check_document(document, settled, findings);
        } else if takes_nothing(document) && document.settlement.base_settled != Minor::ZERO {
            let (kind, id, share) = (document.key.kind.name(), &document.key.id, document.settlement.base_settled.0);
            findings.differences.push(format!("{kind} {id}: takes {share} in base currency, and settles nothing"));
        }
    }
}

/// Whether it settles no document, or none yet: a payment takes its share with its final approval.
fn takes_nothing(document: &Document) -> bool {
    let is_promised = document.status() == Status::Approved || document.status().is_in_ledger();
    parts(document).is_empty() || !(is_promised || document.status().is_taken_back())
}

const fn can_be_settled(kind: DocumentKind) -> bool {
    kind.items().is_some()
}

/// What these payments and applications make of their documents.
pub fn derive(payers: &[Document], applications: &[credit_application::Model]) -> Result<Derived, MoneyError> {
    let mut derived = Derived::new();
    for payment in payers {
        let is_promised = payment.status() == Status::Approved;
        // Once it is posted, what several documents get of a payment stands in its applications.
        let counts = is_promised || payment.status().is_in_ledger() && payment.pays().is_some();
        for Promised { key, amount, share: base, .. } in parts(payment).into_iter().filter(|_| counts) {
            let sums = derived.entry(key).or_default();
            sums.paid = sums.paid.checked_add(amount)?;
            sums.base = sums.base.checked_add(base)?;
            if is_promised {
                sums.base_promised = sums.base_promised.checked_add(base)?;
            } else {
                sums.posted = sums.posted.checked_add(amount)?;
            }
        }
    }
    for applied in applications {
        let key = |kind: &str, id: &str| DocumentKind::parse(kind).map(|kind| DocumentKey::new(kind, id));
        let both = [
            (key(&applied.settled_kind, &applied.settled_id), applied.base_amount),
            (key(&applied.credit_kind, &applied.credit_id), applied.credit_base_amount),
        ];
        for (key, base) in both.into_iter().filter_map(|(key, base)| Some((key?, base))) {
            let sums = derived.entry(key).or_default();
            sums.paid = sums.paid.checked_add(applied.amount)?;
            sums.posted = sums.posted.checked_add(applied.amount)?;
            sums.base = sums.base.checked_add(base)?;
        }
    }
    Ok(derived)
}

fn check_document(document: &Document, derived: Settled, findings: &mut Findings) {
    let name = format!("{} {}", document.key.kind.name(), document.key.id);
    let mut say = |what: String| findings.differences.push(format!("{name}: {what}"));
    let stored = document.settlement;
    let total = document.content.total;
    if (stored.amount_paid, stored.amount_settled) != (derived.paid, derived.posted) {
        say(format!(
            "paid {:?} and settled {:?} are stored, its payments say {:?} and {:?}",
            stored.amount_paid.0, stored.amount_settled.0, derived.paid.0, derived.posted.0
        ));
    }
    if stored.amount_paid > total || stored.amount_paid < Minor::ZERO {
        say(format!("{} of {} is paid", stored.amount_paid.0, total.0));
    }
    if stored.base_settled != derived.base {
        say(format!("{} in base currency is settled, its payments say {}", stored.base_settled.0, derived.base.0));
    }
    if stored.amount_paid == total && stored.base_settled != document.content.base_total {
        say("nothing is due, and something is left in base currency".into());
    }
    let is_paid_off = document.key.kind.items().is_some_and(|items| items.becomes_paid) && derived.posted == total;
    if (document.status() == Status::Paid) != is_paid_off {
        say(format!("is {} with {} of {} settled", document.status().name(), derived.posted.0, total.0));
    }
}
