//! What bars the close of a period. See docs/rules/periods.md#unposted-documents.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Statement};

use super::row::RowName;
use super::{StoreError, status};
use crate::books::command::snapshot::Unposted;
use crate::books::document::Status;
use crate::kernel::entity::document;
use crate::values::account::Subtype;
use crate::values::kind::{Control, DocumentKey, DocumentKind, SubLedger};

/// The unposted documents of a period, without their lines.
pub async fn unposted(db: &impl ConnectionTrait, period_id: &str) -> Result<Vec<Unposted>, StoreError> {
    let rows: Vec<(String, String, String, String)> = document::Entity::find()
        .select_only()
        .columns([
            document::Column::Kind,
            document::Column::DocumentId,
            document::Column::Status,
            document::Column::SubLedger,
        ])
        .filter(document::Column::PeriodId.eq(period_id))
        .filter(status::unposted())
        .order_by_asc(document::Column::Kind)
        .order_by_asc(document::Column::DocumentId)
        .into_tuple()
        .all(db)
        .await?;
    let has_entries = rows.iter().any(|(kind, ..)| DocumentKind::parse(kind) == Some(DocumentKind::JournalEntry));
    let on_control = if has_entries { entries_on_control(db, period_id).await? } else { BTreeMap::new() };
    let read = |(kind, id, status, sub_ledger): (String, String, String, String)| {
        let name = RowName { table: "document", key: &id };
        let key = DocumentKey::new(name.some("kind", DocumentKind::parse(&kind))?, id.clone());
        let mut sub_ledgers = on_control.get(&key).cloned().unwrap_or_default();
        sub_ledgers.insert(name.some("sub_ledger", SubLedger::parse(&sub_ledger))?);
        Ok(Unposted { key, status: name.some("status", Status::parse(&status))?, sub_ledgers })
    };
    rows.into_iter().map(read).collect()
}

/// The unposted entries of a period with lines on control accounts, and the sub-ledgers of these. Other documents stand in the
/// sub-ledger of theirs already, and have none on their lines. See docs/rules/periods.md#control-accounts.
async fn entries_on_control(
    db: &impl ConnectionTrait,
    period_id: &str,
) -> Result<BTreeMap<DocumentKey, BTreeSet<SubLedger>>, StoreError> {
    let controls = Control::ALL.map(|control| Subtype::from(control).name()).join("', '");
    let sql = format!(
        "SELECT DISTINCT l.document_id, a.subtype FROM document \
            JOIN document_line l ON l.kind = document.kind AND l.document_id = document.document_id \
            JOIN account a ON a.account_id = l.account_id \
            WHERE document.period_id = $1 AND {} AND document.kind = '{}' AND a.subtype IN ('{controls}')",
        status::UNPOSTED,
        DocumentKind::JournalEntry.name(),
    );
    let mut found: BTreeMap<DocumentKey, BTreeSet<SubLedger>> = BTreeMap::new();
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, [period_id.into()]);
    for row in db.query_all_raw(statement).await? {
        let (id, subtype): (String, String) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let of = Control::ALL.into_iter().filter(|control| Subtype::from(*control).name() == subtype);
        let key = DocumentKey::new(DocumentKind::JournalEntry, id);
        found.entry(key).or_default().extend(of.map(Control::sub_ledger));
    }
    Ok(found)
}
