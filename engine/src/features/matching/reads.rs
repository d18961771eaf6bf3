//! Reads of matches.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait,
};

use crate::books::cleared::TransactionKey;
use crate::features::bank_statements;
use crate::features::matching::commands::{MatchState, WantedMatches};
use crate::features::matching::model::{Match, Matched};
use crate::features::reconciliation::TransactionId;
use crate::kernel::entity::{bank_match, bank_match_line, bank_match_transaction};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::kernel::store::row::RowName;
use crate::kernel::store::statement::{ROWS_PER_STATEMENT, any_of};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::page::{Cursor, Page, PageRequest};

/// Reads what is wanted. Under a write the matches are locked: a `complete` that counts them waits, or has counted them.
pub async fn see(db: &impl ConnectionTrait, wanted: &WantedMatches, lock: bool) -> Result<MatchState, StoreError> {
    let (WantedMatches::For { line_ids, .. } | WantedMatches::Matches { line_ids, .. }) = wanted;
    let mut seen = MatchState { of_lines: bank_statements::matches_of(db, line_ids).await?, ..MatchState::default() };
    match wanted {
        WantedMatches::For { account_id, transactions, .. } => {
            let lines = bank_statements::lines(db, line_ids).await?;
            seen.lines = lines.into_iter().map(|line| (line.line_id.clone(), line)).collect();
            let documents = transactions.iter().flat_map(TransactionId::keys).map(|key| key.source).collect();
            seen.of_transactions = of_transactions(db, account_id, &documents).await?;
        }
        WantedMatches::Matches { match_ids, .. } => {
            let all = match_ids.iter().chain(seen.of_lines.values()).cloned().collect();
            let found = matches(db, &all, lock).await?;
            seen.matches = found.into_iter().map(|one| (one.match_id.clone(), one)).collect();
        }
    }
    Ok(seen)
}

/// The matches that bank transactions of these documents are in, on this account.
pub async fn of_transactions(
    db: &impl ConnectionTrait,
    account_id: &str,
    documents: &BTreeSet<DocumentKey>,
) -> Result<BTreeMap<TransactionKey, String>, StoreError> {
    use bank_match_transaction::Column::{AccountId, SourceId, SourceKind};
    let mut found = BTreeMap::new();
    let all: Vec<&DocumentKey> = documents.iter().collect();
    for chunk in all.chunks(ROWS_PER_STATEMENT) {
        let keys: BTreeSet<DocumentKey> = chunk.iter().map(|key| (*key).clone()).collect();
        let rows = bank_match_transaction::Entity::find()
            .filter(AccountId.eq(account_id))
            .filter(any_of(SourceKind, SourceId, &keys))
            .all(db)
            .await?;
        for row in rows {
            let match_id = row.match_id.clone();
            found.insert(matched(row)?.key, match_id);
        }
    }
    Ok(found)
}

/// These matches, with their lines and transactions.
pub async fn matches(db: &impl ConnectionTrait, ids: &BTreeSet<String>, lock: bool) -> Result<Vec<Match>, StoreError> {
    let lock = lock && db.get_database_backend() == DbBackend::Postgres;
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(ROWS_PER_STATEMENT) {
        let rows = bank_match::Entity::find()
            .filter(bank_match::Column::MatchId.is_in(chunk.iter().copied()))
            .order_by_asc(bank_match::Column::MatchId)
            .apply_if(lock.then_some(()), |query, ()| query.lock_exclusive())
            .all(db)
            .await?;
        found.extend(whole(db, rows).await?);
    }
    Ok(found)
}

/// A transaction of another account than its match.
const ELSEWHERE: &str = "EXISTS (SELECT 1 FROM bank_match_transaction t WHERE t.match_id = bank_match.match_id \
    AND t.account_id <> bank_match.account_id)";

/// The matches whose own rows contradict each other: completed by half, or with a transaction of another account.
pub async fn torn(db: &impl ConnectionTrait) -> Result<Vec<String>, StoreError> {
    use bank_match::Column::{CompletedAt, CompletedIn, MatchId};
    let by_half = Condition::any()
        .add(CompletedIn.is_null().and(CompletedAt.is_not_null()))
        .add(CompletedIn.is_not_null().and(CompletedAt.is_null()));
    let torn = bank_match::Entity::find()
        .select_only()
        .column(MatchId)
        .filter(by_half.add(Expr::cust(ELSEWHERE)))
        .order_by_asc(MatchId);
    Ok(torn.into_tuple().all(db).await?)
}

/// The rows with their lines and transactions, in their order.
pub async fn whole(db: &impl ConnectionTrait, rows: Vec<bank_match::Model>) -> Result<Vec<Match>, StoreError> {
    let ids = || rows.iter().map(|row| row.match_id.as_str());
    let lines = bank_match_line::Entity::find().filter(bank_match_line::Column::MatchId.is_in(ids()));
    let mut of_lines: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in lines.all(db).await? {
        of_lines.entry(row.match_id).or_default().push(row.line_id);
    }
    let transactions = bank_match_transaction::Entity::find();
    let transactions = transactions.filter(bank_match_transaction::Column::MatchId.is_in(ids()));
    let mut of_books: BTreeMap<String, Vec<Matched>> = BTreeMap::new();
    for row in transactions.all(db).await? {
        let match_id = row.match_id.clone();
        of_books.entry(match_id).or_default().push(matched(row)?);
    }
    let read = |row: bank_match::Model| {
        let mut line_ids = of_lines.remove(&row.match_id).unwrap_or_default();
        let mut transactions = of_books.remove(&row.match_id).unwrap_or_default();
        line_ids.sort();
        transactions.sort();
        one(row, line_ids, transactions)
    };
    rows.into_iter().map(read).collect()
}

fn matched(row: bank_match_transaction::Model) -> Result<Matched, StoreError> {
    let name = RowName { table: "bank_match_transaction", key: &row.source_id.clone() };
    let kind = name.some("source_kind", DocumentKind::parse(&row.source_kind))?;
    Ok(Matched {
        cleared_date: name.date("cleared_date", &row.cleared_date)?,
        key: TransactionKey { source: DocumentKey::new(kind, row.source_id), line_number: row.line_number },
    })
}

fn one(row: bank_match::Model, line_ids: Vec<String>, transactions: Vec<Matched>) -> Result<Match, StoreError> {
    let name = RowName { table: "bank_match", key: &row.match_id.clone() };
    Ok(Match {
        points: row.points.map(|points| name.some("points", i32::try_from(points).ok())).transpose()?,
        last_date: name.date("last_date", &row.last_date)?,
        match_id: row.match_id,
        account_id: row.account_id,
        line_ids,
        transactions,
        reason: row.reason,
        matched_at: Timestamp::from_micros(row.matched_at),
        matched_by: row.matched_by,
        completed_in: row.completed_in.zip(row.completed_at.map(Timestamp::from_micros)),
    })
}

/// One page of an account's matches, newest first.
pub async fn list(db: &impl ConnectionTrait, account_id: &str, page: &PageRequest) -> Result<Page<Match>, StoreError> {
    use bank_match::Column::{AccountId, MatchId, MatchedAt};
    let wanted = || bank_match::Entity::find().filter(AccountId.eq(account_id));
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(MatchedAt, MatchId, page.after.as_ref()))
        .order_by_desc(MatchedAt)
        .order_by_desc(MatchId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rows = whole(db, rows).await?;
    let cursor = |one: &Match| Cursor { at: one.matched_at.micros(), id: one.match_id.clone() };
    Ok(Page::of(rows, page.limit, total, cursor))
}
