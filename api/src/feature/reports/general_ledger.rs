//! The general ledger of one account.

use std::sync::Arc;

use engine::features::reports::general_ledger::{Asked, Frame, LedgerLines, Line};
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::clock::Date;
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
use crate::schema::account::WireAccountType;
use crate::schema::dimension::LineDimension;
use crate::schema::document::shared::sum;
use crate::schema::document_type::DocumentType;
use crate::schema::page;
use crate::schema::{Id, Sum, WireDate};
use crate::table::Cell;

/// The name of the file.
const FILE: &str = "general-ledger";
/// How many lines of a table are read at a time.
const LINES: u64 = 1_000;

const COLUMNS: [&str; 20] = [
    "row",
    "account_id",
    "posting_date",
    "document_type",
    "document_id",
    "posting",
    "line_number",
    "memo",
    "party_type",
    "party_id",
    "party_name",
    "debit",
    "credit",
    "balance",
    "base_currency",
    "amount",
    "currency",
    "department_id",
    "cost_center_id",
    "dimensions",
];

/// One account's postings with the running balance. All but `data` is about the whole range, whatever page it is.
#[derive(Object, Debug)]
#[oai(rename = "GeneralLedger")]
pub struct GeneralLedgerView {
    pub account_id: String,
    pub account_name: String,
    pub account_type: WireAccountType,
    /// The base currency: of balances, debits and credits.
    pub currency: String,
    /// Null when it begins with the books.
    pub from: Option<WireDate>,
    pub to: WireDate,
    /// Before `from`; debit positive.
    pub opening_balance: Sum,
    pub total_debit: Sum,
    pub total_credit: Sum,
    /// At the end of `to`: opening balance, plus debits, less credits.
    pub closing_balance: Sum,
    /// By day, then by document.
    pub data: Vec<GeneralLedgerLine>,
    /// Whether lines follow; then `next_cursor` leads on.
    pub has_more: bool,
    pub next_cursor: Option<String>,
    /// How many lines there are in all; with `count=true`.
    #[oai(skip_serializing_if_is_none)]
    pub total: Option<u64>,
}

/// One posting line.
#[derive(Object, Debug)]
pub struct GeneralLedgerLine {
    pub posting_date: WireDate,
    pub document_type: DocumentType,
    pub document_id: String,
    /// `document`, `void`, `return`, `unreturn` (then `return-2` …), or `application-1` for the exchange difference of a credit's first application.
    pub posting: String,
    /// The document's line; null for what the service added: control account, tax, rounding, exchange differences.
    pub line_number: Option<i64>,
    /// The line's, or else the document's.
    pub memo: Option<String>,
    /// `customer`, `vendor` or `employee`.
    pub party_type: Option<String>,
    pub party_id: Option<String>,
    pub party_name: Option<String>,
    /// In base currency; one of the two is 0.
    pub debit: Sum,
    pub credit: Sum,
    /// After this line, in base currency, debit positive.
    pub balance: Sum,
    /// In the document's currency, debit positive; 0 for what moves base currency alone.
    pub amount: Sum,
    /// The document's.
    pub currency: String,
    /// What the document's line names.
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub dimensions: Vec<LineDimension>,
}

impl GeneralLedgerLine {
    fn cells(self, account_id: &str, base: Currency) -> Vec<Cell> {
        let document_type = engine::values::kind::DocumentKind::from(self.document_type);
        vec![
            "posting".into(),
            account_id.into(),
            self.posting_date.into(),
            document_type.name().into(),
            (&self.document_id).into(),
            (&self.posting).into(),
            self.line_number.into(),
            self.memo.as_ref().into(),
            self.party_type.as_ref().into(),
            self.party_id.as_ref().into(),
            self.party_name.as_ref().into(),
            self.debit.into(),
            self.credit.into(),
            self.balance.into(),
            base.code().into(),
            self.amount.into(),
            (&self.currency).into(),
            self.department_id.as_ref().into(),
            self.cost_center_id.as_ref().into(),
            LineDimension::text(&self.dimensions).as_ref().into(),
        ]
    }
}

/// The general ledger.
pub struct GeneralLedgerApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl GeneralLedgerApi {
    /// General ledger of an account
    ///
    /// Opening balance, every posting line with the running balance, closing balance; in base currency, debit positive,
    /// with each line's amount in its document's currency. Voids stand there with their reversing lines.
    ///
    /// JSON comes in pages. CSV and XLSX (by `Accept` or `format`) are the whole range: a row `opening`, rows `posting`,
    /// a row `closing` with the sums; `limit`, `cursor` and `count` have no meaning there. XLSX has at most 100,000 rows.
    #[oai(path = "/general-ledger", method = "get", operation_id = "getGeneralLedger")]
    #[allow(clippy::too_many_arguments, reason = "one for each query parameter")]
    async fn general_ledger(
        &self,
        auth: Reads<Reports>,
        /// The account.
        account_id: Query<Id>,
        /// The first day; from the beginning when left out.
        from: Query<Option<WireDate>>,
        /// The last day; today when left out. Not before `from`.
        to: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Also count all lines, as `total`.
        count: Query<Option<bool>>,
        /// Only lines that name a value of this dimension: `value_id`.
        dimension_id: Query<Option<Id>>,
        /// With its parts; `none` for lines that name none.
        value_id: Query<Option<Id>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<GeneralLedgerView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let page = page::request(limit.0, cursor.0, count.0)?;
        let first = from.0.map_or(Date::FIRST, |day| day.0);
        let to = to.0.map_or_else(|| today.max(first), |day| day.0);
        let asked =
            Asked { account_id: account_id.0.into(), from: first, to, slice: slice(dimension_id.0, value_id.0)? };
        let (asked, page, from) = (&asked, &page, from.0);
        match format.table() {
            None => {
                replica::read(&self.0, Asks::of(page), |books| async move {
                    let reading = books.read_general_ledger(asked.clone(), page.after.as_ref()).await?;
                    Ok(Report::json(&read_page(reading, page, from, to).await?))
                })
                .await
            }
            Some(format) => {
                replica::read(&self.0, Asks::Recent, |books| async move {
                    Report::table(format, FILE, &COLUMNS, |rows| fill(Arc::clone(&books), asked.clone(), rows)).await
                })
                .await
            }
        }
    }
}

async fn read_page(
    mut reading: Reading<LedgerLines<'_>>,
    page: &PageRequest,
    from: Option<WireDate>,
    to: Date,
) -> Result<GeneralLedgerView, Problem> {
    let base = reading.base_currency();
    let lines = reading.next(page.limit).await;
    let has_more = reading.has_more();
    let next_cursor = if has_more { Some(reading.cursor().await) } else { None };
    let total = if page.count { Some(reading.count().await) } else { None };
    let frame = reading.frame.clone();
    reading.end().await?;
    let (lines, next_cursor, total) = (lines?, next_cursor.transpose()?, total.transpose()?);
    Ok(GeneralLedgerView {
        account_id: frame.account.account_id.clone(),
        account_name: frame.account.account_name.clone(),
        account_type: frame.account.account_type.into(),
        currency: base.code().into(),
        from,
        to: to.into(),
        opening_balance: sum(frame.opening_balance, base),
        total_debit: sum(frame.total_debit, base),
        total_credit: sum(frame.total_credit, base),
        closing_balance: sum(frame.closing_balance, base),
        data: lines.into_iter().map(|line| view(line, base)).collect(),
        has_more,
        next_cursor: next_cursor.map(|cursor| cursor.to_string()),
        total,
    })
}

fn view(line: Line, base: Currency) -> GeneralLedgerLine {
    let (party_type, party) = match line.party {
        Some(party) => (Some(party.party_type.name().to_owned()), Some((party.party_id, party.party_name))),
        None => (None, None),
    };
    let (party_id, party_name) = party.unzip();
    GeneralLedgerLine {
        posting_date: line.posting_date.into(),
        document_type: line.source.kind.into(),
        document_id: line.source.id,
        posting: line.posting.name().into_owned(),
        line_number: line.line_number,
        memo: line.memo,
        party_type,
        party_id,
        party_name: party_name.filter(|name| !name.is_empty()),
        debit: sum(line.debit, base),
        credit: sum(line.credit, base),
        balance: sum(line.balance, base),
        amount: sum(line.amount, line.currency),
        currency: line.currency.code().into(),
        dimensions: LineDimension::all(&line.named.others),
        department_id: line.named.department_id,
        cost_center_id: line.named.cost_center_id,
    }
}

/// The whole as a table.
async fn fill(engine: Arc<Engine>, asked: Asked, mut rows: Rows) -> Result<Rows, Problem> {
    let mut reading = engine.read_general_ledger(asked, None).await?;
    let filled = fill_lines(&mut reading, &mut rows).await;
    reading.end().await?;
    filled.map(|()| rows)
}

async fn fill_lines(reading: &mut Reading<LedgerLines<'_>>, rows: &mut Rows) -> Result<(), Problem> {
    let base = reading.base_currency();
    let frame = reading.frame.clone();
    rows.put(&[frame_row("opening", &frame, base)]).await?;
    loop {
        let lines = reading.next(LINES).await?;
        if lines.is_empty() {
            return rows.put(&[frame_row("closing", &frame, base)]).await;
        }
        let cells: Vec<_> =
            lines.into_iter().map(|line| view(line, base).cells(&frame.account.account_id, base)).collect();
        rows.put(&cells).await?;
    }
}

/// The opening or the closing balance; the closing row has the sums, too.
fn frame_row(row: &str, frame: &Frame, base: Currency) -> Vec<Cell> {
    let mut cells = vec![Cell::Empty; COLUMNS.len()];
    let is_closing = row == "closing";
    let balance = if is_closing { frame.closing_balance } else { frame.opening_balance };
    for (column, cell) in COLUMNS.iter().zip(&mut cells) {
        *cell = match *column {
            "row" => row.into(),
            "account_id" => (&frame.account.account_id).into(),
            "debit" if is_closing => sum(frame.total_debit, base).into(),
            "credit" if is_closing => sum(frame.total_credit, base).into(),
            "balance" => sum(balance, base).into(),
            "base_currency" => base.code().into(),
            _ => Cell::Empty,
        };
    }
    cells
}
