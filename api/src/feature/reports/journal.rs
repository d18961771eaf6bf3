//! The journal of some days.

use std::sync::Arc;

use engine::features::reports::journal::{Journal, JournalLine, JournalRow};
use engine::features::reports::slice::Slice;
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::clock::Date;
use engine::values::kind::DocumentKind;
use engine::values::money::Currency;
use engine::values::page::PageRequest;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::day::{Reports, today};
use super::lines::slice;
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::download::rows::Rows;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::dimension::LineDimension;
use crate::schema::document::shared::sum;
use crate::schema::document_type::DocumentType;
use crate::schema::page;
use crate::schema::{Id, Sum, WireDate};
use crate::table::Cell;

/// How many postings of a table are read at a time.
const POSTINGS: u64 = 100;

const COLUMNS: [&str; 20] = [
    "posting_date",
    "document_type",
    "document_id",
    "posting",
    "period_id",
    "reference",
    "memo",
    "party_type",
    "party_id",
    "party_name",
    "account_id",
    "account_name",
    "debit",
    "credit",
    "base_currency",
    "amount",
    "currency",
    "department_id",
    "cost_center_id",
    "dimensions",
];

/// Every posting of some days. The totals are of all of them.
#[derive(Object, Debug)]
#[oai(rename = "Journal")]
pub struct JournalView {
    pub from: WireDate,
    pub to: WireDate,
    /// The base currency: of debits and credits.
    pub currency: String,
    pub total_debit: Sum,
    pub total_credit: Sum,
    pub data: Vec<JournalPostingView>,
    pub has_more: bool,
    pub next_cursor: Option<String>,
}

/// One posting.
#[derive(Object, Debug)]
#[oai(rename = "JournalPosting")]
pub struct JournalPostingView {
    pub posting_date: WireDate,
    pub document_type: DocumentType,
    pub document_id: String,
    pub posting: String,
    pub period_id: String,
    pub reference: Option<String>,
    pub memo: Option<String>,
    pub party_type: Option<String>,
    pub party_id: Option<String>,
    pub party_name: Option<String>,
    pub currency: String,
    pub lines: Vec<JournalLineView>,
}

/// One line of it.
#[derive(Object, Debug)]
#[oai(rename = "JournalPostingLine")]
pub struct JournalLineView {
    pub account_id: String,
    pub account_name: Option<String>,
    pub debit: Sum,
    pub credit: Sum,
    pub amount: Sum,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub dimensions: Vec<LineDimension>,
}

/// The journal.
pub struct JournalApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl JournalApi {
    /// Journal of some days
    ///
    /// Every posting with its lines, voids and exchange differences, too; with `value_id` only lines that name it. CSV and XLSX are the whole, with a row for each line.
    #[oai(path = "/journal", method = "get", operation_id = "getJournal")]
    #[allow(clippy::too_many_arguments, reason = "one for each query parameter")]
    async fn journal(
        &self,
        auth: Reads<Reports>,
        /// The first day; today when left out.
        from: Query<Option<WireDate>>,
        /// The last day; `from` when left out. Not before `from`.
        to: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Only lines that name a value of this dimension: `value_id`.
        dimension_id: Query<Option<Id>>,
        /// With its parts; `none` for lines that name none.
        value_id: Query<Option<Id>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<JournalView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let page = page::request(limit.0, cursor.0, None)?;
        let from = from.0.map_or(today, |day| day.0);
        let to = to.0.map_or(from, |day| day.0);
        let slice = slice(dimension_id.0, value_id.0)?;
        let slice = slice.as_ref();
        match format.table() {
            None => {
                let page = &page;
                replica::read(&self.0, Asks::of(page), |books| async move {
                    Ok(Report::json(&read_page(&books, (from, to), slice, page).await?))
                })
                .await
            }
            Some(format) => {
                replica::read(&self.0, Asks::Recent, |books| async move {
                    let whole = |rows| fill(Arc::clone(&books), (from, to), slice.cloned(), rows);
                    Report::table(format, "journal", &COLUMNS, whole).await
                })
                .await
            }
        }
    }
}

async fn read_page(
    books: &Engine,
    (from, to): (Date, Date),
    slice: Option<&Slice>,
    page: &PageRequest,
) -> Result<JournalView, Problem> {
    let base = books.settings.base_currency;
    let mut reading = books.read_journal(from, to, slice, page.after.as_ref()).await?;
    let rows = reading.next(page.limit).await;
    let (next_cursor, totals) = (reading.cursor(), reading.totals);
    reading.end().await?;
    Ok(JournalView {
        from: from.into(),
        to: to.into(),
        currency: base.code().into(),
        total_debit: sum(totals.debit, base),
        total_credit: sum(totals.credit, base),
        data: rows?.into_iter().map(|row| view(row, base)).collect(),
        has_more: next_cursor.is_some(),
        next_cursor: next_cursor.map(|cursor| cursor.to_string()),
    })
}

fn view(row: JournalRow, base: Currency) -> JournalPostingView {
    let (posting, party) = (row.journal.posting, row.party);
    let line = |line: JournalLine| JournalLineView {
        account_id: line.account_id,
        account_name: line.account_name,
        debit: sum(line.sides.debit, base),
        credit: sum(line.sides.credit, base),
        amount: sum(line.amount, posting.currency),
        memo: line.memo,
        dimensions: LineDimension::all(&line.named.others),
        department_id: line.named.department_id,
        cost_center_id: line.named.cost_center_id,
    };
    JournalPostingView {
        posting_date: posting.posting_date.into(),
        document_type: posting.source.kind.into(),
        document_id: posting.source.id,
        posting: posting.kind.name().into_owned(),
        period_id: posting.period_id,
        reference: row.journal.reference,
        memo: row.journal.memo,
        party_type: party.as_ref().map(|party| party.party_type.name().to_owned()),
        party_id: party.as_ref().map(|party| party.party_id.clone()),
        party_name: party.map(|party| party.party_name).filter(|name| !name.is_empty()),
        currency: posting.currency.code().into(),
        lines: row.lines.into_iter().map(line).collect(),
    }
}

/// A row for each line.
fn cells(posting: JournalPostingView, base: Currency) -> Vec<Vec<Cell>> {
    let document_type = DocumentKind::from(posting.document_type);
    let row = |line: JournalLineView| {
        vec![
            posting.posting_date.into(),
            document_type.name().into(),
            (&posting.document_id).into(),
            (&posting.posting).into(),
            (&posting.period_id).into(),
            posting.reference.as_ref().into(),
            line.memo.as_ref().or(posting.memo.as_ref()).into(),
            posting.party_type.as_ref().into(),
            posting.party_id.as_ref().into(),
            posting.party_name.as_ref().into(),
            (&line.account_id).into(),
            line.account_name.as_ref().into(),
            line.debit.into(),
            line.credit.into(),
            base.code().into(),
            line.amount.into(),
            (&posting.currency).into(),
            line.department_id.as_ref().into(),
            line.cost_center_id.as_ref().into(),
            LineDimension::text(&line.dimensions).as_ref().into(),
        ]
    };
    posting.lines.into_iter().map(row).collect()
}

/// The whole as a table.
async fn fill(
    engine: Arc<Engine>,
    (from, to): (Date, Date),
    slice: Option<Slice>,
    mut rows: Rows,
) -> Result<Rows, Problem> {
    let mut reading = engine.read_journal(from, to, slice.as_ref(), None).await?;
    let filled = fill_lines(&mut reading, engine.settings.base_currency, &mut rows).await;
    reading.end().await?;
    filled.map(|()| rows)
}

async fn fill_lines(reading: &mut Reading<Journal<'_>>, base: Currency, out: &mut Rows) -> Result<(), Problem> {
    loop {
        let postings = reading.next(POSTINGS).await?;
        if postings.is_empty() {
            return Ok(());
        }
        let lines: Vec<_> = postings.into_iter().flat_map(|row| cells(view(row, base), base)).collect();
        out.put(&lines).await?;
    }
}
