//! Reads of statements: what a command sees, lists, and the days of an account.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, FromQueryResult, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, Statement,
};

use crate::features::bank_statements::model::chain::in_order;
use crate::features::bank_statements::model::{
    BankStatement, DaySums, Line, Mapping, Rung, StatementState, WantedStatements,
};
use crate::features::bank_statements::row;
use crate::kernel::entity::{bank_csv_mapping, bank_match_line, bank_statement, bank_statement_line};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::after;
use crate::kernel::store::row::RowName;
use crate::kernel::store::statement::ROWS_PER_STATEMENT;
use crate::values::clock::{Date, Timestamp};
use crate::values::money::Minor;
use crate::values::page::{Cursor, Page, PageRequest};

/// Reads what is wanted.
pub async fn see(db: &impl ConnectionTrait, wanted: &WantedStatements) -> Result<StatementState, StoreError> {
    let mut seen = StatementState::default();
    match wanted {
        WantedStatements::Account { account_id, days } => {
            seen.rungs = rungs(db, account_id).await?;
            seen.bank_account = bank_account(db, account_id).await?;
            if let Some(days) = days {
                seen.identities = identities(db, account_id, *days).await?;
            }
            seen.day_sums = day_sums(db, account_id).await?;
        }
        WantedStatements::Statement { statement_id } => {
            seen.statement = one(db, statement_id).await?;
            if let Some(statement) = &seen.statement {
                seen.rungs = rungs(db, &statement.account_id).await?;
                seen.matched_lines = matched_lines(db, statement_id).await?;
            }
        }
        WantedStatements::Mapping { account_id } => seen.mapping = mapping(db, account_id).await?,
    }
    Ok(seen)
}

pub async fn one(db: &impl ConnectionTrait, id: &str) -> Result<Option<BankStatement>, StoreError> {
    bank_statement::Entity::find_by_id(id).one(db).await?.map(row::read_statement).transpose()
}

pub async fn mapping(db: &impl ConnectionTrait, account_id: &str) -> Result<Option<Mapping>, StoreError> {
    bank_csv_mapping::Entity::find_by_id(account_id).one(db).await?.map(row::read_mapping).transpose()
}

/// A statement, as much of it as its account's ladder asks for.
#[derive(FromQueryResult)]
struct RungRow {
    statement_id: String,
    from_date: String,
    to_date: String,
    opening_balance: Option<i64>,
    closing_balance: Option<i64>,
    total: i64,
    content: String,
    new_lines: i64,
    created_at: i64,
    created_by: String,
}

/// The account's statements in the order of their days.
pub async fn rungs(db: &impl ConnectionTrait, account_id: &str) -> Result<Vec<Rung>, StoreError> {
    use bank_statement::Column::{
        AccountId, ClosingBalance, Content, CreatedAt, CreatedBy, FromDate, NewLines, OpeningBalance, StatementId,
        ToDate, Total,
    };
    const OF_RUNG: [bank_statement::Column; 10] =
        [StatementId, FromDate, ToDate, OpeningBalance, ClosingBalance, Total, Content, NewLines, CreatedAt, CreatedBy];
    let rows: Vec<RungRow> = bank_statement::Entity::find()
        .select_only()
        .columns(OF_RUNG)
        .filter(AccountId.eq(account_id))
        .into_model()
        .all(db)
        .await?;
    let rung = |row: RungRow| {
        let name = RowName { table: "bank_statement", key: &row.statement_id.clone() };
        Ok::<_, StoreError>(Rung {
            statement_id: row.statement_id,
            from: name.date("from_date", &row.from_date)?,
            to: name.date("to_date", &row.to_date)?,
            opening_balance: row.opening_balance.map(Minor),
            closing_balance: row.closing_balance.map(Minor),
            total: Minor(row.total),
            content: row.content,
            new_lines: name.u32("new_lines", row.new_lines)?,
            created_at: Timestamp::from_micros(row.created_at),
            created_by: row.created_by,
        })
    };
    Ok(in_order(rows.into_iter().map(rung).collect::<Result<_, _>>()?))
}

/// The bank's own number of the account, as the latest statement that has one says.
async fn bank_account(db: &impl ConnectionTrait, account_id: &str) -> Result<Option<String>, StoreError> {
    use bank_statement::Column::{AccountId, BankAccount, CreatedAt, StatementId};
    let found: Option<String> = bank_statement::Entity::find()
        .select_only()
        .column(BankAccount)
        .filter(AccountId.eq(account_id))
        .filter(BankAccount.is_not_null())
        .order_by_desc(CreatedAt)
        .order_by_desc(StatementId)
        .limit(1)
        .into_tuple()
        .one(db)
        .await?;
    Ok(found)
}

async fn identities(
    db: &impl ConnectionTrait,
    account_id: &str,
    (first, last): (Date, Date),
) -> Result<BTreeSet<String>, StoreError> {
    use bank_statement_line::Column::{AccountId, BookingDate, Identity};
    let rows: Vec<String> = bank_statement_line::Entity::find()
        .select_only()
        .column(Identity)
        .filter(AccountId.eq(account_id))
        .filter(BookingDate.gte(first.to_string()))
        .filter(BookingDate.lte(last.to_string()))
        .into_tuple()
        .all(db)
        .await?;
    Ok(rows.into_iter().collect())
}

#[derive(FromQueryResult)]
struct DaySum {
    booking_date: String,
    total: i64,
}

/// What the account's lines of each day come to.
pub async fn day_sums(db: &impl ConnectionTrait, account_id: &str) -> Result<DaySums, StoreError> {
    const SQL: &str = "SELECT booking_date, CAST(SUM(amount) AS BIGINT) AS total FROM bank_statement_line \
        WHERE account_id = $1 GROUP BY booking_date";
    let statement = Statement::from_sql_and_values(db.get_database_backend(), SQL, [account_id.into()]);
    let rows = DaySum::find_by_statement(statement).all(db).await?;
    let sum = |row: DaySum| {
        let name = RowName { table: "bank_statement_line", key: account_id };
        Ok((name.date("booking_date", &row.booking_date)?, Minor(row.total)))
    };
    rows.into_iter().map(sum).collect()
}

/// How many lines that the statement brought in are matched or explained.
async fn matched_lines(db: &impl ConnectionTrait, statement_id: &str) -> Result<u64, StoreError> {
    let own = sea_orm::sea_query::Query::select()
        .column(bank_statement_line::Column::LineId)
        .from(bank_statement_line::Entity)
        .and_where(bank_statement_line::Column::StatementId.eq(statement_id))
        .to_owned();
    let matched = bank_match_line::Entity::find().filter(bank_match_line::Column::LineId.in_subquery(own));
    Ok(matched.count(db).await?)
}

/// One page of statements, newest first.
pub async fn list(
    db: &impl ConnectionTrait,
    account_id: Option<&str>,
    page: &PageRequest,
) -> Result<Page<BankStatement>, StoreError> {
    use bank_statement::Column::{AccountId, CreatedAt, StatementId};
    let of_account = Condition::all().add_option(account_id.map(|id| AccountId.eq(id)));
    let wanted = || bank_statement::Entity::find().filter(of_account.clone());
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(after(CreatedAt, StatementId, page.after.as_ref()))
        .order_by_desc(CreatedAt)
        .order_by_desc(StatementId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rows = rows.into_iter().map(row::read_statement).collect::<Result<Vec<_>, _>>()?;
    let cursor = |one: &BankStatement| Cursor { at: one.created_at.micros(), id: one.statement_id.clone() };
    Ok(Page::of(rows, page.limit, total, cursor))
}

/// Which of these lines are matched, and in which match.
pub async fn matches_of(db: &impl ConnectionTrait, lines: &[String]) -> Result<BTreeMap<String, String>, StoreError> {
    let mut found = BTreeMap::new();
    for chunk in lines.chunks(ROWS_PER_STATEMENT) {
        let rows = bank_match_line::Entity::find()
            .filter(bank_match_line::Column::LineId.is_in(chunk.iter().map(String::as_str)))
            .all(db)
            .await?;
        found.extend(rows.into_iter().map(|row| (row.line_id, row.match_id)));
    }
    Ok(found)
}

/// The lines that the statement brought in, in their order; the cursor is the position.
pub async fn lines_of(
    db: &impl ConnectionTrait,
    statement_id: &str,
    page: &PageRequest,
) -> Result<Page<Line>, StoreError> {
    use bank_statement_line::Column::{Position, StatementId};
    let wanted = || bank_statement_line::Entity::find().filter(StatementId.eq(statement_id));
    let total = if page.count { Some(wanted().count(db).await?) } else { None };
    let rows = wanted()
        .filter(Condition::all().add_option(page.after.as_ref().map(|after| Position.gt(after.at))))
        .order_by_asc(Position)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rows = rows.into_iter().map(row::read_line).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(rows, page.limit, total, |line| Cursor { at: i64::from(line.position), id: line.line_id.clone() }))
}

/// In no match.
const OPEN: &str = "NOT EXISTS (SELECT 1 FROM bank_match_line m WHERE m.line_id = bank_statement_line.line_id)";

/// The account's lines that are neither matched nor explained, by day; the cursor is the day and the line.
pub async fn open_lines(
    db: &impl ConnectionTrait,
    account_id: &str,
    until: Option<Date>,
    after: Option<(&Date, &str)>,
    limit: u64,
) -> Result<Vec<Line>, StoreError> {
    use bank_statement_line::Column::{BookingDate, LineId};
    let later = |(day, id): (&Date, &str)| {
        let day = day.to_string();
        Condition::any().add(BookingDate.gt(day.clone())).add(BookingDate.eq(day).and(LineId.gt(id)))
    };
    let rows = open_of(account_id, until)
        .filter(Condition::all().add_option(after.map(later)))
        .order_by_asc(BookingDate)
        .order_by_asc(LineId)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(row::read_line).collect()
}

/// How many there are of them.
pub async fn open_count(db: &impl ConnectionTrait, account_id: &str, until: Option<Date>) -> Result<u64, StoreError> {
    Ok(open_of(account_id, until).count(db).await?)
}

fn open_of(account_id: &str, until: Option<Date>) -> sea_orm::Select<bank_statement_line::Entity> {
    use bank_statement_line::Column::{AccountId, BookingDate};
    let until = until.map(|day| BookingDate.lte(day.to_string()));
    bank_statement_line::Entity::find()
        .filter(AccountId.eq(account_id))
        .filter(Condition::all().add_option(until))
        .filter(Expr::cust(OPEN))
}

/// These lines.
pub async fn lines(db: &impl ConnectionTrait, ids: &[String]) -> Result<Vec<Line>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(ROWS_PER_STATEMENT) {
        let rows = bank_statement_line::Entity::find()
            .filter(bank_statement_line::Column::LineId.is_in(chunk.iter().map(String::as_str)))
            .all(db)
            .await?;
        for row in rows {
            found.push(row::read_line(row)?);
        }
    }
    Ok(found)
}
