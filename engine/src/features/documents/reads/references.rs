//! The living documents that share their reference with another of their party, some at a time.

use sea_orm::{ConnectionTrait, Statement};

use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::kind::{DocumentKey, DocumentKind};

/// So many are read at a time.
const PAGE: usize = 200;

/// By type, party and key, then by id. Conditions stand here as in the partial index.
const SHARED: &str = "SELECT document.kind, document.party_id, document.reference_key, document.document_id, document.reference \
    FROM document JOIN (SELECT kind, party_id, reference_key FROM document \
        WHERE document.reference_key IS NOT NULL AND document.status <> 'Voided' AND document.status <> 'Rejected' \
        GROUP BY kind, party_id, reference_key HAVING COUNT(*) > 1) shared \
    ON shared.kind = document.kind AND shared.party_id = document.party_id AND shared.reference_key = document.reference_key \
    WHERE document.reference_key IS NOT NULL AND document.status <> 'Voided' AND document.status <> 'Rejected' \
        AND (document.kind, document.party_id, document.reference_key, document.document_id) > ($1, $2, $3, $4) \
    ORDER BY document.kind, document.party_id, document.reference_key, document.document_id LIMIT ";

/// One of them.
#[derive(Debug)]
pub struct Shared {
    pub key: DocumentKey,
    pub party_id: String,
    pub reference: String,
}

/// How far it is read.
#[derive(Default, Debug)]
pub struct Walk {
    after: [String; 4],
    is_over: bool,
}

impl Walk {
    /// The next of them; none when there are no more.
    pub async fn next(&mut self, db: &impl ConnectionTrait) -> Result<Option<Vec<Shared>>, StoreError> {
        if self.is_over {
            return Ok(None);
        }
        let values = self.after.clone().map(Into::into);
        let sql = format!("{SHARED}{PAGE}");
        let rows = db.query_all_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
        self.is_over = rows.len() < PAGE;
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            let text = |at: usize| row.try_get_by_index::<String>(at);
            self.after = [text(0)?, text(1)?, text(2)?, text(3)?];
            let [kind, party_id, _, id] = &self.after;
            let kind = RowName { table: "document", key: id }.some("kind", DocumentKind::parse(kind))?;
            let reference = row.try_get_by_index::<Option<String>>(4)?.unwrap_or_default();
            found.push(Shared { key: DocumentKey::new(kind, id.clone()), party_id: party_id.clone(), reference });
        }
        Ok(Some(found))
    }
}
