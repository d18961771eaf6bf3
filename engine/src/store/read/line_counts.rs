//! How many lines documents have, for those who read so many at a time.

use std::collections::BTreeMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::document::{Document, DocumentKind};
use crate::entity::document_line::{Column, Entity};
use crate::store::StoreError;

/// So many lines are read at a time, unless one document has more.
const AT_ONCE: i64 = 2_000;

/// Splits documents of one type into runs that together have few lines. An index answers it without the lines themselves.
pub async fn in_runs(
    db: &impl ConnectionTrait,
    kind: DocumentKind,
    documents: Vec<Document>,
) -> Result<Vec<Vec<Document>>, StoreError> {
    let counted: Vec<(String, i64)> = Entity::find()
        .select_only()
        .column(Column::DocumentId)
        .column_as(Column::LineNumber.count(), "lines")
        .filter(Column::Kind.eq(kind.name()))
        .filter(Column::DocumentId.is_in(documents.iter().map(|document| document.key.id.as_str())))
        .group_by(Column::DocumentId)
        .into_tuple()
        .all(db)
        .await?;
    let counts: BTreeMap<String, i64> = counted.into_iter().collect();
    let (mut runs, mut in_run) = (Vec::<Vec<Document>>::new(), 0_i64);
    for document in documents {
        let lines = counts.get(&document.key.id).copied().unwrap_or(0);
        match runs.last_mut() {
            Some(run) if in_run.saturating_add(lines) <= AT_ONCE => {
                in_run = in_run.saturating_add(lines);
                run.push(document);
            }
            Some(_) | None => {
                in_run = lines;
                runs.push(vec![document]);
            }
        }
    }
    Ok(runs)
}
