//! Approved documents whose posting job was set aside. See docs/rules/documents.md#no-dead-end.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::entity::job;
use crate::kind::{DocumentKey, DocumentKind};
use crate::queue::{JobState, Queue};
use crate::store::statement::any_of;
use crate::store::{StoreError, status};

/// The posting jobs that were set aside, by their documents, of these documents.
pub async fn set_aside_postings(
    db: &impl ConnectionTrait,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, String>, StoreError> {
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows: Vec<(String, String, String)> = job::Entity::find()
        .select_only()
        .columns([job::Column::ResourceType, job::Column::ResourceId, job::Column::JobId])
        .filter(status::not_done())
        .filter(job::Column::JobType.eq(Queue::PostDocument.name()))
        .filter(job::Column::State.eq(JobState::Quarantined.name()))
        .filter(any_of(job::Column::ResourceType, job::Column::ResourceId, keys))
        .into_tuple()
        .all(db)
        .await?;
    let of_document = |(kind, id, job_id): (String, String, String)| {
        Some((DocumentKey::new(DocumentKind::parse(&kind)?, id), job_id))
    };
    Ok(rows.into_iter().filter_map(of_document).collect())
}
