//! Audit trails: of one thing, oldest first; and of everything, newest first, each row with its seal.

use std::collections::BTreeMap;

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query, SelectStatement, SimpleExpr};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbBackend, DbErr, EntityTrait, IdenStatic, PaginatorTrait, QueryFilter,
    QueryOrder, QueryResult, Statement,
};

use crate::books::command::AuditEntry;
use crate::books::document::Status;
use crate::kernel::entity::audit_entry::Column;
use crate::kernel::entity::{audit_entry, audit_seal};
use crate::kernel::store::row::RowName;
use crate::kernel::store::{StoreError, baseline};
use crate::values::clock::{Date, Timestamp};
use crate::values::page::{BYTES_AT_ONCE, Cursor, Page, PageRequest, runs};

/// How many of the newest rows are looked through before the index of a resource is asked.
const RECENT: u64 = 2_000;
/// How many rows of a trail are read at a time at most.
const TRAIL_ROWS: u64 = 200;

/// A row of the trail as it stands there.
#[derive(Clone, Debug)]
pub struct TrailRow {
    pub seq: i64,
    pub at: Timestamp,
    pub entry: AuditEntry,
}

/// Some rows of what was done to one thing, oldest first.
#[derive(Clone, Default, Debug)]
pub struct Stretch {
    pub rows: Vec<TrailRow>,
    /// Whether rows follow.
    pub more: bool,
}

/// The rows after that number, as many as are not large together. A baseline did nothing to it.
pub async fn trail_after(db: &impl ConnectionTrait, resource: &str, id: &str, seq: i64) -> Result<Stretch, StoreError> {
    let own = Condition::all()
        .add(Column::Resource.eq(resource))
        .add(Column::ResourceId.eq(id))
        .add(Column::Action.ne(baseline::ACTION));
    let mut lengths = Query::select();
    lengths.column(Column::Seq).expr(bytes()).from(audit_entry::Entity);
    lengths.cond_where(own.clone()).and_where(Column::Seq.gt(seq)).order_by(Column::Seq, Order::Asc).limit(TRAIL_ROWS);
    let rows = db.query_all(&lengths).await?;
    let sized = |row: &QueryResult| Ok((row.try_get_by_index::<i64>(0)?, size(row, 1)?));
    let sized = rows.iter().map(sized).collect::<Result<Vec<_>, DbErr>>()?;
    let is_all = u64::try_from(sized.len()).is_ok_and(|found| found < TRAIL_ROWS);
    let runs = runs(sized, BYTES_AT_ONCE);
    let Some(last) = runs.first().and_then(|run| run.last()) else { return Ok(Stretch::default()) };
    let rows = audit_entry::Entity::find()
        .filter(own)
        .filter(Column::Seq.gt(seq))
        .filter(Column::Seq.lte(*last))
        .order_by_asc(Column::Seq)
        .all(db)
        .await?;
    let rows = rows.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(Stretch { rows, more: !is_all || runs.len() > 1 })
}

/// How many bytes the details of a row have, which the database knows without reading them.
fn bytes() -> SimpleExpr {
    Expr::cust("CAST(octet_length(details) AS BIGINT)")
}

fn size(row: &QueryResult, index: usize) -> Result<u64, DbErr> {
    Ok(u64::try_from(row.try_get_by_index::<i64>(index)?).unwrap_or(0))
}

/// Whether anything was ever done to it.
pub async fn is_known(db: &impl ConnectionTrait, resource: &str, id: &str) -> Result<bool, StoreError> {
    let row = audit_entry::Entity::find()
        .filter(audit_entry::Column::Resource.eq(resource))
        .filter(audit_entry::Column::ResourceId.eq(id))
        .one(db)
        .await?;
    Ok(row.is_some())
}

/// The latest instant among the last rows; none in new books. Processes that write at one moment may do so out of order.
pub async fn latest(db: &impl ConnectionTrait) -> Result<Option<Timestamp>, StoreError> {
    let latest = "SELECT max(at) AS at FROM (SELECT at FROM audit_entry ORDER BY seq DESC LIMIT 1000) AS newest";
    let row = db.query_one_raw(Statement::from_string(db.get_database_backend(), latest)).await?;
    let at: Option<i64> = row.map(|row| row.try_get("", "at")).transpose()?.flatten();
    Ok(at.map(Timestamp::from_micros))
}

/// What the trail of everything is narrowed to.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    /// Such as `bill` or `account`.
    pub resource: Option<String>,
    /// Within its resource.
    pub resource_id: Option<String>,
    pub performed_by: Option<String>,
    pub action: Option<String>,
    /// Days in UTC, both included.
    pub from: Option<Date>,
    pub to: Option<Date>,
}

/// A row and where it stands.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub row: TrailRow,
    /// None until the row is sealed, a few seconds after it was written.
    pub seal: Option<Seal>,
}

/// The row's place in the chain, and the hash of the chain up to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seal {
    pub position: i64,
    pub hash: String,
}

/// The filter whose index is read; each but the last two has its rows in the order of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lead {
    Person,
    Action,
    Time,
    Resource,
    Thing,
}

impl Filter {
    const fn lead(&self) -> Lead {
        match self {
            Self { resource: Some(_), resource_id: Some(_), .. } => Lead::Thing,
            Self { performed_by: Some(_), .. } => Lead::Person,
            Self { action: Some(_), .. } => Lead::Action,
            Self { resource: Some(_), .. } => Lead::Resource,
            _ => Lead::Time,
        }
    }

    fn condition(&self, backend: DbBackend) -> Condition {
        let lead = self.lead();
        // A column in an expression is none that SQLite has an index of.
        let column = |of: &[Lead], column: Column| -> SimpleExpr {
            if of.contains(&lead) || backend != DbBackend::Sqlite {
                Expr::col(column.as_column_ref())
            } else {
                Expr::cust(format!("+\"audit_entry\".\"{}\"", column.as_str()))
            }
        };
        let (things, times) = ([Lead::Thing, Lead::Resource], [Lead::Time, Lead::Person, Lead::Action]);
        Condition::all()
            .add_option(self.resource.as_deref().map(|is| column(&things, Column::Resource).eq(is)))
            .add_option(self.resource_id.as_deref().map(|is| column(&[Lead::Thing], Column::ResourceId).eq(is)))
            .add_option(self.performed_by.as_deref().map(|is| column(&[Lead::Person], Column::PerformedBy).eq(is)))
            .add_option(self.action.as_deref().map(|is| column(&[Lead::Action], Column::Action).eq(is)))
            .add_option(self.from.map(|day| column(&times, Column::At).gte(day.start().micros())))
            .add_option(self.to.map(|day| column(&times, Column::At).lt(day.next().start().micros())))
    }
}

/// A row of a page that is not read yet.
#[derive(Clone, Copy, Debug)]
pub struct Unread {
    seq: i64,
    at: i64,
    bytes: u64,
}

/// One page of the trail of everything, newest first, its rows still to be [read](recorded), run by run.
pub async fn list(db: &impl ConnectionTrait, filter: &Filter, page: &PageRequest) -> Result<Page<Unread>, StoreError> {
    let backend = db.get_database_backend();
    let wanted = filter.condition(backend);
    let total = if page.count { Some(audit_entry::Entity::find().filter(wanted).count(db).await?) } else { None };
    let rows = match filter.lead() {
        Lead::Thing => unread(db, &sorted(backend, filter, page)).await?,
        Lead::Resource => {
            // What most rows are about stands among the newest; what few are about, its index has at once.
            let recent = unread(db, &recent(backend, filter, page)).await?;
            let is_full = u64::try_from(recent.len()).is_ok_and(|found| found > page.limit);
            if is_full { recent } else { unread(db, &sorted(backend, filter, page)).await? }
        }
        Lead::Person | Lead::Action | Lead::Time => unread(db, &in_order(backend, filter, page)).await?,
    };
    Ok(Page::of(rows, page.limit, total, |row| Cursor { at: row.at, id: row.seq.to_string() }))
}

/// Where a row stands in the list.
pub fn cursor(recorded: &Recorded) -> Cursor {
    Cursor { at: recorded.row.at.micros(), id: recorded.row.seq.to_string() }
}

/// Splits a page into runs of rows that are not large together.
pub fn in_runs(rows: Vec<Unread>) -> Vec<Vec<Unread>> {
    runs(rows.into_iter().map(|row| (row, row.bytes)), BYTES_AT_ONCE)
}

/// These rows with their seals, newest first.
pub async fn recorded(db: &impl ConnectionTrait, rows: &[Unread]) -> Result<Vec<Recorded>, StoreError> {
    let keys: Vec<i64> = rows.iter().map(|row| row.seq).collect();
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    let mut rows = audit_entry::Entity::find().filter(Column::Seq.is_in(keys.iter().copied())).all(db).await?;
    rows.sort_by_key(|row| std::cmp::Reverse((row.at, row.seq)));
    let mut seals = seals(db, &keys).await?;
    let recorded = |row: audit_entry::Model| {
        let seal = seals.remove(&row.seq);
        Ok(Recorded { row: read(row)?, seal })
    };
    rows.into_iter().map(recorded).collect()
}

/// Rows of one instant are ordered by their number.
fn after(page: &PageRequest) -> Condition {
    let Some((at, seq)) = page.after.as_ref().map(place) else { return Condition::all() };
    let columns: [SimpleExpr; 2] = [Expr::col(Column::At.as_column_ref()), Expr::col(Column::Seq.as_column_ref())];
    Condition::all().add(Expr::tuple(columns).lt(Expr::tuple([Expr::value(at), Expr::value(seq)])))
}

fn place(cursor: &Cursor) -> (i64, i64) {
    (cursor.at, cursor.id.parse().unwrap_or(i64::MAX))
}

/// A page whose index is in its order.
fn in_order(backend: DbBackend, filter: &Filter, page: &PageRequest) -> SelectStatement {
    let mut wanted = Query::select();
    wanted.columns([Column::Seq, Column::At]).expr(bytes()).from(audit_entry::Entity);
    wanted.cond_where(filter.condition(backend)).cond_where(after(page));
    wanted.order_by(Column::At, Order::Desc).order_by(Column::Seq, Order::Desc);
    wanted.limit(page.limit.saturating_add(1)).to_owned()
}

/// The newest rows that pass the filter.
fn recent(backend: DbBackend, filter: &Filter, page: &PageRequest) -> SelectStatement {
    let size = || Alias::new("bytes");
    let mut newest = Query::select();
    let columns = [Column::Seq, Column::At, Column::Resource, Column::ResourceId, Column::PerformedBy, Column::Action];
    newest.columns(columns).expr_as(bytes(), size()).from(audit_entry::Entity).cond_where(after(page));
    newest.order_by(Column::At, Order::Desc).order_by(Column::Seq, Order::Desc).limit(RECENT);
    let mut wanted = Query::select();
    wanted.columns([Column::Seq, Column::At]).column(size());
    wanted.from_subquery(newest, Alias::new("audit_entry")).cond_where(filter.condition(backend));
    wanted.order_by(Column::At, Order::Desc).order_by(Column::Seq, Order::Desc);
    wanted.limit(page.limit.saturating_add(1)).to_owned()
}

/// A page whose index is not in its order.
fn sorted(backend: DbBackend, filter: &Filter, page: &PageRequest) -> SelectStatement {
    let mut all = Query::select();
    all.columns([Column::Seq, Column::At]).expr(bytes()).from(audit_entry::Entity);
    all.cond_where(filter.condition(backend));
    // In an expression, so that no planner walks the whole trail in the order of the list instead.
    let at: SimpleExpr = Expr::col(Column::At.as_column_ref()).add(0);
    if let Some((last, seq)) = page.after.as_ref().map(place) {
        let columns: [SimpleExpr; 2] = [at.clone(), Expr::col(Column::Seq.as_column_ref())];
        all.and_where(Expr::tuple(columns).lt(Expr::tuple([Expr::value(last), Expr::value(seq)])));
    }
    all.order_by_expr(at, Order::Desc).order_by(Column::Seq, Order::Desc);
    all.limit(page.limit.saturating_add(1)).to_owned()
}

async fn unread(db: &impl ConnectionTrait, select: &SelectStatement) -> Result<Vec<Unread>, StoreError> {
    let rows = db.query_all(select).await?;
    let read = |row: &QueryResult| {
        Ok(Unread { seq: row.try_get_by_index(0)?, at: row.try_get_by_index(1)?, bytes: size(row, 2)? })
    };
    rows.iter().map(read).collect()
}

async fn seals(db: &impl ConnectionTrait, keys: &[i64]) -> Result<BTreeMap<i64, Seal>, StoreError> {
    let found = audit_seal::Entity::find().filter(audit_seal::Column::Seq.is_in(keys.iter().copied())).all(db).await?;
    Ok(found.into_iter().map(|seal| (seal.seq, Seal { position: seal.position, hash: seal.hash })).collect())
}

fn read(row: audit_entry::Model) -> Result<TrailRow, StoreError> {
    let key = row.seq.to_string();
    let name = RowName { table: "audit_entry", key: &key };
    let status =
        |column, text: &Option<String>| text.as_deref().map(|text| name.some(column, Status::parse(text))).transpose();
    let entry = AuditEntry {
        before_status: status("before_status", &row.before_status)?,
        after_status: status("after_status", &row.after_status)?,
        details: name.json("details", &row.details)?,
        unwritable: None,
        performed_by: row.performed_by,
        resource: row.resource,
        resource_id: row.resource_id,
        action: row.action,
    };
    Ok(TrailRow { seq: row.seq, at: Timestamp::from_micros(row.at), entry })
}
