//! What documents state: the digest of what their author wrote, the sub-ledger it stands in, the day of a void, and the figures of
//! what was applied.

use serde_json::{Value, json};

use super::fields::Stated;
use crate::books::command::{Application, AuditEntry, Change};
use crate::books::document::{Action, Digest, Document, Status};
use crate::kernel::entity::credit_application;
use crate::kernel::store::row;
use crate::values::kind::DocumentKey;

/// What may come with applications of a payment: one of several documents is posted, or it is reassigned, what it settled is due
/// again, or is settled again.
pub const MOVES_PAYMENT: [Action; 5] = [Action::Post, Action::Reassign, Action::Void, Action::Return, Action::Unreturn];

/// The member with the applications of a credit.
pub const APPLICATIONS: &str = "applications";

/// `None` before it is submitted.
pub fn document(document: &Document) -> Option<Stated> {
    let digest = document.stage.digest()?;
    Some(of(
        &document.key,
        [
            ("digest", digest.hash.as_str().into()),
            ("digest_version", digest.version.into()),
            ("sub_ledger", document.sub_ledger.name().into()),
        ],
    ))
}

/// What its author wrote.
pub fn content(document: &Document) -> Stated {
    let digest = Digest::of(document);
    of(
        &document.key,
        [
            ("content", digest.hash.into()),
            ("content_version", digest.version.into()),
            ("sub_ledger", document.sub_ledger.name().into()),
        ],
    )
}

fn application(applied: &Application) -> Value {
    application_row(&row::application(applied.clone()))
}

/// One application, all that its row holds.
pub fn application_row(row: &credit_application::Model) -> Value {
    let mut all = json!({
        "position": row.position, "settled_kind": row.settled_kind, "settled_id": row.settled_id, "amount": row.amount.0,
        "base_amount": row.base_amount.0, "credit_base_amount": row.credit_base_amount.0, "applied_on": row.applied_on,
        "applied_at": row.applied_at, "applied_by": row.applied_by,
    });
    // What undoes nothing is stated as by releases that could not take anything back.
    if let (Some(undoes), Some(members)) = (row.undoes, all.as_object_mut()) {
        members.insert("undoes".into(), undoes.into());
    }
    all
}

fn of<const N: usize>(key: &DocumentKey, fields: [(&str, Value); N]) -> Stated {
    Stated::new(key.kind.name(), &key.id, fields)
}

/// Has the row that writes, submits, voids or applies a document state it.
pub fn attach(change: &Change, entries: &mut [AuditEntry]) {
    let is = |entry: &AuditEntry, action: Action| entry.action == action.audit_word();
    match change {
        Change::InsertDocument(changed) | Change::UpdateDocument { document: changed, .. } => {
            // A payment that needs no signature is approved as it is created.
            let submits = |entry: &AuditEntry| is(entry, Action::Submit) || entry.action == "Created";
            let writes = |entry: &AuditEntry| is(entry, Action::Edit) || entry.action == "Created";
            if changed.stage.digest().is_some() {
                put(&changed.key, entries, submits, || document(changed));
            } else if changed.status() == Status::Draft {
                put(&changed.key, entries, writes, || Some(content(changed)));
            }
            let voided = || {
                let on = changed.stage.voided()?.ended.on;
                Some(of(&changed.key, [("voided_on", on.to_string().into())]))
            };
            put(&changed.key, entries, |entry| is(entry, Action::Void), voided);
        }
        Change::Apply(applied) => {
            let one = || Some(applications(&applied.credit, vec![application(applied)]));
            let is_payment = applied.credit.kind.payment().is_some();
            let of = if applied.undoes.is_some() { Action::Unapply } else { Action::Apply };
            let moves = |entry: &AuditEntry| MOVES_PAYMENT.into_iter().any(|action| is(entry, action));
            // Several applications in one command have a row each, of different documents.
            let names = |entry: &AuditEntry| {
                entry.details.get(applied.settled.kind.id_field()).and_then(Value::as_str) == Some(&applied.settled.id)
            };
            let is_meant = |entry: &AuditEntry| if is_payment { moves(entry) } else { is(entry, of) && names(entry) };
            put(&applied.credit, entries, is_meant, one);
        }
        _ => {}
    }
}

/// What a credit was applied to.
pub fn applications(credit: &DocumentKey, all: Vec<Value>) -> Stated {
    of(credit, [(APPLICATIONS, Value::Array(all))])
}

/// By the last such row about it.
fn put(
    key: &DocumentKey,
    entries: &mut [AuditEntry],
    is_meant: impl Fn(&AuditEntry) -> bool,
    stated: impl FnOnce() -> Option<Stated>,
) {
    let about = |entry: &AuditEntry| entry.resource == key.kind.name() && entry.resource_id == key.id;
    let meant = entries.iter_mut().rev().find(|entry| about(entry) && is_meant(entry));
    if let Some((entry, stated)) = meant.and_then(|entry| Some((entry, stated()?))) {
        stated.put(entry);
    }
}
