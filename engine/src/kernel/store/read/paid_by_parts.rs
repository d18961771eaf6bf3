//! The payments of several documents that give a part to one. See docs/rules/payments.md#several-documents.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::kernel::entity::document_line::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::values::kind::DocumentKind;

/// The ids of those of this type that pay a document of this id, whatever became of them.
pub async fn paid_by_parts(db: &impl ConnectionTrait, of: DocumentKind, id: &str) -> Result<Vec<String>, StoreError> {
    if of.payment().is_none() {
        return Ok(Vec::new());
    }
    let found = Entity::find()
        .select_only()
        .column(Column::DocumentId)
        .filter(Column::SettledId.eq(id))
        .filter(Column::SettledId.is_not_null())
        .filter(Column::Kind.eq(of.name()));
    Ok(found.into_tuple().all(db).await?)
}
