//! The rows of a list of documents: each has the lines of its own version.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use super::document_filter::{Filter, Led};
use super::documents::{bare, with_lines};
use crate::document::Document;
use crate::entity::document::{self, Column};
use crate::kind::DocumentKey;
use crate::store::StoreError;
use crate::store::statement::any_of;

/// How often rows that are written meanwhile are read again.
const ROUNDS: u32 = 10;

/// These documents of a list, with their lines. Lines are read after their documents, so what was written in between is read again;
/// and left out when it is not of the list any more, or at another place of it.
pub async fn whole(
    db: &impl ConnectionTrait,
    filter: &Filter,
    documents: Vec<Document>,
) -> Result<Vec<Document>, StoreError> {
    let mut documents = with_lines(db, documents).await?;
    for _ in 0..ROUNDS {
        let outdated = outdated(db, &documents).await?;
        if outdated.is_empty() {
            return Ok(documents);
        }
        let led = Led::as_usual(filter).condition(db.get_database_backend(), None);
        let again = document::Entity::find().filter(any_of(Column::Kind, Column::DocumentId, &outdated)).filter(led);
        let again = with_lines(db, bare(again.all(db).await?)?).await?;
        let mut again: BTreeMap<DocumentKey, Document> =
            again.into_iter().map(|document| (document.key.clone(), document)).collect();
        let at_its_place = |before: Document| {
            if !outdated.contains(&before.key) {
                return Some(before);
            }
            again.remove(&before.key).filter(|now| filter.order.cursor(now) == filter.order.cursor(&before))
        };
        documents = documents.into_iter().filter_map(at_its_place).collect();
    }
    Err(StoreError::Contended("documents of the list are written all the time".into()))
}

/// Those that have another version now, or are gone or made anew.
async fn outdated(db: &impl ConnectionTrait, documents: &[Document]) -> Result<BTreeSet<DocumentKey>, StoreError> {
    let keys: BTreeSet<DocumentKey> = documents.iter().map(|document| document.key.clone()).collect();
    if keys.is_empty() {
        return Ok(keys);
    }
    let present: Vec<(String, String, i64, i64)> = document::Entity::find()
        .select_only()
        .columns([Column::Kind, Column::DocumentId, Column::Version, Column::CreatedAt])
        .filter(any_of(Column::Kind, Column::DocumentId, &keys))
        .into_tuple()
        .all(db)
        .await?;
    let present: BTreeSet<_> = present.into_iter().collect();
    let is_outdated = |document: &&Document| {
        let key = &document.key;
        let row = (key.kind.name().to_owned(), key.id.clone(), document.version, document.created_at.micros());
        !present.contains(&row)
    };
    Ok(documents.iter().filter(is_outdated).map(|document| document.key.clone()).collect())
}
