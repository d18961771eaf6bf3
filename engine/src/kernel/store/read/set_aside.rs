//! Approved documents whose posting job was set aside. See docs/rules/documents.md#no-dead-end.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait};
use serde::Deserialize;

use crate::books::queue::{JobState, Queue};
use crate::kernel::entity::job;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::statement::any_of;
use crate::kernel::store::{StoreError, status};
use crate::values::kind::{DocumentKey, DocumentKind};

#[derive(FromQueryResult, Deserialize)]
struct SetAside {
    resource_type: String,
    resource_id: String,
    job_id: String,
}

/// The posting jobs that were set aside, by their documents, of these documents.
pub async fn set_aside_postings(
    db: &impl Reads,
    keys: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<DocumentKey, String>, StoreError> {
    if keys.is_empty() {
        return Ok(BTreeMap::new());
    }
    let select = job::Entity::find()
        .select_only()
        .columns([job::Column::ResourceType, job::Column::ResourceId, job::Column::JobId])
        .filter(status::not_done())
        .filter(job::Column::JobType.eq(Queue::PostDocument.name()))
        .filter(job::Column::State.eq(JobState::Quarantined.name()))
        .filter(any_of(job::Column::ResourceType, job::Column::ResourceId, keys));
    let rows: Vec<SetAside> = db.records(select.build(db.backend())).await?;
    let of_document = |SetAside { resource_type, resource_id, job_id }: SetAside| {
        Some((DocumentKey::new(DocumentKind::parse(&resource_type)?, resource_id), job_id))
    };
    Ok(rows.into_iter().filter_map(of_document).collect())
}
