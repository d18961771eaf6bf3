//! The baseline: for rows of books that are older than the lists of [`super::stated`], an audit row says what stands in them now.
//!
//! Written once for each version of the lists, at the first start with it, in one transaction that has the books alone; a row of
//! its own (`books`, `baseline-<version>`) records that it was written, and is sealed like all others. Any change after that is
//! stated by its own audit row. A baseline changes nothing, so an audit-trail leaves it out; `gl audit export` has it.

use std::collections::BTreeSet;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect};

use super::jobs::Due;
use super::stated::{self, Stated, VERSION};
use super::writes::Writes;
use super::{StoreError, row};
use crate::access::SYSTEM;
use crate::clock::Timestamp;
use crate::command::AuditEntry;
use crate::document::{Document, Status};
use crate::entity::{audit_entry, document};

/// The action of a row that only says what stands there.
pub const ACTION: &str = "Baseline";
/// What the row about the whole baseline is about.
pub const BOOKS: &str = "books";

/// Whether the baseline of this version stands.
pub async fn is_written(db: &impl ConnectionTrait) -> Result<bool, StoreError> {
    let about = audit_entry::Entity::find()
        .filter(audit_entry::Column::Resource.eq(BOOKS))
        .filter(audit_entry::Column::ResourceId.eq(id()));
    Ok(about.count(db).await? > 0)
}

fn id() -> String {
    format!("baseline-{VERSION}")
}

/// Writes it on the caller's transaction.
pub async fn write(tx: &impl ConnectionTrait, now: Timestamp) -> Result<(), StoreError> {
    let stated = stated_already(tx).await?;
    let mut entries = Vec::new();
    for missing in stated::every(tx).await? {
        if !stated.contains(&(missing.resource.clone(), missing.id.clone())) {
            entries.push(entry(missing, None));
        }
    }
    for document in in_flight(tx).await? {
        let status = Some(document.status());
        let missing = stated::document(&document);
        let missing = missing.filter(|missing| !stated.contains(&(missing.resource.clone(), missing.id.clone())));
        entries.extend(missing.map(|missing| entry(missing, status)));
    }
    let rows = entries.len();
    entries.push(AuditEntry::about(BOOKS, &id(), ACTION, SYSTEM).with("rows", rows));
    let mut writes = Writes::default();
    writes.audit(entries, now)?;
    writes.send(tx, Due::Now).await
}

fn entry(missing: Stated, status: Option<Status>) -> AuditEntry {
    let mut entry = AuditEntry::about(&missing.resource, &missing.id, ACTION, SYSTEM);
    (entry.before_status, entry.after_status) = (status, status);
    missing.put(&mut entry);
    entry
}

/// What rows state by this version's lists. A quote within a text is written with a backslash, so this is no text of a client's.
async fn stated_already(db: &impl ConnectionTrait) -> Result<BTreeSet<(String, String)>, StoreError> {
    let names = audit_entry::Entity::find()
        .select_only()
        .column(audit_entry::Column::Resource)
        .column(audit_entry::Column::ResourceId)
        .distinct()
        .filter(audit_entry::Column::Details.like(format!("%\"{}\":{{%", stated::member())))
        .into_tuple::<(String, String)>()
        .all(db)
        .await?;
    Ok(names.into_iter().collect())
}

/// Documents whose digest is still to be compared before they are posted.
async fn in_flight(db: &impl ConnectionTrait) -> Result<Vec<Document>, StoreError> {
    let waiting = [Status::PendingApproval, Status::OnHold, Status::Approved].map(Status::name);
    let headers = document::Entity::find().filter(document::Column::Status.is_in(waiting)).all(db).await?;
    headers.into_iter().map(|header| row::document::read(header, Vec::new())).collect()
}
