//! What is paid, and what is open: derived again from the payments and the applications of credits.
//! See docs/rules/payments.md#settled.
//!
//! The last law is the one that a bookkeeper knows: what is open on documents, and what journal entries put there, is what
//! stands in the receivables and payables accounts.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, EntityTrait};

use super::findings::Findings;
use crate::document::{Document, Status};
use crate::entity::credit_application;
use crate::kind::{DocumentKey, DocumentKind};
use crate::ledger::Posting;
use crate::money::{Minor, MoneyError};
use crate::store::StoreError;

/// What payments and credits make of one document.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Settled {
    /// Promised, in the document's currency.
    paid: Minor,
    /// The part of it that stands in the ledger.
    posted: Minor,
    /// What `paid` takes of the control account, in base currency.
    base: Minor,
    /// The part of `base` that is not in the ledger yet.
    base_promised: Minor,
}

/// Every application of a credit.
pub async fn applications(db: &impl ConnectionTrait) -> Result<Vec<credit_application::Model>, StoreError> {
    Ok(credit_application::Entity::find().all(db).await?)
}

/// Names every difference.
pub fn check(
    documents: &BTreeMap<DocumentKey, Document>,
    postings: &[Posting],
    applications: &[credit_application::Model],
    findings: &mut Findings,
) -> Result<(), MoneyError> {
    let derived = derive(documents, applications)?;
    for document in documents.values().filter(|document| can_be_settled(document.key.kind)) {
        let settled = derived.get(&document.key).copied().unwrap_or_default();
        check_document(document, settled, findings);
    }
    check_control_accounts(documents, postings, &derived, findings)
}

const fn can_be_settled(kind: DocumentKind) -> bool {
    kind.items().is_some()
}

fn derive(
    documents: &BTreeMap<DocumentKey, Document>,
    applications: &[credit_application::Model],
) -> Result<BTreeMap<DocumentKey, Settled>, MoneyError> {
    let mut derived: BTreeMap<DocumentKey, Settled> = BTreeMap::new();
    for payment in documents.values() {
        let is_promised = payment.status() == Status::Approved;
        let Some(pays) = payment.pays().cloned() else { continue };
        if !(is_promised || payment.status().is_in_ledger()) {
            continue;
        }
        let (amount, base) = (payment.content.total, payment.settlement.base_settled);
        let sums = derived.entry(pays).or_default();
        sums.paid = sums.paid.checked_add(amount)?;
        sums.base = sums.base.checked_add(base)?;
        if is_promised {
            sums.base_promised = sums.base_promised.checked_add(base)?;
        } else {
            sums.posted = sums.posted.checked_add(amount)?;
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

/// Open documents against the control accounts, in base currency and without what journal entries put there.
fn check_control_accounts(
    documents: &BTreeMap<DocumentKey, Document>,
    postings: &[Posting],
    derived: &BTreeMap<DocumentKey, Settled>,
    findings: &mut Findings,
) -> Result<(), MoneyError> {
    let mut open: BTreeMap<&str, Minor> = BTreeMap::new();
    for document in documents.values() {
        let Some(account) = document.content.control_account() else { continue };
        let sum = open.entry(account).or_default();
        if !document.status().is_in_ledger() {
            continue;
        }
        let promised = derived.get(&document.key).map(|settled| settled.base_promised).unwrap_or_default();
        let in_ledger = document.settlement.base_settled.checked_sub(promised)?;
        let left = document.content.base_total.checked_sub(in_ledger)?;
        let Some(items) = document.key.kind.items() else { continue };
        // The control account has the other side than the items.
        let signed = items.side.signed(left)?.negated()?;
        *sum = sum.checked_add(signed)?;
    }
    let mut stands: BTreeMap<&str, Minor> = open.keys().map(|account| (*account, Minor::ZERO)).collect();
    for posting in postings.iter().filter(|posting| posting.source.kind != DocumentKind::JournalEntry) {
        for line in &posting.lines {
            if let Some(sum) = stands.get_mut(line.account_id.as_str()) {
                *sum = sum.checked_add(line.base_amount)?;
            }
        }
    }
    for (account, is_open) in open {
        let stands = stands.get(account).copied().unwrap_or_default();
        if stands != is_open {
            let (stands, is_open) = (stands.0, is_open.0);
            findings
                .differences
                .push(format!("account {account}: {is_open} is open on documents, {stands} stands in it"));
        }
    }
    Ok(())
}
