//! The rows of a list of documents: each has the lines of its own version.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::Expr;
use sea_orm::{ConnectionTrait, EntityTrait, FromQueryResult, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::books::document::Document;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::entity::document_line;
use crate::kernel::store::read::by_key::these;
use crate::kernel::store::read::document_filter::{Filter, Led};
use crate::kernel::store::read::documents::bare;
use crate::kernel::store::{Store, StoreError, rolled_back, row};
use crate::values::kind::DocumentKey;

/// Which writing of a document: its version, and when the document was made. One may be made anew under an id, and have a version that
/// another had.
type Writing = String;

/// A document's lines, and whose they are.
type Lines = (Writing, Vec<document_line::Model>);

/// These documents of a list, with their lines. Lines are read after their documents, so what was written in between is read again, in
/// one state; and left out when it is not of the list any more, or at another place of it.
pub async fn whole(store: &Store, filter: &Filter, documents: Vec<Document>) -> Result<Vec<Document>, StoreError> {
    let order: Vec<DocumentKey> = documents.iter().map(|document| document.key.clone()).collect();
    let mut whole = BTreeMap::new();
    let outdated = put_together(&store.reader, documents, &mut whole).await?;
    if !outdated.is_empty() {
        let tx = store.begin_read().await?;
        let now = again(&tx, filter, outdated).await?;
        let without_lines = put_together(&tx, now, &mut whole).await?;
        rolled_back(tx).await;
        // Somebody took its lines out of the database: `gl check` says so, and here it is shown as it is.
        whole.extend(without_lines.into_iter().map(|document| (document.key.clone(), document)));
    }
    Ok(order.into_iter().filter_map(|key| whole.remove(&key)).collect())
}

/// Gives the documents their lines, and answers those that have another version by now.
async fn put_together(
    db: &impl ConnectionTrait,
    documents: Vec<Document>,
    whole: &mut BTreeMap<DocumentKey, Document>,
) -> Result<Vec<Document>, StoreError> {
    let mut lines = lines_of(db, &documents).await?;
    let mut outdated = Vec::new();
    for mut document in documents {
        match lines.remove(&(document.key.kind.name().to_owned(), document.key.id.clone())) {
            Some((of, rows)) if of == writing(&document) => {
                row::document::put_lines(&mut document.content, rows)?;
                whole.insert(document.key.clone(), document);
            }
            None if document.pays().is_some() => {
                whole.insert(document.key.clone(), document);
            }
            Some(_) | None => outdated.push(document),
        }
    }
    Ok(outdated)
}

fn writing(document: &Document) -> Writing {
    format!("{} {}", document.version, document.created_at.micros())
}

/// The present writing of a line's document, found by its key: PostgreSQL may make a join of it by all documents of the type, where it
/// knows little of them yet.
const PRESENT: &str = "(SELECT its.version || ' ' || its.created_at FROM document its \
    WHERE its.kind = document_line.kind AND its.document_id = document_line.document_id)";

const KEY: [document_line::Column; 2] = [document_line::Column::Kind, document_line::Column::DocumentId];

/// The lines of these documents, with the present writing of each, in one statement.
async fn lines_of(
    db: &impl ConnectionTrait,
    documents: &[Document],
) -> Result<BTreeMap<(String, String), Lines>, StoreError> {
    let keys: BTreeSet<DocumentKey> = documents.iter().map(|document| document.key.clone()).collect();
    let mut lines: BTreeMap<(String, String), Lines> = BTreeMap::new();
    if keys.is_empty() {
        return Ok(lines);
    }
    let found = document_line::Entity::find()
        .column_as(Expr::cust(PRESENT), "present")
        .order_by_asc(document_line::Column::LineNumber);
    let found = these(found, db.get_database_backend(), KEY, &keys);
    for row in db.query_all(found.as_query()).await? {
        let Some(of) = row.try_get::<Option<Writing>>("", "present")? else { continue };
        let line = document_line::Model::from_query_result(&row, "")?;
        let key = (line.kind.clone(), line.document_id.clone());
        lines.entry(key).or_insert_with(|| (of, Vec::new())).1.push(line);
    }
    Ok(lines)
}

/// What is of the list, and at its place, still; as it is now.
async fn again(
    db: &impl ConnectionTrait,
    filter: &Filter,
    outdated: Vec<Document>,
) -> Result<Vec<Document>, StoreError> {
    let keys = outdated.iter().map(|document| document.key.clone()).collect();
    let led = Led::as_usual(filter).condition(db.get_database_backend(), None);
    let now = document::Entity::find().filter(led);
    let now = these(now, db.get_database_backend(), [Column::Kind, Column::DocumentId], &keys);
    let places: BTreeMap<_, _> =
        outdated.iter().map(|before| (before.key.clone(), filter.order.cursor(before))).collect();
    let mut now = bare(now.all(db).await?)?;
    now.retain(|document| places.get(&document.key) == Some(&filter.order.cursor(document)));
    Ok(now)
}
