//! The document types that the books know already.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, EntityTrait, Set};

use super::StoreError;
use crate::kernel::entity::document_type;
use crate::values::kind::DocumentKind;

/// Which of these they do not know.
pub async fn new_among(
    db: &impl ConnectionTrait,
    asked: &BTreeSet<DocumentKind>,
) -> Result<Vec<DocumentKind>, StoreError> {
    let known = document_type::Entity::find().all(db).await?;
    let is_new = |kind: &DocumentKind| !known.iter().any(|row| row.name == kind.name());
    Ok(asked.iter().copied().filter(is_new).collect())
}

pub async fn record(tx: &impl ConnectionTrait, kind: DocumentKind) -> Result<(), StoreError> {
    let model = document_type::ActiveModel { name: Set(kind.name().into()) };
    document_type::Entity::insert(model).exec_without_returning(tx).await?;
    Ok(())
}
