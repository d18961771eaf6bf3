//! The sums of ledger lines whose document's line has a tax code. They are few beside all lines, and an index has them by day.

use rust_decimal::Decimal;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use super::amounts::TaxSide;
use crate::books::ledger::TaxPart;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::kind::DocumentKind;
use crate::values::money::Minor;

/// What a code at a rate moved on one account, debit positive.
#[derive(Debug)]
pub struct Coded {
    pub tax_code_id: String,
    pub tax_rate: Decimal,
    pub side: TaxSide,
    pub part: TaxPart,
    pub account_id: String,
    pub amount: Minor,
}

#[derive(FromQueryResult)]
struct Row {
    tax_code_id: Option<String>,
    tax_rate: Option<String>,
    source_kind: String,
    tax_part: Option<String>,
    account_id: String,
    amount: i64,
}

/// A line of the ledger with that of its document: what was posted is never edited.
pub const LINES: &str = "FROM posting_line l CROSS JOIN document_line d \
    WHERE l.tax_part IS NOT NULL AND l.posting_date >= $1 AND l.posting_date <= $2 \
        AND d.kind = l.source_kind AND d.document_id = l.source_id AND d.line_number = l.line_number";

/// Of the postings of one period, where one is named: `at` is the number of its parameter.
pub fn of_period(period_id: Option<&str>, at: usize) -> String {
    let one = format!(
        " AND EXISTS (SELECT 1 FROM posting p WHERE p.source_kind = l.source_kind AND p.source_id = l.source_id \
         AND p.kind = l.kind AND p.period_id = ${at})"
    );
    period_id.map(|_| one).unwrap_or_default()
}

/// The sums of these days.
pub async fn sums(
    db: &impl ConnectionTrait,
    (from, to): (Date, Date),
    period_id: Option<&str>,
) -> Result<Vec<Coded>, StoreError> {
    let sql = format!(
        "SELECT d.tax_code_id, d.tax_rate, l.source_kind, l.tax_part, l.account_id, \
         CAST(SUM(l.base_amount) AS BIGINT) AS amount {LINES}{} \
         GROUP BY d.tax_code_id, d.tax_rate, l.source_kind, l.tax_part, l.account_id",
        of_period(period_id, 3)
    );
    let mut values: Vec<Value> = vec![from.to_string().into(), to.to_string().into()];
    values.extend(period_id.map(Value::from));
    let rows = Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), sql, values));
    rows.all(db).await?.into_iter().map(read).collect()
}

fn read(row: Row) -> Result<Coded, StoreError> {
    let key = row.tax_code_id.clone().unwrap_or_default();
    let name = RowName { table: "document_line", key: &key };
    Ok(Coded {
        tax_rate: name.decimal("tax_rate", &name.some("tax_rate", row.tax_rate)?)?,
        side: side(name, &row.source_kind)?,
        part: name.some("tax_part", row.tax_part.as_deref().and_then(TaxPart::parse))?,
        tax_code_id: name.some("tax_code_id", row.tax_code_id)?,
        account_id: row.account_id,
        amount: Minor(row.amount),
    })
}

/// The side of the trade that documents of the type are on.
pub fn side(name: RowName<'_>, kind: &str) -> Result<TaxSide, StoreError> {
    let items = DocumentKind::parse(kind).and_then(DocumentKind::items);
    Ok(name.some("source_kind", items)?.control.into())
}
