//! The lines behind the VAT report.

use std::sync::Arc;

use engine::features::reports::span::Span;
use engine::features::reports::vat::{VatLine, VatLines};
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::kind::DocumentKind;
use engine::values::money::Currency;
use engine::values::page::PageRequest;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::day::{Reports, today};
use super::income_statement::span;
use super::reply::{Report, ReportFormat};
use super::vat::{AMOUNTS, VatSide, parts};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::download::rows::Rows;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document_type::DocumentType;
use crate::schema::page;
use crate::schema::{Id, Sum, WireDate};
use crate::table::Cell;

/// How many lines of a table are read at a time.
const LINES: u64 = 500;

const COLUMNS: [&str; 15] = [
    "posting_date",
    "document_type",
    "document_id",
    "posting",
    "line_number",
    "account_id",
    "tax_code_id",
    "tax_rate",
    "side",
    AMOUNTS[0],
    AMOUNTS[1],
    AMOUNTS[2],
    AMOUNTS[3],
    AMOUNTS[4],
    "currency",
];

/// The lines behind the VAT report, in base currency.
#[derive(Object, Debug)]
#[oai(rename = "VatLines")]
pub struct VatLinesView {
    pub from: WireDate,
    pub to: WireDate,
    pub currency: String,
    pub data: Vec<VatLineView>,
    pub has_more: bool,
    pub next_cursor: Option<String>,
}

/// What a posting has of one line of its document; amounts as in the report.
#[derive(Object, Debug)]
#[oai(rename = "VatLine")]
pub struct VatLineView {
    pub posting_date: WireDate,
    pub document_type: DocumentType,
    pub document_id: String,
    /// `document` or `void`.
    pub posting: String,
    pub line_number: i64,
    pub account_id: String,
    pub tax_code_id: String,
    pub tax_rate: Sum,
    pub side: VatSide,
    pub base: Sum,
    pub tax: Sum,
    pub not_recoverable: Sum,
    pub reverse_charge_output: Sum,
    pub reverse_charge_input: Sum,
}

/// The lines behind the VAT report.
pub struct VatLinesApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl VatLinesApi {
    /// Lines behind the VAT report
    ///
    /// By day, then by document. Their sums are the rows of the report. CSV and XLSX are the whole.
    #[oai(path = "/vat-lines", method = "get", operation_id = "getVatLines")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn vat_lines(
        &self,
        auth: Reads<Reports>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The first day, the beginning when left out; in place of `period_id`.
        from: Query<Option<WireDate>>,
        /// The last day, today when left out; not before `from`.
        to: Query<Option<WireDate>>,
        /// Only those with it.
        tax_code_id: Query<Option<Id>>,
        /// 1 to 200; 50 when left out.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<VatLinesView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let page = page::request(limit.0, cursor.0, None)?;
        let asked = Asked { span: span(period_id.0, from.0, to.0, today)?, code: tax_code_id.0.map(Into::into) };
        match format.table() {
            None => {
                let (asked, page) = (&asked, &page);
                replica::read(&self.0, Asks::of(page), |books| async move {
                    Ok(Report::json(&read_page(&books, asked, page).await?))
                })
                .await
            }
            Some(format) => {
                let asked = &asked;
                replica::read(&self.0, Asks::Recent, |books| async move {
                    Report::table(format, "vat-lines", &COLUMNS, |rows| fill(Arc::clone(&books), asked.clone(), rows))
                        .await
                })
                .await
            }
        }
    }
}

/// The days, and the code where one is named.
#[derive(Clone)]
struct Asked {
    span: Span,
    code: Option<String>,
}

async fn read_page(books: &Engine, asked: &Asked, page: &PageRequest) -> Result<VatLinesView, Problem> {
    let base = books.settings.base_currency;
    let mut reading = books.read_vat_lines(&asked.span, asked.code.as_deref(), page.after.as_ref()).await?;
    let lines = reading.next(page.limit).await;
    let (next_cursor, from, to) = (reading.cursor(), reading.from, reading.to);
    reading.end().await?;
    Ok(VatLinesView {
        from: from.into(),
        to: to.into(),
        currency: base.code().into(),
        data: lines?.into_iter().map(|line| view(line, base)).collect(),
        has_more: next_cursor.is_some(),
        next_cursor: next_cursor.map(|cursor| cursor.to_string()),
    })
}

fn view(line: VatLine, currency: Currency) -> VatLineView {
    let [base, tax, not_recoverable, reverse_charge_output, reverse_charge_input] = parts(&line.amounts, currency);
    VatLineView {
        posting_date: line.posting_date.into(),
        document_type: line.source.kind.into(),
        document_id: line.source.id,
        posting: line.posting.name().into_owned(),
        line_number: line.line_number,
        account_id: line.account_id,
        tax_code_id: line.tax_code_id,
        tax_rate: Sum(line.tax_rate),
        side: VatSide(line.side),
        base,
        tax,
        not_recoverable,
        reverse_charge_output,
        reverse_charge_input,
    }
}

fn cells(line: &VatLineView, currency: Currency) -> Vec<Cell> {
    let document_type = DocumentKind::from(line.document_type);
    let mut cells: Vec<Cell> = vec![
        line.posting_date.into(),
        document_type.name().into(),
        (&line.document_id).into(),
        (&line.posting).into(),
        line.line_number.into(),
        (&line.account_id).into(),
        (&line.tax_code_id).into(),
        line.tax_rate.into(),
        line.side.0.name().into(),
    ];
    let parts = [line.base, line.tax, line.not_recoverable, line.reverse_charge_output, line.reverse_charge_input];
    cells.extend(parts.map(Cell::from));
    cells.push(currency.code().into());
    cells
}

/// The whole as a table.
async fn fill(engine: Arc<Engine>, asked: Asked, mut rows: Rows) -> Result<Rows, Problem> {
    let mut reading = engine.read_vat_lines(&asked.span, asked.code.as_deref(), None).await?;
    let filled = fill_lines(&mut reading, engine.settings.base_currency, &mut rows).await;
    reading.end().await?;
    filled.map(|()| rows)
}

async fn fill_lines(reading: &mut Reading<VatLines>, base: Currency, out: &mut Rows) -> Result<(), Problem> {
    loop {
        let lines = reading.next(LINES).await?;
        if lines.is_empty() {
            return Ok(());
        }
        let lines: Vec<_> = lines.into_iter().map(|line| cells(&view(line, base), base)).collect();
        out.put(&lines).await?;
    }
}
