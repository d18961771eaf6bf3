//! The lines behind the report, one by one, in the order of the journal: what a reader goes down to.

use rust_decimal::Decimal;
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};

use super::amounts::{TaxSide, VatAmounts};
use super::coded::{LINES, of_period, side};
use crate::books::ledger::{PostingKind, TaxPart};
use crate::features::reports::postings::Place;
use crate::features::reports::span::{Span, days_of};
use crate::features::reports::too_large;
use crate::kernel::engine::Engine;
use crate::kernel::query::Reading;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::clock::Date;
use crate::values::error::{Error, Faults};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Minor;
use crate::values::page::Cursor;

/// What a posting has of one line of its document.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VatLine {
    pub posting_date: Date,
    pub source: DocumentKey,
    pub posting: PostingKind,
    pub line_number: i64,
    /// That of the item.
    pub account_id: String,
    pub tax_code_id: String,
    pub tax_rate: Decimal,
    pub side: TaxSide,
    pub amounts: VatAmounts,
}

/// The lines of some days, and how far they are read.
#[derive(Debug)]
pub struct VatLines {
    pub from: Date,
    pub to: Date,
    period_id: Option<String>,
    tax_code_id: Option<String>,
    after: Option<(Place, i64)>,
    has_more: bool,
}

impl Engine {
    /// Begins to read the lines, of one code where it is named, from the first one or after the cursor of the page before.
    pub async fn read_vat_lines(
        &self,
        span: &Span,
        tax_code_id: Option<&str>,
        after: Option<&Cursor>,
    ) -> Result<Reading<VatLines>, Error> {
        let tx = self.store.begin_read().await?;
        let begun = async {
            let catalog = self.catalog(&tx).await?;
            let (from, to) = days_of(span, &catalog)?;
            if let Some(id) = tax_code_id.filter(|id| !catalog.tax_codes.contains_key(*id)) {
                return Err(Faults::one("tax_code_id", format!("there is no tax code {id:?}")).into());
            }
            let after = after.map(|cursor| place(cursor, (from, to))).transpose()?;
            let (period_id, tax_code_id) = (span.period().map(str::to_owned), tax_code_id.map(str::to_owned));
            Ok(VatLines { from, to, period_id, tax_code_id, after, has_more: true })
        };
        let begun = begun.await;
        Reading::begun(tx, begun).await
    }
}

/// The place that a cursor of these days stands for.
fn place(cursor: &Cursor, (from, to): (Date, Date)) -> Result<(Place, i64), Error> {
    let read = || {
        let (place, line) = cursor.id.rsplit_once('~').filter(|_| cursor.at == 0)?;
        let place = Place::parse(place).filter(|place| (from..=to).contains(&place.date))?;
        Some((place, line.parse().ok()?))
    };
    read().ok_or_else(|| Faults::one("cursor", "is not a next_cursor of this list").into())
}

impl Reading<VatLines> {
    /// The next lines; none when there are no more.
    pub async fn next(&mut self, limit: u64) -> Result<Vec<VatLine>, Error> {
        // One more than is shown says whether more follow.
        let mut found = page(&self.tx, &self.of, limit.saturating_add(1)).await?;
        let shown = usize::try_from(limit).unwrap_or(usize::MAX);
        self.of.has_more = found.len() > shown;
        found.truncate(shown);
        let lines = found.into_iter().map(read).collect::<Result<Vec<_>, Error>>()?;
        if let Some(last) = lines.last() {
            let place = Place { date: last.posting_date, source: last.source.clone(), posting: last.posting };
            self.of.after = Some((place, last.line_number));
        }
        Ok(lines)
    }

    /// The cursor of the next page; none when nothing follows.
    pub fn cursor(&self) -> Option<Cursor> {
        let (place, line) = self.of.after.as_ref().filter(|_| self.of.has_more)?;
        Some(Cursor { at: 0, id: format!("{}~{line}", place.text()) })
    }
}

#[derive(FromQueryResult)]
struct Row {
    posting_date: String,
    source_kind: String,
    source_id: String,
    kind: String,
    line_number: i64,
    account_id: String,
    tax_code_id: Option<String>,
    tax_rate: Option<String>,
    base: i64,
    tax: i64,
    not_recoverable: i64,
    reverse_output: i64,
    reverse_input: i64,
}

async fn page(db: &impl ConnectionTrait, of: &VatLines, limit: u64) -> Result<Vec<Row>, StoreError> {
    const KEY: &str = "l.posting_date, l.source_kind, l.source_id, l.kind, l.line_number";
    let sums = TaxPart::ALL.iter().map(|part| {
        let name = part.name();
        format!(", CAST(SUM(CASE WHEN l.tax_part = '{name}' THEN l.base_amount ELSE 0 END) AS BIGINT) AS {name}")
    });
    let (day, source_kind, source_id, kind, line) = of.after.as_ref().map_or_else(
        || (of.from, "", "", String::new(), 0),
        |(last, line)| {
            let source = &last.source;
            (last.date, source.kind.name(), source.id.as_str(), last.posting.name().into_owned(), *line)
        },
    );
    let mut values: Vec<Value> = vec![
        day.to_string().into(),
        of.to.to_string().into(),
        source_kind.into(),
        source_id.into(),
        kind.into(),
        line.into(),
        i64::try_from(limit).unwrap_or(i64::MAX).into(),
    ];
    let mut wanted = String::new();
    if let Some(id) = &of.tax_code_id {
        values.push(id.as_str().into());
        wanted = format!(" AND d.tax_code_id = ${}", values.len());
    }
    let in_period = of_period(of.period_id.as_deref(), values.len().saturating_add(1));
    values.extend(of.period_id.as_deref().map(Value::from));
    let sql = format!(
        "SELECT {KEY}, d.account_id, d.tax_code_id, d.tax_rate{} {LINES} AND ({KEY}) > ($1, $3, $4, $5, $6){wanted}{in_period} \
         GROUP BY {KEY}, d.account_id, d.tax_code_id, d.tax_rate ORDER BY {KEY} LIMIT $7",
        sums.collect::<String>()
    );
    let rows = Row::find_by_statement(Statement::from_sql_and_values(db.get_database_backend(), sql, values));
    Ok(rows.all(db).await?)
}

fn read(row: Row) -> Result<VatLine, Error> {
    let name = RowName { table: "posting_line", key: &row.source_id };
    let side = side(name, &row.source_kind)?;
    let mut amounts = VatAmounts::default();
    for (part, amount) in [
        (TaxPart::Base, row.base),
        (TaxPart::Tax, row.tax),
        (TaxPart::NotRecoverable, row.not_recoverable),
        (TaxPart::ReverseOutput, row.reverse_output),
        (TaxPart::ReverseInput, row.reverse_input),
    ] {
        amounts.add(side, part, Minor(amount)).map_err(too_large)?;
    }
    let kind = name.some("source_kind", DocumentKind::parse(&row.source_kind))?;
    Ok(VatLine {
        posting_date: name.date("posting_date", &row.posting_date)?,
        source: DocumentKey::new(kind, row.source_id.clone()),
        posting: name.some("kind", PostingKind::parse(&row.kind))?,
        line_number: row.line_number,
        account_id: row.account_id,
        tax_rate: name.decimal("tax_rate", &name.some("tax_rate", row.tax_rate)?)?,
        tax_code_id: name.some("tax_code_id", row.tax_code_id)?,
        side,
        amounts,
    })
}
