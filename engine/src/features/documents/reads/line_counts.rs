//! How many lines documents have, for reads that take a number of lines at a time.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QuerySelect};

use crate::books::document::Document;
use crate::kernel::entity::document_line::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::by_key::these;
use crate::values::page::runs;

/// So many lines are read at a time, unless one document has more.
const AT_ONCE: u64 = 2_000;

/// Splits documents of one type into runs that together have few lines. An index answers it without the lines themselves.
pub async fn in_runs(db: &impl ConnectionTrait, documents: Vec<Document>) -> Result<Vec<Vec<Document>>, StoreError> {
    if documents.is_empty() {
        return Ok(Vec::new());
    }
    let keys = documents.iter().map(|document| document.key.clone()).collect();
    let counted = Entity::find()
        .select_only()
        .column(Column::DocumentId)
        .column_as(Column::LineNumber.count(), "lines")
        .group_by(Column::DocumentId);
    let counted = these(counted, db.get_database_backend(), [Column::Kind, Column::DocumentId], &keys);
    let counted: Vec<(String, i64)> = counted.into_tuple().all(db).await?;
    let counts: BTreeMap<String, i64> = counted.into_iter().collect();
    let sized = documents.into_iter().map(|document| {
        let lines = counts.get(&document.key.id).and_then(|lines| u64::try_from(*lines).ok());
        (document, lines.unwrap_or(0))
    });
    Ok(runs(sized, AT_ONCE))
}
