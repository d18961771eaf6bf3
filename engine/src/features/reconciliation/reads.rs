//! Lists of reconciliations, and the ledger lines and marks of a bank account.

pub mod worksheet;

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, ExprTrait, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement, Value,
};

use crate::features::reconciliation::model::{LedgerLine, Reconciliation, SessionStatus};
use crate::features::reconciliation::row;
use crate::features::reconciliation::row::LineRow;
use crate::kernel::entity::{cleared_mark, reconciliation};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::statement::ROWS_PER_STATEMENT;
use crate::values::kind::DocumentKey;
use crate::values::money::Currency;
use crate::values::page::{BYTES_AT_ONCE, Cursor, Page, PageRequest, runs};

/// What a list is narrowed to.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    pub account_id: Option<String>,
    pub status: Option<SessionStatus>,
}

impl Filter {
    fn condition(&self) -> Condition {
        let completed = |status| match status {
            SessionStatus::InProgress => reconciliation::Column::CompletedAt.is_null(),
            SessionStatus::Completed => reconciliation::Column::CompletedAt.is_not_null(),
        };
        Condition::all()
            .add_option(self.account_id.as_deref().map(|id| reconciliation::Column::AccountId.eq(id)))
            .add_option(self.status.map(completed))
    }
}

/// A session of a page that is not read yet.
#[derive(Clone, Debug)]
pub struct Unread {
    reconciliation_id: String,
    created_at: i64,
    bytes: u64,
}

/// One page of sessions, newest first, still to be [read](sessions), run by run: each may have hundreds of adjustments.
pub async fn list(db: &impl ConnectionTrait, filter: &Filter, page: &PageRequest) -> Result<Page<Unread>, StoreError> {
    use reconciliation::Column::{CreatedAt, ReconciliationId};
    const BYTES: &str = "CAST(COALESCE(octet_length(bank_adjustment_items), 0) + COALESCE(octet_length(book_adjustment_items), 0) AS BIGINT)";
    let wanted = || reconciliation::Entity::find().filter(filter.condition());
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows: Vec<(String, i64, i64)> = wanted()
        .select_only()
        .columns([ReconciliationId, CreatedAt])
        .expr(Expr::cust(BYTES))
        .filter(after(CreatedAt, ReconciliationId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(ReconciliationId)
        .limit(page.limit.saturating_add(1))
        .into_tuple()
        .all(db)
        .await?;
    let unread = |(reconciliation_id, created_at, bytes)| Unread {
        reconciliation_id,
        created_at,
        bytes: u64::try_from(bytes).unwrap_or(0),
    };
    Ok(Page::of(rows.into_iter().map(unread).collect(), page.limit, total, |row| Cursor {
        at: row.created_at,
        id: row.reconciliation_id.clone(),
    }))
}

/// Where a session stands in the list.
pub fn cursor(session: &Reconciliation) -> Cursor {
    Cursor { at: session.created_at.micros(), id: session.reconciliation_id.clone() }
}

/// Splits a page into runs of sessions that are not large together.
pub fn in_runs(rows: Vec<Unread>) -> Vec<Vec<Unread>> {
    runs(rows.into_iter().map(|row| (row.clone(), row.bytes)), BYTES_AT_ONCE)
}

/// These sessions, newest first.
pub async fn sessions(db: &impl ConnectionTrait, rows: &[Unread]) -> Result<Vec<Reconciliation>, StoreError> {
    use reconciliation::Column::{CreatedAt, ReconciliationId};
    let found = reconciliation::Entity::find()
        .filter(ReconciliationId.is_in(rows.iter().map(|row| row.reconciliation_id.as_str())))
        .order_by_desc(CreatedAt)
        .order_by_desc(ReconciliationId)
        .all(db)
        .await?;
    found.into_iter().map(row::read).collect()
}

const LINES: &str = "SELECT l.source_kind, l.source_id, l.kind AS posting_kind, l.line_number, l.posting_date, p.posted_at, l.currency, l.amount, \
    l.base_amount, l.memo AS line_memo, d.status, d.tran_date, d.memo AS document_memo, d.reference, d.settles_kind, \
    d.settles_id, d.settled_on, d.settled_at \
    FROM posting_line l \
    JOIN posting p ON p.source_kind = l.source_kind AND p.source_id = l.source_id AND p.kind = l.kind \
    JOIN document d ON d.kind = l.source_kind AND d.document_id = l.source_id";

/// The account's ledger lines of these documents, a statement for many of them. The account stands in an expression, so
/// that no planner takes its index and walks the whole account for each statement: the documents' key finds them at once.
pub async fn lines_of(
    db: &impl ConnectionTrait,
    account_id: &str,
    documents: &BTreeSet<DocumentKey>,
    currency: Currency,
    base: Currency,
) -> Result<Vec<LedgerLine>, StoreError> {
    let mut found = Vec::new();
    for (kind, ids) in by_kind(documents) {
        for chunk in ids.chunks(ROWS_PER_STATEMENT) {
            let places: Vec<String> = (3..).take(chunk.len()).map(|place| format!("${place}")).collect();
            let sql = format!(
                "{LINES} WHERE l.account_id || '' = $1 AND l.source_kind = $2 AND l.source_id IN ({}) ORDER BY l.posting_date, l.source_id, l.kind, l.position",
                places.join(", ")
            );
            let mut values: Vec<Value> = vec![account_id.into(), kind.into()];
            values.extend(chunk.iter().map(|id| Value::from(*id)));
            found.extend(lines(db, sql, values, currency, base).await?);
        }
    }
    Ok(found)
}

async fn lines(
    db: &impl ConnectionTrait,
    sql: String,
    values: Vec<Value>,
    currency: Currency,
    base: Currency,
) -> Result<Vec<LedgerLine>, StoreError> {
    let statement = Statement::from_sql_and_values(db.get_database_backend(), sql, values);
    let rows = LineRow::find_by_statement(statement).all(db).await?;
    rows.into_iter().map(|found| row::read_line(found, currency, base)).collect()
}

/// The documents' ids by the name of their type, both in the order in which documents are locked.
pub fn by_kind(documents: &BTreeSet<DocumentKey>) -> BTreeMap<&'static str, Vec<&str>> {
    let mut ids: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
    for key in documents {
        ids.entry(key.kind.name()).or_default().push(&key.id);
    }
    ids
}

/// Some of these marks, after this one, in the order of their keys. What cannot be read of them is named.
pub async fn marks_after(
    db: &impl ConnectionTrait,
    of: SimpleExpr,
    after: Option<&cleared_mark::Model>,
    limit: u64,
    unreadable: &mut Vec<String>,
) -> Result<Vec<cleared_mark::Model>, StoreError> {
    use cleared_mark::Column::{AccountId, LineNumber, SourceId, SourceKind};
    let after = after.map(|mark| {
        let columns: [SimpleExpr; 4] =
            [Expr::col(AccountId), Expr::col(SourceKind), Expr::col(SourceId), Expr::col(LineNumber)];
        let texts = [&mark.account_id, &mark.source_kind, &mark.source_id].map(|text| Expr::value(text.as_str()));
        let values: Vec<SimpleExpr> = texts.into_iter().chain([Expr::value(mark.line_number)]).collect();
        Expr::tuple(columns).gt(Expr::tuple(values))
    });
    let rows = cleared_mark::Entity::find()
        .filter(of)
        .filter(Condition::all().add_option(after))
        .order_by_asc(AccountId)
        .order_by_asc(SourceKind)
        .order_by_asc(SourceId)
        .order_by_asc(LineNumber)
        .limit(limit);
    each(db, rows, unreadable).await
}
