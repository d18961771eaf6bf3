//! What `gl check` compares of statements: each row with the trail, its lines with the digest that the row has, its figures with its
//! lines.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::features::bank_statements::commands::mapping::MAPPING;
use crate::features::bank_statements::model::{Line, LinesDigest, RESOURCE};
use crate::features::bank_statements::row;
use crate::kernel::entity::{bank_csv_mapping, bank_statement, bank_statement_line};
use crate::kernel::findings::Findings;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each;
use crate::kernel::store::stated::{Stated, parsed};

/// Lines in one look.
const LINES: u64 = 2_000;

/// What a statement's row decides.
pub fn statement(row: bank_statement::Model) -> Stated {
    Stated::new(
        RESOURCE,
        &row.statement_id,
        [
            ("account_id", row.account_id.into()),
            ("currency", row.currency.into()),
            ("format", row.format.into()),
            ("bank_account", row.bank_account.into()),
            ("number", row.number.into()),
            ("from_date", row.from_date.into()),
            ("to_date", row.to_date.into()),
            ("opening_balance", row.opening_balance.into()),
            ("closing_balance", row.closing_balance.into()),
            ("total", row.total.into()),
            ("line_count", row.line_count.into()),
            ("new_lines", row.new_lines.into()),
            ("content", row.content.into()),
            ("lines_digest", row.lines_digest.into()),
            ("created_at", row.created_at.into()),
            ("created_by", row.created_by.into()),
        ],
    )
}

/// What a mapping's row decides.
pub fn mapping(row: bank_csv_mapping::Model) -> Stated {
    Stated::new(
        MAPPING,
        &row.account_id,
        [
            ("mapping", parsed(&row.mapping)),
            ("version", row.version.into()),
            ("updated_at", row.updated_at.into()),
            ("updated_by", row.updated_by.into()),
        ],
    )
}

/// All rows that the trail states. What cannot be read is named.
pub async fn stated(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let statements = each(db, bank_statement::Entity::find(), unreadable).await?.into_iter().map(statement);
    let mut all: Vec<Stated> = statements.collect();
    all.extend(each(db, bank_csv_mapping::Entity::find(), unreadable).await?.into_iter().map(mapping));
    Ok(all)
}

/// Checks the lines of every statement. In memory are some lines at a time.
pub async fn check(db: &impl ConnectionTrait, findings: &mut Findings) -> Result<(), StoreError> {
    let mut unreadable = Vec::new();
    let by_id = bank_statement::Entity::find().order_by_asc(bank_statement::Column::StatementId);
    let statements = each(db, by_id, &mut unreadable).await?;
    let mut counted = 0_u64;
    for statement in &statements {
        let found = digest(db, statement, &mut unreadable).await?;
        counted = counted.saturating_add(found.lines);
        if found.is_of_another_account || found.digest != statement.lines_digest {
            findings
                .differences
                .push(format!("bank statement {}: its lines are not those that it brought in", statement.statement_id));
        }
        if i64::try_from(found.lines) != Ok(statement.new_lines) {
            findings
                .differences
                .push(format!("bank statement {}: it has {} lines", statement.statement_id, found.lines));
        }
    }
    let all = bank_statement_line::Entity::find().count(db).await?;
    if all != counted {
        findings.differences.push("there are lines of bank statements whose statement is missing".into());
    }
    findings.unreadable(unreadable);
    Ok(())
}

/// What a statement's lines come to.
struct Found {
    lines: u64,
    digest: String,
    is_of_another_account: bool,
}

async fn digest(
    db: &impl ConnectionTrait,
    statement: &bank_statement::Model,
    unreadable: &mut Vec<String>,
) -> Result<Found, StoreError> {
    use bank_statement_line::Column::{Position, StatementId};
    let (mut digest, mut after, mut lines, mut strangers) = (LinesDigest::default(), i64::MIN, 0_u64, false);
    loop {
        let some = bank_statement_line::Entity::find()
            .filter(StatementId.eq(statement.statement_id.as_str()))
            .filter(Position.gt(after))
            .order_by_asc(Position)
            .limit(LINES);
        let rows = each(db, some, unreadable).await?;
        let Some(last) = rows.last() else {
            return Ok(Found { lines, digest: digest.finish(), is_of_another_account: strangers });
        };
        after = last.position;
        for found in rows {
            lines = lines.saturating_add(1);
            let is_called_so = u32::try_from(found.position)
                .is_ok_and(|position| found.line_id == Line::id(&found.statement_id, position));
            strangers |= found.account_id != statement.account_id || !is_called_so;
            match row::read_line(found) {
                Ok(line) => digest.add(line.position, &line.identity, &line.entry.digest()),
                Err(error) => unreadable.push(error.to_string()),
            }
        }
    }
}
