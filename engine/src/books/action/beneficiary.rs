//! The beneficiaries of a document. A beneficiary signs neither the document nor its payments, in person or as a delegate,
//! and reassigns no payment from it or to it.
//!
//! An expense pays its employee. Bills, invoices, credit memos and the payments of bills and invoices are for the good of the user
//! to whom the customer or vendor is linked. A journal entry by itself has no beneficiary. A user linked at submit is pinned to the
//! document, so that undoing the link does not let them sign; a user linked later is barred as well.
//!
//! A payment to a vendor, an advance to one, and a refund to a customer, is also pinned to those who changed their bank details, until one was made to
//! what they wrote: docs/rules/access.md#who-changed-them-does-not-release-the-next-payment.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::books::action::kind::party_kind;
use crate::books::action::settlement;
use crate::books::command::Snapshot;
use crate::books::document::model::Document;
use crate::books::document::stage::Submission;
use crate::values::error::{Refusal, RefusalName};
use crate::values::money::Minor;

/// The beneficiary of the document as things stand.
pub fn now(document: &Document, catalog: &Catalog) -> Option<UserId> {
    let party_id = document.content.party()?;
    match party_kind(document) {
        Some(kind) => catalog.linked_user(kind, party_id).cloned(),
        // The party of an expense, and of its payment, is a user.
        None => Some(party_id.into()),
    }
}

/// Whom a submit pins to the document, so that they do not sign it: its beneficiaries, and who changed where its money goes.
pub fn pinned_by_submit(document: &Document, snapshot: &Snapshot) -> BTreeSet<UserId> {
    let mut all = at_submit(document, snapshot);
    all.extend(changed_bank_details(document, snapshot).into_iter().flatten().cloned());
    all
}

/// Who changed the bank details that a payment goes to, as far as nobody was paid there since.
fn changed_bank_details<'a>(document: &Document, snapshot: &'a Snapshot) -> Option<&'a BTreeSet<UserId>> {
    let sends = document.key.kind.sends_to().is_some() || pays_by_line(document, &snapshot.catalog);
    if !sends || snapshot.paid_since_change {
        return None;
    }
    let key = (party_kind(document)?, document.content.party()?.to_owned());
    Some(&snapshot.parties.get(&key)?.bank.last_change.as_ref()?.by)
}

/// Whether a line takes the money for its party out of a bank: so an advance to a vendor is written, as a credit.
fn pays_by_line(document: &Document, catalog: &Catalog) -> bool {
    let items = document.content.items().into_iter().flat_map(|items| &items.lines);
    items.map(|item| &item.line).any(|line| line.amount < Minor::ZERO && catalog.holds_money(&line.account_id))
}

/// The beneficiaries at a submit: its own now, and those pinned to the documents that it pays.
fn at_submit(document: &Document, snapshot: &Snapshot) -> BTreeSet<UserId> {
    let mut all: BTreeSet<UserId> = now(document, &snapshot.catalog).into_iter().collect();
    let paid = settlement::settled_by(document, snapshot).into_iter();
    all.extend(paid.filter_map(|paid| paid.stage.submission()).flat_map(pinned));
    all
}

/// All beneficiaries of the document: now, when it was submitted, and when the documents that it pays were submitted.
pub fn of(document: &Document, snapshot: &Snapshot) -> BTreeSet<UserId> {
    let mut all = at_submit(document, snapshot);
    all.extend(document.stage.submission().into_iter().flat_map(pinned));
    all
}

/// Refuses a caller who gains from the document: what they do to it would stand without anybody's signature.
pub fn is_not_the_caller(document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    if !of(document, snapshot).contains(&snapshot.actor.user_id) {
        return Ok(());
    }
    let (kind, id) = (document.key.kind.title(), &document.key.id);
    Err(RefusalName::Forbidden.because(format!("who gains from {kind} {id:?} does not reassign a payment")))
}

fn pinned(submission: &Submission) -> impl Iterator<Item = UserId> {
    submission.beneficiaries.iter().cloned()
}

/// The beneficiaries pinned to a submission, for the trail; null when there are none.
pub fn details(submission: &Submission) -> Value {
    let pinned = &submission.beneficiaries;
    if pinned.is_empty() { Value::Null } else { pinned.iter().map(UserId::as_str).collect() }
}
