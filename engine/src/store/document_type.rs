//! The document types that the books know already.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, EntityTrait, QueryTrait, Set};

use super::StoreError;
use super::batch::Batch;
use super::statement::parameters;
use crate::entity::document_type;
use crate::kind::DocumentKind;

/// Which of these they do not know.
pub async fn new_among(
    db: &impl ConnectionTrait,
    asked: &BTreeSet<DocumentKind>,
) -> Result<Vec<DocumentKind>, StoreError> {
    let known = document_type::Entity::find().all(db).await?;
    let is_new = |kind: &DocumentKind| !known.iter().any(|row| row.name == kind.name());
    Ok(asked.iter().copied().filter(is_new).collect())
}

pub fn record(batch: &mut Batch, kind: DocumentKind) {
    let model = document_type::ActiveModel { name: Set(kind.name().into()) };
    batch.insert(document_type::Entity::insert(model).into_query(), parameters::<document_type::Entity>(1));
}
