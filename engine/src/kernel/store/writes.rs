//! The rows that a set of commands writes, gathered by table: one statement for each table, however many commands there are.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::Connection;
use sea_orm::{ActiveModelTrait, ConnectionTrait, DbBackend, IdenStatic, IntoActiveModel, Set, Value};

use super::batch::Batch;
use super::jobs::{Due, Ended};
use super::optimistic::OptimisticWrites;
use super::row::{self, to_json};
use super::rows::Rows;
use super::standing::Standing;
use super::{Store, StoreError, jobs, ledger, stated};
use crate::approval::access::Actor;
use crate::books::command::{AuditEntry, Change, Effects, Signature};
use crate::books::document::Document;
use crate::books::ledger::Posting;
use crate::books::queue::NewJob;
use crate::kernel::entity::{
    audit_entry, change_request, credit_application, document, document_line, idempotency, signature,
};
use crate::values::clock::Timestamp;
use crate::values::kind::DocumentKey;

/// Everything that is written at once.
#[derive(Default)]
pub struct Writes {
    inserted: Vec<document::ActiveModel>,
    lines: Vec<document_line::ActiveModel>,
    rewritten: Vec<document::ActiveModel>,
    rewritten_lines: Vec<document_line::ActiveModel>,
    /// The documents whose lines are written anew, or go.
    without_lines: BTreeSet<DocumentKey>,
    /// A statement changes a row once: a second move of a document stands in the second round.
    moved: Vec<Moves>,
    /// With the version of each, and when it was made.
    deleted: BTreeMap<DocumentKey, (i64, Timestamp)>,
    signatures: Vec<signature::ActiveModel>,
    applications: Vec<credit_application::ActiveModel>,
    asked_for: Vec<change_request::ActiveModel>,
    changed_requests: Vec<change_request::ActiveModel>,
    postings: Vec<Posting>,
    base_currency: Option<&'static str>,
    audit: Vec<audit_entry::ActiveModel>,
    jobs: Vec<(NewJob, Timestamp)>,
    ended: Vec<Ended>,
    answers: Vec<idempotency::ActiveModel>,
}

/// The columns of documents that change on their way.
#[derive(Default)]
struct Moves {
    columns: Vec<&'static str>,
    rows: BTreeMap<DocumentKey, Vec<Value>>,
}

impl Writes {
    /// Adds what one command changes, all but what only a command without neighbours changes ([`super::commit::catalog`]). The trail
    /// names the session that the caller asked in.
    pub fn add(&mut self, effects: Effects, caller: &Actor) -> Result<(), StoreError> {
        let Effects { at, changes, mut audit, jobs } = effects;
        stated::attach(&changes, &mut audit)?;
        for entry in &mut audit {
            entry.made_by(caller);
        }
        for change in changes {
            match change {
                Change::InsertDocument(document) => self.insert(&document)?,
                Change::UpdateDocument { document, lines: true } => self.rewrite(&document)?,
                Change::UpdateDocument { document, lines: false } => self.advance(&document)?,
                Change::DeleteDocument { key, version, created_at } => {
                    self.without_lines.insert(key.clone());
                    self.deleted.insert(key, (version, created_at));
                }
                Change::Sign(signed) => self.signatures.push(signature_row(signed)),
                Change::Post(posting) => self.postings.push(*posting),
                Change::Apply(applied) => self.applications.push(row::application(applied).into_active_model()),
                Change::SaveChangeRequest(request) => {
                    let row = row::change_request::row(&request)?.into_active_model().reset_all();
                    if request.version == 1 { self.asked_for.push(row) } else { self.changed_requests.push(row) }
                }
                Change::EndJob { job_id, end, is_delivered } => {
                    self.ended.push(Ended { job_id, end, is_delivered, at });
                }
                Change::SaveAccount(_) | Change::DeleteAccount(_) | Change::SaveParty { .. } => {}
                Change::SaveRule(_) | Change::SaveRole(_) | Change::DeleteRole(_) => {}
                Change::RecordDocumentType(_)
                | Change::SaveUser(_)
                | Change::SaveDelegation(_)
                | Change::SavePeriod(_)
                | Change::DeletePeriod(_)
                | Change::RetryJob(_)
                | Change::OfFeature(_) => {}
            }
        }
        self.audit(audit, at)?;
        self.jobs.extend(jobs.into_iter().map(|job| (job, at)));
        Ok(())
    }

    /// Adds rows of the trail.
    pub fn audit(&mut self, entries: impl IntoIterator<Item = AuditEntry>, at: Timestamp) -> Result<(), StoreError> {
        for entry in entries {
            self.audit.push(audit_row(entry, at)?);
        }
        Ok(())
    }

    /// Adds the answer that is kept for an idempotency key.
    pub fn keep(&mut self, answer: Option<idempotency::ActiveModel>) {
        self.answers.extend(answer);
    }

    /// The first posting fixes the books' base currency.
    pub fn fix_base_currency(&mut self, code: &'static str) {
        self.base_currency = Some(code);
    }

    pub fn posts(&self) -> bool {
        !self.postings.is_empty()
    }

    /// Writes everything. A guard that does not hold is [`StoreError::Contended`].
    pub async fn send(self, tx: &impl ConnectionTrait, due: Due) -> Result<(), StoreError> {
        self.into_batch(tx.get_database_backend(), due)?.send(tx).await
    }

    /// Writes everything inside the transaction that SQLite's own thread has begun. A guard that does not hold is
    /// [`StoreError::Contended`].
    pub fn send_inline(self, books: &Connection, due: Due) -> Result<(), StoreError> {
        self.into_batch(DbBackend::Sqlite, due)?.send_inline(books)
    }

    /// Writes everything in one statement on one of these connections, which holds only if the catalog still has this revision, every
    /// guard holds, and what it rests on stands: else [`Missed::Behind`], and nothing is written. What writes the lines of a document
    /// anew takes two. The number of the transaction that wrote.
    pub async fn send_optimistic(
        self,
        store: &Store,
        way: &OptimisticWrites,
        due: Due,
        revision: i64,
        standing: &Standing,
    ) -> Result<u32, Missed> {
        let batch = self.into_batch(store.backend(), due).map_err(Missed::Behind)?;
        if !batch.is_one_text() {
            return Err(Missed::Several);
        }
        store.committed(batch.send_at(&way.connections, revision, standing).await)
    }

    /// All of it, as it is sent.
    pub fn into_batch(self, backend: DbBackend, due: Due) -> Result<Batch, StoreError> {
        let mut batch = Batch::on(backend);
        batch.insert(Rows::of::<document::Entity>(self.inserted));
        batch.insert(Rows::of::<document_line::Entity>(self.lines));
        batch.update_versions(Rows::of::<document::Entity>(self.rewritten), &SAME_DOCUMENT);
        let mut rounds = self.moved.into_iter();
        batch.update_versions(rounds.next().unwrap_or_default().into_rows(), &SAME_DOCUMENT);
        delete(&mut batch, self.deleted, &self.without_lines);
        batch.insert(Rows::of::<signature::Entity>(self.signatures));
        batch.insert(Rows::of::<credit_application::Entity>(self.applications));
        batch.insert(Rows::of::<change_request::Entity>(self.asked_for));
        batch.update_versions(Rows::of::<change_request::Entity>(self.changed_requests), &["change_request_id"]);
        let sums = ledger::movements(&self.postings).map_err(|error| StoreError::Broken(error.to_string()))?;
        let (headers, lines) = ledger::rows(&self.postings);
        batch.insert(headers);
        batch.insert(lines);
        batch.insert(Rows::of::<audit_entry::Entity>(self.audit));
        jobs::enqueue(&mut batch, backend, &self.jobs, due)?;
        jobs::end(&mut batch, backend, &self.ended)?;
        batch.insert(Rows::of::<idempotency::Entity>(self.answers));
        if let Some(code) = self.base_currency {
            ledger::fix_base_currency(&mut batch, code);
        }
        // The rows that several sets may want come last, and are held for the shortest time.
        ledger::add_balances(&mut batch, sums);
        // The same line numbers come again, the same documents move again.
        batch.then();
        batch.insert(Rows::of::<document_line::Entity>(self.rewritten_lines));
        for moves in rounds {
            batch.then();
            batch.update_versions(moves.into_rows(), &SAME_DOCUMENT);
        }
        Ok(batch)
    }

    fn insert(&mut self, document: &Document) -> Result<(), StoreError> {
        self.inserted.push(row::document::header(document)?);
        self.lines.extend(row::document::lines(document).into_iter().map(IntoActiveModel::into_active_model));
        Ok(())
    }

    /// The document's new version, with other content and other lines, over the one before it.
    fn rewrite(&mut self, changed: &Document) -> Result<(), StoreError> {
        self.rewritten.push(row::document::header(changed)?);
        self.without_lines.insert(changed.key.clone());
        self.rewritten_lines.extend(row::document::lines(changed).into_iter().map(IntoActiveModel::into_active_model));
        Ok(())
    }

    /// The document's new version over the one before it.
    fn advance(&mut self, moved: &Document) -> Result<(), StoreError> {
        let key = [moved.key.kind.name().into(), moved.key.id.as_str().into(), Value::from(moved.created_at.micros())];
        let (columns, values): (Vec<_>, Vec<_>) = row::document::moves(moved)?.into_iter().unzip();
        if self.moved.iter().all(|round| round.rows.contains_key(&moved.key)) {
            self.moved.push(Moves::default());
        }
        if let Some(round) = self.moved.iter_mut().find(|round| !round.rows.contains_key(&moved.key)) {
            round.columns = SAME_DOCUMENT.into_iter().chain(columns.iter().map(IdenStatic::as_str)).collect();
            round.rows.insert(moved.key.clone(), key.into_iter().chain(values).collect());
        }
        Ok(())
    }
}

/// The columns of a document's key.
const KEY: [&str; 2] = ["kind", "document_id"];

/// The columns by which a document that moves, or is edited, is the one that was read, and not one that was made anew under its id
/// meanwhile.
const SAME_DOCUMENT: [&str; 3] = ["kind", "document_id", "created_at"];

/// Why nothing of an optimistic set is known to be written.
#[derive(Debug)]
pub enum Missed {
    /// Nothing is sent: it takes more than one statement.
    Several,
    /// Nothing is written: it is behind what others did, or the database did not take it.
    Behind(StoreError),
    /// The answer to its commit was lost.
    Unknown(StoreError),
}

impl Moves {
    fn into_rows(self) -> Rows {
        let mut rows = Rows::new("document", self.columns);
        for row in self.rows.into_values() {
            rows.push(row);
        }
        rows
    }
}

/// Deleted documents go with the signatures of rounds that were returned to Draft: an entry made anew under the id counts its rounds
/// from one again, and could never be signed over them. That they were given stays in the trail.
fn delete(batch: &mut Batch, deleted: BTreeMap<DocumentKey, (i64, Timestamp)>, without_lines: &BTreeSet<DocumentKey>) {
    let key = |key: &DocumentKey| vec![Value::from(key.kind.name()), Value::from(key.id.as_str())];
    let mut signatures = Rows::new("signature", KEY.to_vec());
    let mut documents = Rows::new("document", SAME_DOCUMENT.into_iter().chain(["version"]).collect());
    let mut lines = Rows::new("document_line", KEY.to_vec());
    for (deleted, (version, created_at)) in deleted {
        signatures.push(key(&deleted));
        documents.push(key(&deleted).into_iter().chain([created_at.micros().into(), version.into()]).collect());
    }
    for document in without_lines {
        lines.push(key(document));
    }
    batch.delete_exactly(documents);
    batch.delete(signatures);
    batch.delete(lines);
}

fn signature_row(signed: Signature) -> signature::ActiveModel {
    signature::ActiveModel {
        kind: Set(signed.key.kind.name().into()),
        document_id: Set(signed.key.id),
        round: Set(signed.round),
        level: Set(i64::from(signed.level)),
        user_id: Set(signed.user_id.to_string()),
        signed_at: Set(signed.signed_at.micros()),
        digest: Set(signed.digest.hash),
        digest_version: Set(signed.digest.version),
        comments: Set(signed.comments),
        on_behalf_of: Set(signed.on_behalf_of.map(Into::into)),
    }
}

fn audit_row(entry: AuditEntry, at: Timestamp) -> Result<audit_entry::ActiveModel, StoreError> {
    if let Some(why) = &entry.unwritable {
        let (resource, id) = (&entry.resource, &entry.resource_id);
        return Err(StoreError::Broken(format!("table audit_entry, column details, of {resource} {id}: {why}")));
    }
    Ok(audit_entry::ActiveModel {
        seq: sea_orm::NotSet,
        at: Set(at.micros()),
        performed_by: Set(entry.performed_by),
        resource: Set(entry.resource),
        resource_id: Set(entry.resource_id),
        action: Set(entry.action),
        before_status: Set(entry.before_status.map(|status| status.name().into())),
        after_status: Set(entry.after_status.map(|status| status.name().into())),
        details: Set(to_json(&entry.details)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_could_not_be_encoded_is_not_written() {
        let mut entry = AuditEntry::about("bill", "B-1", "Updated", "carl");
        let at = Timestamp::from_micros(1);
        assert!(Writes::default().audit([entry.clone()], at).is_ok());
        entry.unwritable = Some("plan: no text can be made of it".into());
        let refused = Writes::default().audit([entry], at).expect_err("refused").to_string();
        assert!(refused.contains("table audit_entry, column details, of bill B-1: plan: no text"), "{refused}");
    }
}
