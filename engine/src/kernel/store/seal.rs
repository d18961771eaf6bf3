//! Sealing the audit trail, and reading it in pages. See docs/rules/audit.md#sealed-rows.

mod gaps;

use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Set,
};

pub use self::gaps::Gaps;
use super::StoreError;
use super::batch::Batch;
use super::read::at_once;
use super::rows::Rows;
use crate::kernel::chain::line::{Head, Line, Sealed};
use crate::kernel::chain::{Hash, Row};
use crate::kernel::crash;
use crate::kernel::crash::Point;
use crate::kernel::entity::{audit_entry, audit_head, audit_seal};
use crate::values::clock::{Clock, Timestamp};

/// The key of `PostgreSQL`'s advisory lock that lets one process seal at a time; `seal` in ASCII.
const SEALER: i64 = 0x73_65_61_6c;
/// The most rows that one look seals; fewer were all there were.
pub const PAGE: u64 = 1_000;

/// How far back to look for rows without a seal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Near the head: at a start, and what a job does each second.
    Recent,
    /// Everywhere: before a check, and now and then, for a transaction that took very long.
    All,
}

/// Seals the next rows on the caller's transaction; how many. The head's old position guards it.
pub async fn batch(tx: &DatabaseTransaction, now: Timestamp, reach: Reach, gaps: &Gaps) -> Result<u64, StoreError> {
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({SEALER})")).await?;
    }
    let Some(before) = head(tx, now).await? else {
        return Err(StoreError::Broken("table audit_head has no row".into()));
    };
    let known = gaps.at(&before.hash).filter(|_| reach == Reach::Recent);
    let rows = match (tx.get_database_backend(), reach, &known) {
        (DbBackend::Postgres, Reach::All, _) => unsealed(tx, 0, i64::MAX, PAGE).await?,
        (DbBackend::Postgres, Reach::Recent, None) => unsealed(tx, near(before.seq), i64::MAX, PAGE).await?,
        (DbBackend::Postgres, Reach::Recent, Some(known)) => since(tx, &before, known).await?,
        // With one writer, rows commit in the order of their numbers: a lower one was not written by us.
        _ => unsealed(tx, before.seq, i64::MAX, PAGE).await?,
    };
    if rows.is_empty() {
        return Ok(0);
    }
    let bad = || StoreError::bad_row("audit_head", "hash", "1");
    let (mut position, mut hash, mut seq) = (before.position, Hash::parse(&before.hash).ok_or_else(bad)?, before.seq);
    let mut seals = Vec::with_capacity(rows.len());
    for row in &rows {
        position = position.saturating_add(1);
        hash = hash.followed_by(row);
        seq = Ord::max(seq, row.seq);
        seals.push(audit_seal::ActiveModel { position: Set(position), seq: Set(row.seq), hash: Set(hash.to_string()) });
    }
    let mut written = Batch::on(tx.get_database_backend());
    written.insert(Rows::of::<audit_seal::Entity>(seals));
    written.send(tx).await?;
    crash::crash_point(|| Point::SealWritten);
    let moved = audit_head::Entity::update_many()
        .col_expr(audit_head::Column::Position, Expr::value(position))
        .col_expr(audit_head::Column::Seq, Expr::value(seq))
        .col_expr(audit_head::Column::Hash, Expr::value(hash.to_string()))
        .col_expr(audit_head::Column::SealedAt, Expr::value(now.micros()))
        .filter(audit_head::Column::Id.eq(1))
        .filter(audit_head::Column::Position.eq(before.position))
        .exec(tx)
        .await?;
    if moved.rows_affected != 1 {
        return Err(StoreError::Contended("another process sealed meanwhile".into()));
    }
    if tx.get_database_backend() == DbBackend::Postgres {
        let left = match known {
            Some(known) => gaps::left(&known, before.seq, &rows.iter().map(|row| row.seq).collect::<Vec<_>>()),
            None => gaps::find(tx, near(seq)).await?,
        };
        gaps.keep(hash.to_string(), left);
    }
    Ok(u64::try_from(rows.len()).unwrap_or(u64::MAX))
}

/// Below it no row is looked for near the head.
fn near(head: i64) -> i64 {
    Ord::max(head.saturating_sub(gaps::WINDOW), 0)
}

/// The rows above the head, after those that came to light in the gaps below it; by number.
async fn since(db: &impl ConnectionTrait, head: &Head, gaps: &[i64]) -> Result<Vec<Row>, StoreError> {
    let by_number = audit_entry::Entity::find().order_by_asc(audit_entry::Column::Seq);
    let late = by_number.clone().filter(audit_entry::Column::Seq.is_in(gaps.iter().copied()));
    let new = by_number.filter(audit_entry::Column::Seq.gt(head.seq)).limit(PAGE);
    let mut rows = if gaps.is_empty() { Vec::new() } else { at_once::rows(db, late).await? };
    rows.extend(at_once::rows(db, new).await?);
    rows.sort_unstable_by_key(|row| row.seq);
    Ok(rows.into_iter().map(Row::from).collect())
}

/// Whether there are rows to seal, near the head.
pub async fn is_behind(db: &impl ConnectionTrait, gaps: &Gaps) -> Result<bool, StoreError> {
    let Some(head) = audit_head::Entity::find_by_id(1).one(db).await? else {
        return Err(StoreError::Broken("table audit_head has no row".into()));
    };
    let newest = audit_entry::Entity::find()
        .select_only()
        .column(audit_entry::Column::Seq)
        .order_by_desc(audit_entry::Column::Seq)
        .into_tuple::<i64>()
        .one(db)
        .await?;
    if newest.is_some_and(|newest| newest > head.seq) {
        return Ok(true);
    }
    // With one writer, rows commit in the order of their numbers; on PostgreSQL a lower one may have come to light.
    if db.get_database_backend() != DbBackend::Postgres {
        return Ok(false);
    }
    let Some(known) = gaps.at(&head.hash) else {
        let after = near(head.seq);
        let is_behind = !unsealed(db, after, i64::MAX, 1).await?.is_empty();
        if !is_behind {
            gaps.keep(head.hash, gaps::find(db, after).await?);
        }
        return Ok(is_behind);
    };
    if known.is_empty() {
        return Ok(false);
    }
    let late = audit_entry::Entity::find().filter(audit_entry::Column::Seq.is_in(known)).one(db);
    Ok(late.await?.is_some())
}

/// The head as recorded.
pub async fn head(db: &impl ConnectionTrait, now: Timestamp) -> Result<Option<Head>, StoreError> {
    let found = audit_head::Entity::find_by_id(1).one(db).await?;
    Ok(found.map(|head| Head {
        position: head.position,
        seq: head.seq,
        hash: head.hash,
        sealed_at: head.sealed_at,
        read_at: now.micros(),
    }))
}

/// Rows without a seal whose number is above `after` and at most `upto`, by number, as many as that.
pub async fn unsealed(db: &impl ConnectionTrait, after: i64, upto: i64, limit: u64) -> Result<Vec<Row>, StoreError> {
    let sealed = Query::select()
        .expr(Expr::val(1))
        .from(audit_seal::Entity)
        .and_where(
            Expr::col((audit_seal::Entity, audit_seal::Column::Seq))
                .equals((audit_entry::Entity, audit_entry::Column::Seq)),
        )
        // Said of the seals as well, or PostgreSQL gathers all that there are.
        .and_where(Expr::col((audit_seal::Entity, audit_seal::Column::Seq)).gt(after))
        .and_where(Expr::col((audit_seal::Entity, audit_seal::Column::Seq)).lte(upto))
        .to_owned();
    let rows = audit_entry::Entity::find()
        .filter(audit_entry::Column::Seq.gt(after))
        .filter(audit_entry::Column::Seq.lte(upto))
        .filter(Expr::exists(sealed).not())
        .order_by_asc(audit_entry::Column::Seq)
        .limit(limit);
    let mut rows = at_once::rows(db, rows).await?;
    // The chain is made in this order, and what gathers the rows does not promise it.
    rows.sort_unstable_by_key(|row| row.seq);
    Ok(rows.into_iter().map(Row::from).collect())
}

/// The seals above `after`, by position, each with its row, as many as that.
pub async fn sealed(db: &impl ConnectionTrait, after: i64, limit: u64) -> Result<Vec<Sealed>, StoreError> {
    let seals = audit_seal::Entity::find()
        .filter(audit_seal::Column::Position.gt(after))
        .order_by_asc(audit_seal::Column::Position)
        .limit(limit)
        .all(db)
        .await?;
    let named = audit_entry::Column::Seq.is_in(seals.iter().map(|seal| seal.seq));
    let rows = at_once::rows(db, audit_entry::Entity::find().filter(named)).await?;
    let mut rows: std::collections::BTreeMap<i64, Row> =
        rows.into_iter().map(|row| (row.seq, Row::from(row))).collect();
    let joined = |seal: audit_seal::Model| Sealed {
        row: rows.remove(&seal.seq),
        position: seal.position,
        seq: seal.seq,
        hash: seal.hash,
    };
    Ok(seals.into_iter().map(joined).collect())
}

/// How many rows there are.
pub async fn rows(db: &impl ConnectionTrait) -> Result<u64, StoreError> {
    Ok(audit_entry::Entity::find().count(db).await?)
}

/// Hands every line to `visit`: seals, rows without, head. The outer error is the database's.
pub async fn lines<E>(
    db: &impl ConnectionTrait,
    clock: &Clock,
    visit: &mut (impl FnMut(&Line) -> Result<(), E> + Send),
) -> Result<Result<(), E>, StoreError> {
    // Before the walk, which may take longer than a row may go without a seal: what is read is the state of now.
    let now = clock.now();
    let mut after = i64::MIN;
    loop {
        let page = sealed(db, after, PAGE).await?;
        let Some(last) = page.last().map(|seal| seal.position) else { break };
        after = last;
        if let Err(objection) = page.into_iter().try_for_each(|seal| visit(&Line::Sealed(seal))) {
            return Ok(Err(objection));
        }
    }
    let mut after = i64::MIN;
    loop {
        let page = unsealed(db, after, i64::MAX, PAGE).await?;
        let Some(last) = page.last().map(|row| row.seq) else { break };
        after = last;
        if let Err(objection) = page.into_iter().try_for_each(|row| visit(&Line::Unsealed(row))) {
            return Ok(Err(objection));
        }
    }
    let head = head(db, now).await?;
    Ok(head.map_or(Ok(()), |head| visit(&Line::Head(head))))
}

impl From<audit_entry::Model> for Row {
    fn from(row: audit_entry::Model) -> Self {
        Self {
            seq: row.seq,
            at: row.at,
            performed_by: row.performed_by,
            resource: row.resource,
            resource_id: row.resource_id,
            action: row.action,
            before_status: row.before_status,
            after_status: row.after_status,
            details: row.details.0,
        }
    }
}
