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
use crate::kernel::store::stated::{Checked, List, Stated, Table, parsed};

/// Lines in one look.
const LINES: u64 = 2_000;

/// What a statement's row decides.
pub const STATEMENTS: List<bank_statement::Model> = List {
    table: "bank_statement",
    resource: RESOURCE,
    id: |row| &row.statement_id,
    fields: &[
        ("account_id", |row| row.account_id.as_str().into()),
        ("currency", |row| row.currency.as_str().into()),
        ("format", |row| row.format.as_str().into()),
        ("bank_account", |row| row.bank_account.clone().into()),
        ("number", |row| row.number.clone().into()),
        ("from_date", |row| row.from_date.as_str().into()),
        ("to_date", |row| row.to_date.as_str().into()),
        ("opening_balance", |row| row.opening_balance.into()),
        ("closing_balance", |row| row.closing_balance.into()),
        ("total", |row| row.total.into()),
        ("line_count", |row| row.line_count.into()),
        ("new_lines", |row| row.new_lines.into()),
        ("content", |row| row.content.as_str().into()),
        ("lines_digest", |row| row.lines_digest.as_str().into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.as_str().into()),
    ],
};

/// What a mapping's row decides.
pub const MAPPINGS: List<bank_csv_mapping::Model> = List {
    table: "bank_csv_mapping",
    resource: MAPPING,
    id: |row| &row.account_id,
    fields: &[
        ("mapping", |row| parsed(&row.mapping)),
        ("version", |row| row.version.into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.as_str().into()),
    ],
};

/// Statements, their lines, and mappings, and how each column is compared.
pub fn tables() -> Vec<Table> {
    let lines = Table {
        name: "bank_statement_line",
        stated: Vec::new(),
        checked: &[
            ("its statement and place", &["line_id", "statement_id", "account_id"]),
            (
                "lines_digest",
                &[
                    "position",
                    "booking_date",
                    "value_date",
                    "amount",
                    "currency",
                    "counterparty_name",
                    "counterparty_account",
                    "bank_reference",
                    "end_to_end_id",
                    "remittance",
                    "code",
                    "is_reversal",
                    "transactions",
                    "identity",
                ],
            ),
        ],
    };
    let id: &[Checked] = &[("the id that the trail names", &["statement_id"])];
    vec![STATEMENTS.and_checked(id), lines, MAPPINGS.and_checked(&[("the id that the trail names", &["account_id"])])]
}

/// All rows that the trail states. What cannot be read is named.
pub async fn stated(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let statements = each(db, bank_statement::Entity::find(), unreadable).await?;
    let mappings = each(db, bank_csv_mapping::Entity::find(), unreadable).await?;
    let mut all: Vec<Stated> = statements.iter().map(|row| STATEMENTS.of(row)).collect();
    all.extend(mappings.iter().map(|row| MAPPINGS.of(row)));
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
