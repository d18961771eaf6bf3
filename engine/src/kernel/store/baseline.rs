//! The baseline: for rows of books that are older than the lists of [`super::stated`], an audit row says what stands in them now.
//!
//! Written once for each version of the lists, at the first start with it, in one transaction that has the books alone; a row of
//! its own (`books`, `baseline-<version>`) records that it was written, and is sealed like all others. Any change after that is
//! stated by its own audit row. A baseline changes nothing, so an audit-trail leaves it out; `gl audit export` has it.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, ExprTrait, Query, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use serde_json::Value;

use super::jobs::Due;
use super::stated::{self, Stated, VERSION};
use super::writes::Writes;
use super::{StoreError, row};
use crate::approval::access::SYSTEM;
use crate::books::command::AuditEntry;
use crate::books::document::{Document, Status};
use crate::kernel::entity::{audit_entry, credit_application, document, document_line};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

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

/// Writes it on the caller's transaction; `rows` are those that are no documents.
pub async fn write(tx: &impl ConnectionTrait, rows: Vec<Stated>, now: Timestamp) -> Result<(), StoreError> {
    let stated = stated_already(tx).await?;
    let mut entries = Vec::new();
    for missing in rows {
        if !stated.contains(&(missing.resource.clone(), missing.id.clone())) {
            entries.push(entry(missing, None));
        }
    }
    let in_flight = in_flight(tx).await?.into_iter().filter_map(|one| Some((stated::document(&one)?, one.status())));
    let drafts = drafts(tx).await?.into_iter().map(|one| (stated::content(&one), one.status()));
    for (missing, status) in in_flight.chain(drafts).chain(applied(tx).await?) {
        if !stated.contains(&(missing.resource.clone(), missing.id.clone())) {
            entries.push(entry(missing, Some(status)));
        }
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

/// The drafts whose content can be read; `gl check` names any other.
async fn drafts(db: &impl ConnectionTrait) -> Result<Vec<Document>, StoreError> {
    let is_draft = document::Column::Status.eq(Status::Draft.name());
    let headers = document::Entity::find().filter(is_draft.clone()).all(db).await?;
    let mut of_drafts: BTreeMap<(String, String), Vec<document_line::Model>> = BTreeMap::new();
    let keys = Query::select()
        .columns([document::Column::Kind, document::Column::DocumentId])
        .from(document::Entity)
        .and_where(is_draft)
        .take();
    let of_key: SimpleExpr =
        Expr::tuple([Expr::col(document_line::Column::Kind), Expr::col(document_line::Column::DocumentId)]);
    let lines =
        document_line::Entity::find().filter(of_key.in_subquery(keys)).order_by_asc(document_line::Column::LineNumber);
    for line in lines.all(db).await? {
        of_drafts.entry((line.kind.clone(), line.document_id.clone())).or_default().push(line);
    }
    let read = |header: document::Model| {
        let lines = of_drafts.remove(&(header.kind.clone(), header.document_id.clone())).unwrap_or_default();
        row::document::read(header, lines).ok()
    };
    Ok(headers.into_iter().filter_map(read).collect())
}

/// What each credit was applied to, with the credit's status.
async fn applied(db: &impl ConnectionTrait) -> Result<Vec<(Stated, Status)>, StoreError> {
    let mut of_credits: BTreeMap<DocumentKey, Vec<Value>> = BTreeMap::new();
    let in_order = credit_application::Entity::find().order_by_asc(credit_application::Column::Position);
    for applied in in_order.all(db).await? {
        let kind = DocumentKind::parse(&applied.credit_kind);
        let kind = kind.ok_or_else(|| StoreError::bad_row("credit_application", "credit_kind", &applied.credit_id))?;
        let one = stated::application_row(&applied);
        of_credits.entry(DocumentKey::new(kind, applied.credit_id)).or_default().push(one);
    }
    let mut found = Vec::with_capacity(of_credits.len());
    for (key, all) in of_credits {
        let header = document::Entity::find_by_id((key.kind.name().to_owned(), key.id.clone())).one(db).await?;
        let status = header.and_then(|header| Status::parse(&header.status));
        found.extend(status.map(|status| (stated::applications(&key, all), status)));
    }
    Ok(found)
}
