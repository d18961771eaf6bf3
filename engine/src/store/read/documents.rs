//! Lists of documents.

use std::collections::BTreeMap;

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::after;
use crate::clock::Date;
use crate::document::{Document, DocumentKind, Status};
use crate::entity::{document, document_line};
use crate::page::{Cursor, Page, PageRequest};
use crate::store::{StoreError, row};

/// What a list is narrowed to.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    pub kind: Option<DocumentKind>,
    pub statuses: Vec<Status>,
    pub period_id: Option<String>,
    pub party_id: Option<String>,
    /// The id of the document that a payment pays, or that a credit memo is about.
    pub settles_id: Option<String>,
    /// Bounds of `tran_date`, both included.
    pub from: Option<Date>,
    pub to: Option<Date>,
}

impl Filter {
    fn condition(&self) -> Condition {
        let statuses = (!self.statuses.is_empty())
            .then(|| document::Column::Status.is_in(self.statuses.iter().map(|status| status.name())));
        Condition::all()
            .add_option(self.kind.map(|kind| document::Column::Kind.eq(kind.name())))
            .add_option(statuses)
            .add_option(self.period_id.as_deref().map(|id| document::Column::PeriodId.eq(id)))
            .add_option(self.party_id.as_deref().map(|id| document::Column::PartyId.eq(id)))
            .add_option(self.settles_id.as_deref().map(|id| document::Column::SettlesId.eq(id)))
            .add_option(self.from.map(|date| document::Column::TranDate.gte(date.to_string())))
            .add_option(self.to.map(|date| document::Column::TranDate.lte(date.to_string())))
    }
}

/// One page of documents with their lines, newest first.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let found = headers(db, filter, page).await?;
    Ok(Page { data: with_lines(db, found.data).await?, next: found.next, total: found.total })
}

/// One page of documents without their lines, newest first.
pub async fn headers(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Page<Document>, StoreError> {
    let total =
        if page.count { Some(document::Entity::find().filter(filter.condition()).count(db).await?) } else { None };
    let rows = document::Entity::find()
        .filter(filter.condition())
        .filter(page.after.as_ref().map_or_else(Condition::all, |cursor| {
            after(document::Column::CreatedAt, document::Column::DocumentId, cursor)
        }))
        .order_by_desc(document::Column::CreatedAt)
        .order_by_desc(document::Column::DocumentId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let documents: Vec<Document> =
        rows.into_iter().map(|row| row::document::read(row, Vec::new())).collect::<Result<_, _>>()?;
    Ok(Page::of(documents, page.limit, total, cursor))
}

/// Where a document stands in the order of lists.
pub fn cursor(document: &Document) -> Cursor {
    Cursor { at: document.created_at.micros(), id: document.key.id.clone() }
}

/// The documents with their lines.
pub async fn with_lines(db: &impl ConnectionTrait, mut documents: Vec<Document>) -> Result<Vec<Document>, StoreError> {
    let rows = document_line::Entity::find()
        .filter(document_line::Column::DocumentId.is_in(documents.iter().map(|document| document.key.id.as_str())))
        .order_by_asc(document_line::Column::LineNumber)
        .all(db)
        .await?;
    let mut lines: BTreeMap<(String, String), Vec<document_line::Model>> = BTreeMap::new();
    for line in rows {
        lines.entry((line.kind.clone(), line.document_id.clone())).or_default().push(line);
    }
    for document in &mut documents {
        let key = (document.key.kind.name().to_owned(), document.key.id.clone());
        document.lines = row::document::read_lines(lines.remove(&key).unwrap_or_default())?;
    }
    Ok(documents)
}

/// The live reversals of the entries: original id to reversing id.
pub async fn live_reversals(
    db: &impl ConnectionTrait,
    originals: &[String],
) -> Result<BTreeMap<String, String>, StoreError> {
    let rows: Vec<(Option<String>, String)> = document::Entity::find()
        .select_only()
        .columns([document::Column::OriginalEntryId, document::Column::DocumentId])
        .filter(document::Column::OriginalEntryId.is_in(originals.iter().map(String::as_str)))
        .filter(document::Column::Status.is_not_in([Status::Rejected.name(), Status::Voided.name()]))
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().filter_map(|(original, id)| Some((original?, id))).collect())
}
