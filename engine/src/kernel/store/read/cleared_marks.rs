//! What is marked as cleared: by reconciliations, and by matches with lines of bank statements.

use std::collections::BTreeSet;

use sea_orm::sea_query::{Expr, ExprTrait, Order, Query, SelectStatement, UnionType};
use sea_orm::{EntityTrait, FromQueryResult, QueryFilter, QuerySelect, QueryTrait};

use crate::books::cleared::{Mark, MarkedBy, TransactionKey};
use crate::books::document::{Document, Status};
use crate::kernel::entity::{bank_match, bank_match_transaction, cleared_mark, document, reconciliation};
use crate::kernel::store::StoreError;
use crate::kernel::store::reads::Reads;
use crate::kernel::store::row::RowName;
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, any_of};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The marks of these documents, on whatever account.
pub async fn marks_of(db: &impl Reads, documents: &BTreeSet<DocumentKey>) -> Result<Vec<Mark>, StoreError> {
    let mut found = Vec::new();
    let all: Vec<&DocumentKey> = documents.iter().collect();
    for chunk in all.chunks(ROWS_PER_STATEMENT) {
        let keys: BTreeSet<DocumentKey> = chunk.iter().map(|key| (*key).clone()).collect();
        let rows: Vec<MarkRow> = db.records(db.backend().build(&marks_on(&keys))).await?;
        for row in rows {
            found.push(read(row)?);
        }
    }
    // A transaction that a session marked may be matched as well: its own mark is the last, and stands.
    found.sort_by_key(|mark| matches!(mark.by, MarkedBy::Session(_)));
    Ok(found)
}

/// What bars these documents: their marks, and what completed reconciliations count of those that are cleared by their own action.
pub async fn bars_of(db: &impl Reads, documents: impl Iterator<Item = &Document>) -> Result<Vec<Mark>, StoreError> {
    let (mut keys, mut cleared) = (BTreeSet::new(), BTreeSet::new());
    for document in documents {
        keys.insert(document.key.clone());
        if document.status() == Status::Cleared {
            cleared.insert(document.key.clone());
        }
    }
    let mut bars = marks_of(db, &keys).await?;
    bars.extend(counted_of(db, &cleared).await?);
    Ok(bars)
}

/// The payments among these that are cleared by their own action, as the completed reconciliations of their bank account count them.
/// What was recorded after a completion, or for a later day than its statement, that one does not count.
async fn counted_of(db: &impl Reads, payments: &BTreeSet<DocumentKey>) -> Result<Vec<Mark>, StoreError> {
    use document::Column as D;
    use reconciliation::Column as R;
    if payments.is_empty() {
        return Ok(Vec::new());
    }
    let own = |column: D| Expr::col((document::Entity, column));
    let of_session = |column: R| Expr::col((reconciliation::Entity, column));
    let counts = Query::select()
        .expr(of_session(R::AccountId))
        .expr_as(own(D::Kind), "source_kind")
        .expr_as(own(D::DocumentId), "source_id")
        .expr_as(Expr::cust("CAST(0 AS BIGINT)"), "line_number")
        .expr(of_session(R::ReconciliationId))
        .expr_as(own(D::SettledOn), "cleared_date")
        .expr_as(own(D::SettledAt), "marked_at")
        .expr_as(own(D::SettledBy), "marked_by")
        .expr_as(of_session(R::ReconciliationId), "completed_in")
        .expr(of_session(R::CompletedAt))
        .expr_as(Expr::cust("CAST(NULL AS TEXT)"), "match_id")
        .from(document::Entity)
        .inner_join(reconciliation::Entity, own(D::CashAccountId).equals((reconciliation::Entity, R::AccountId)))
        .cond_where(any_of(D::Kind, D::DocumentId, payments))
        .and_where(own(D::Status).eq(Status::Cleared.name()))
        .and_where(of_session(R::CompletedAt).gte(own(D::SettledAt)))
        .and_where(of_session(R::StatementDate).gte(own(D::SettledOn)))
        .order_by((reconciliation::Entity, R::CompletedAt), Order::Asc)
        .to_owned();
    let rows: Vec<MarkRow> = db.records(db.backend().build(&counts)).await?;
    rows.into_iter().map(read).collect()
}

/// The marks that sessions set on these documents, and what is matched with lines of bank statements: in one statement.
fn marks_on(keys: &BTreeSet<DocumentKey>) -> SelectStatement {
    use bank_match_transaction::Column as T;
    let mut marks = cleared_mark::Entity::find()
        .expr_as(Expr::cust("CAST(NULL AS TEXT)"), "match_id")
        .filter(any_of(cleared_mark::Column::SourceKind, cleared_mark::Column::SourceId, keys))
        .into_query();
    let own = |column: T| Expr::col((bank_match_transaction::Entity, column));
    let of_match = |column: bank_match::Column| Expr::col((bank_match::Entity, column));
    let of_matches = Query::select()
        .exprs([T::AccountId, T::SourceKind, T::SourceId, T::LineNumber].map(own))
        .expr_as(Expr::value(""), "reconciliation_id")
        .expr(own(T::ClearedDate))
        .expr_as(of_match(bank_match::Column::MatchedAt), "marked_at")
        .expr_as(of_match(bank_match::Column::MatchedBy), "marked_by")
        .expr(of_match(bank_match::Column::CompletedIn))
        .expr(of_match(bank_match::Column::CompletedAt))
        .expr(own(T::MatchId))
        .from(bank_match_transaction::Entity)
        .inner_join(bank_match::Entity, own(T::MatchId).equals((bank_match::Entity, bank_match::Column::MatchId)))
        .cond_where(any_of(T::SourceKind, T::SourceId, keys))
        .to_owned();
    marks.union(UnionType::All, of_matches).to_owned()
}

/// A mark, be it a row of its own or a bank transaction of a match.
#[derive(FromQueryResult, serde::Deserialize)]
pub struct MarkRow {
    account_id: String,
    source_kind: String,
    source_id: String,
    line_number: i64,
    reconciliation_id: String,
    cleared_date: String,
    marked_at: i64,
    marked_by: String,
    completed_in: Option<String>,
    completed_at: Option<i64>,
    match_id: Option<String>,
}

impl From<cleared_mark::Model> for MarkRow {
    fn from(row: cleared_mark::Model) -> Self {
        Self {
            account_id: row.account_id,
            source_kind: row.source_kind,
            source_id: row.source_id,
            line_number: row.line_number,
            reconciliation_id: row.reconciliation_id,
            cleared_date: row.cleared_date,
            marked_at: row.marked_at,
            marked_by: row.marked_by,
            completed_in: row.completed_in,
            completed_at: row.completed_at,
            match_id: None,
        }
    }
}

pub fn read(row: impl Into<MarkRow>) -> Result<Mark, StoreError> {
    let row: MarkRow = row.into();
    let name = RowName { table: "cleared_mark", key: &row.source_id.clone() };
    let kind = name.some("source_kind", DocumentKind::parse(&row.source_kind))?;
    Ok(Mark {
        key: TransactionKey { source: DocumentKey::new(kind, row.source_id), line_number: row.line_number },
        cleared_date: name.date("cleared_date", &row.cleared_date)?,
        account_id: row.account_id,
        by: row.match_id.map_or(MarkedBy::Session(row.reconciliation_id), MarkedBy::Match),
        marked_at: Timestamp::from_micros(row.marked_at),
        marked_by: row.marked_by,
        completed_in: row.completed_in.zip(row.completed_at.map(Timestamp::from_micros)),
    })
}
