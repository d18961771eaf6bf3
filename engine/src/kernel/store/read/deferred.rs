//! How the document stands that an entry of a deferral defers a line of.

use sea_orm::{FromQueryResult, Statement};
use serde::Deserialize;

use crate::books::document::Status;
use crate::books::document::deferred::Deferred;
use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::kind::{DocumentKey, DocumentKind};

#[derive(FromQueryResult, Deserialize)]
struct Found {
    kind: String,
    document_id: String,
    status: String,
}

/// By their primary keys. A part of a later day has no entry yet: one that is named like it is nobody's.
const SOURCE: &str = "SELECT s.kind, s.document_id, s.status FROM deferral d \
    JOIN document s ON s.kind = d.document_type AND s.document_id = d.document_id \
    WHERE d.deferral_id = $1 AND d.recognized_through >= $2";

/// The document of the deferral; `None` where no such deferral recognised anything up to that day.
pub async fn deferred(db: &impl Reads, deferral_id: &str, day: Date) -> Result<Option<Deferred>, StoreError> {
    let values = [deferral_id.into(), day.to_string().into()];
    let found: Vec<Found> = db.records(Statement::from_sql_and_values(db.backend(), SOURCE, values)).await?;
    let read = |found: Found| {
        let name = RowName { table: "document", key: &found.document_id };
        let kind = name.some("kind", DocumentKind::parse(&found.kind))?;
        let status = name.some("status", Status::parse(&found.status))?;
        Ok(Deferred { source: DocumentKey::new(kind, found.document_id.as_str()), status })
    };
    found.into_iter().next().map(read).transpose()
}
