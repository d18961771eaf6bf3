//! Who gains from a document: they sign neither it nor what pays it, in person or as a delegate.
//!
//! An expense pays its employee. Bills, invoices, credit memos and the payments of bills and invoices are for the good of the user
//! to whom the customer or vendor is linked. Nobody gains from a journal entry by itself. Who is linked at submit is pinned to
//! the document, so that undoing the link does not open it; who is linked later is barred as well.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::access::UserId;
use crate::action::document::kind::party_kind;
use crate::catalog::Catalog;
use crate::command::Snapshot;
use crate::document::model::Document;
use crate::document::stage::Submission;

/// Who gains from the document as things stand.
pub fn now(document: &Document, catalog: &Catalog) -> Option<UserId> {
    let party_id = document.content.party()?;
    match party_kind(document) {
        Some(kind) => catalog.linked_user(kind, party_id).cloned(),
        // The party of an expense, and of its payment, is a user.
        None => Some(party_id.into()),
    }
}

/// Whom a submit pins to the document: who gains now, and who gained when what it pays was submitted.
pub fn at_submit(document: &Document, snapshot: &Snapshot) -> BTreeSet<UserId> {
    let mut all: BTreeSet<UserId> = now(document, &snapshot.catalog).into_iter().collect();
    let paid = document.pays().and_then(|key| snapshot.documents.get(key));
    all.extend(paid.and_then(|paid| paid.stage.submission()).into_iter().flat_map(pinned));
    all
}

/// Everyone who gains from the document: now, when it was submitted, and when what it pays was.
pub fn of(document: &Document, snapshot: &Snapshot) -> BTreeSet<UserId> {
    let mut all = at_submit(document, snapshot);
    all.extend(document.stage.submission().into_iter().flat_map(pinned));
    all
}

fn pinned(submission: &Submission) -> impl Iterator<Item = UserId> {
    submission.beneficiaries.iter().cloned()
}

/// Those pinned to a submission, for the trail; null when nobody gains.
pub fn details(submission: &Submission) -> Value {
    let pinned = &submission.beneficiaries;
    if pinned.is_empty() { Value::Null } else { pinned.iter().map(UserId::as_str).collect() }
}
