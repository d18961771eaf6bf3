//! Which journal entries are payroll, for who does not read that and would be told their ids. See docs/rules/access.md#payroll.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SimpleExpr};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect};

use crate::kernel::entity::document::Column;
use crate::kernel::entity::{document, job};
use crate::kernel::store::StoreError;
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, any_of};
use crate::values::kind::{DocumentKey, DocumentKind, SubLedger};

/// Those of these entries that are payroll; of an entry that is not there nothing is known.
pub async fn payroll_among(
    db: &impl ConnectionTrait,
    ids: impl IntoIterator<Item = &str>,
) -> Result<BTreeSet<String>, StoreError> {
    let keys: BTreeSet<&str> = ids.into_iter().collect();
    let keys: Vec<DocumentKey> = keys.into_iter().map(|id| DocumentKey::new(DocumentKind::JournalEntry, id)).collect();
    let mut found = BTreeSet::new();
    for chunk in keys.chunks(ROWS_PER_STATEMENT) {
        let rows: Vec<(String, String)> = document::Entity::find()
            .select_only()
            .columns([Column::DocumentId, Column::SubLedger])
            .filter(any_of(Column::Kind, Column::DocumentId, &chunk.iter().cloned().collect()))
            .into_tuple()
            .all(db)
            .await?;
        let payroll = rows.into_iter().filter(|(_, sub_ledger)| sub_ledger == SubLedger::Payroll.name());
        found.extend(payroll.map(|(id, _)| id));
    }
    Ok(found)
}

/// Of the table of jobs: what posts no payroll.
pub(super) fn posts_no_payroll() -> SimpleExpr {
    let entry = Alias::new("entry");
    let of_entry = |column: Column| Expr::col((entry.clone(), column));
    let of_job = |column: job::Column| Expr::col((job::Entity, column));
    let mut payroll = Query::select();
    payroll.expr(Expr::val(1)).from_as(document::Entity, entry.clone());
    payroll.and_where(of_entry(Column::Kind).eq(DocumentKind::JournalEntry.name()));
    payroll.and_where(of_entry(Column::DocumentId).eq(of_job(job::Column::ResourceId)));
    payroll.and_where(of_entry(Column::SubLedger).eq(SubLedger::Payroll.name()));
    job::Column::ResourceType.ne(DocumentKind::JournalEntry.name()).or(Expr::exists(payroll).not())
}
