//! How the books began: the first row of the trail that was about something in them.

use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::approval::access::SYSTEM;
use crate::kernel::entity::audit_entry::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::kernel::store::baseline::{ACTION, BOOKS};

/// What was written first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Beginning {
    pub performed_by: String,
    /// Such as `account`.
    pub resource: String,
    pub resource_id: String,
}

/// The first entry, apart from those that the service itself writes into unused books: the built-in roles, and the baseline of the
/// trail, which states the first dimensions, too. `None` when there is nothing else.
pub async fn beginning(db: &impl ConnectionTrait) -> Result<Option<Beginning>, StoreError> {
    let of_people =
        Condition::any().add(Column::PerformedBy.ne(SYSTEM)).add(Column::Resource.is_not_in(["role", BOOKS]));
    let first = Entity::find()
        .select_only()
        .columns([Column::PerformedBy, Column::Resource, Column::ResourceId])
        .filter(of_people)
        .filter(Column::Action.ne(ACTION))
        .order_by_asc(Column::Seq)
        .into_tuple::<(String, String, String)>()
        .one(db)
        .await?;
    Ok(first.map(|(performed_by, resource, resource_id)| Beginning { performed_by, resource, resource_id }))
}
