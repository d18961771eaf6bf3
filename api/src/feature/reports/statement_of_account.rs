//! The statement of account of a customer or a vendor.

use std::sync::Arc;

use engine::books::party::PartyKind;
use engine::features::reports::statement_of_account::{Asked, Frame, Statement, StatementLine};
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::clock::Date;
use engine::values::kind::DocumentKind;
use engine::values::money::Currency;
use engine::values::page::PageRequest;
use poem::Request;
use poem_openapi::{Enum, Object, OpenApi, param::Query};

use super::aging::{AgingBuckets, AgingDocument, buckets, document_view};
use super::day::{Reports, day};
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::download::rows::Rows;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::document_type::DocumentType;
use crate::schema::page;
use crate::schema::{Id, Sum, WireDate};
use crate::table::Cell;

/// The name of the file.
const FILE: &str = "statement-of-account";
/// How many lines of a table are read at a time.
const LINES: u64 = 500;

const COLUMNS: [&str; 14] = [
    "row",
    "posting_date",
    "document_type",
    "document_id",
    "posting",
    "reference",
    "memo",
    "due_date",
    "debit",
    "credit",
    "balance",
    "base_currency",
    "amount",
    "currency",
];

/// Whose statement.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "StatementParty")]
pub enum WireParty {
    Customer,
    Vendor,
}

/// What a party's documents moved. Balances are positive for what a customer owes, or is owed to a vendor.
#[derive(Object, Debug)]
#[oai(rename = "StatementOfAccount")]
pub struct StatementView {
    pub party_type: WireParty,
    pub party_id: String,
    pub party_name: String,
    /// Null when it begins with the first posting.
    pub from: Option<WireDate>,
    pub to: WireDate,
    /// The base currency: of all sums.
    pub currency: String,
    pub opening_balance: Sum,
    pub total_debit: Sum,
    pub total_credit: Sum,
    pub closing_balance: Sum,
    /// What is open at the end of `to`, as the aging of that day has it.
    pub aging: AgingBuckets,
    /// Those, oldest due first; on the first page.
    pub open_items: Vec<AgingDocument>,
    pub data: Vec<StatementLineView>,
    pub has_more: bool,
    pub next_cursor: Option<String>,
}

/// One line.
#[derive(Object, Debug)]
#[oai(rename = "StatementOfAccountLine")]
pub struct StatementLineView {
    pub posting_date: WireDate,
    pub document_type: DocumentType,
    pub document_id: String,
    pub posting: String,
    pub reference: Option<String>,
    pub memo: Option<String>,
    pub debit: Sum,
    pub credit: Sum,
    /// After this line.
    pub balance: Sum,
    /// In the document's currency, debit positive.
    pub amount: Sum,
    pub currency: String,
}

/// Whose, and the days.
#[derive(Clone, Debug)]
struct Whose {
    party_type: WireParty,
    party_id: String,
    from: Option<Date>,
    to: Date,
}

impl Whose {
    fn asked(&self) -> Asked {
        let kind = match self.party_type {
            WireParty::Customer => PartyKind::Customer,
            WireParty::Vendor => PartyKind::Vendor,
        };
        Asked { kind, party_id: self.party_id.clone(), from: self.from.unwrap_or(Date::FIRST), to: self.to }
    }
}

/// Statements of account.
pub struct StatementOfAccountApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl StatementOfAccountApi {
    /// Statement of account of a customer or a vendor
    ///
    /// Every posting of their documents on the control account, with the running balance, and what is open at the end. The closing balance
    /// is their total in the aging of that day. CSV and XLSX are the whole: rows `opening`, `posting`, `closing`, and `open` for each open document.
    #[oai(path = "/statement-of-account", method = "get", operation_id = "getStatementOfAccount")]
    #[allow(clippy::too_many_arguments, reason = "one for each query parameter")]
    async fn statement_of_account(
        &self,
        auth: Reads<Reports>,
        party_type: Query<WireParty>,
        party_id: Query<Id>,
        /// The first day; from the first posting on when left out.
        from: Query<Option<WireDate>>,
        /// The last day; today when left out. Not before `from`.
        to: Query<Option<WireDate>>,
        /// 1 to 200; 50 when left out.
        limit: Query<Option<u64>>,
        /// The `next_cursor` of the page before.
        cursor: Query<Option<String>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<StatementView>>, Problem> {
        let to = day(&self.0, &auth, to.0).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let page = page::request(limit.0, cursor.0, None)?;
        let from = from.0.map(|day| day.0);
        let whose = Whose { party_type: party_type.0, party_id: party_id.0.into(), from, to };
        match format.table() {
            None => {
                let (whose, page) = (&whose, &page);
                replica::read(&self.0, Asks::of(page), |books| async move {
                    Ok(Report::json(&read_page(&books, whose, page).await?))
                })
                .await
            }
            Some(format) => {
                let whose = &whose;
                replica::read(&self.0, Asks::Recent, |books| async move {
                    Report::table(format, FILE, &COLUMNS, |rows| fill(Arc::clone(&books), whose.asked(), rows)).await
                })
                .await
            }
        }
    }
}

async fn read_page(books: &Engine, whose: &Whose, page: &PageRequest) -> Result<StatementView, Problem> {
    let base = books.settings.base_currency;
    let mut reading = books.read_statement_of_account(whose.asked(), page.after.as_ref()).await?;
    let lines = reading.next(page.limit).await;
    let (next_cursor, frame) = (reading.cursor(), reading.frame.clone());
    reading.end().await?;
    let open = if page.after.is_none() { frame.open } else { Vec::new() };
    Ok(StatementView {
        party_type: whose.party_type,
        party_id: whose.party_id.clone(),
        party_name: frame.party_name,
        from: whose.from.map(Into::into),
        to: whose.to.into(),
        currency: base.code().into(),
        opening_balance: sum(frame.opening_balance, base),
        total_debit: sum(frame.total_debit, base),
        total_credit: sum(frame.total_credit, base),
        closing_balance: sum(frame.closing_balance, base),
        aging: buckets(frame.aging, base),
        open_items: open.into_iter().map(|row| document_view(row, base)).collect(),
        data: lines?.into_iter().map(|line| view(line, base)).collect(),
        has_more: next_cursor.is_some(),
        next_cursor: next_cursor.map(|cursor| cursor.to_string()),
    })
}

fn view(line: StatementLine, base: Currency) -> StatementLineView {
    StatementLineView {
        posting_date: line.posting_date.into(),
        document_type: line.source.kind.into(),
        document_id: line.source.id,
        posting: line.posting.name().into_owned(),
        reference: line.reference,
        memo: line.memo,
        debit: sum(line.debit, base),
        credit: sum(line.credit, base),
        balance: sum(line.balance, base),
        amount: sum(line.amount, line.currency),
        currency: line.currency.code().into(),
    }
}

fn cells(line: &StatementLineView, base: Currency) -> Vec<Cell> {
    vec![
        "posting".into(),
        line.posting_date.into(),
        DocumentKind::from(line.document_type).name().into(),
        (&line.document_id).into(),
        (&line.posting).into(),
        line.reference.as_ref().into(),
        line.memo.as_ref().into(),
        Cell::Empty,
        line.debit.into(),
        line.credit.into(),
        line.balance.into(),
        base.code().into(),
        line.amount.into(),
        (&line.currency).into(),
    ]
}

fn balance_row(row: &str, (debit, credit): (Cell, Cell), balance: Sum, base: Currency) -> Vec<Cell> {
    let mut cells = vec![Cell::from(row)];
    cells.resize_with(8, || Cell::Empty);
    cells.extend([debit, credit, balance.into(), base.code().into()]);
    cells.resize_with(COLUMNS.len(), || Cell::Empty);
    cells
}

fn open_row(document: &AgingDocument, base: Currency) -> Vec<Cell> {
    vec![
        "open".into(),
        document.tran_date.into(),
        DocumentKind::from(document.document_type).name().into(),
        (&document.document_id).into(),
        Cell::Empty,
        document.reference.as_ref().into(),
        Cell::Empty,
        document.due_date.into(),
        Cell::Empty,
        Cell::Empty,
        document.base_open_amount.into(),
        base.code().into(),
        document.open_amount.into(),
        (&document.currency).into(),
    ]
}

/// The whole as a table.
async fn fill(engine: Arc<Engine>, asked: Asked, mut rows: Rows) -> Result<Rows, Problem> {
    let mut reading = engine.read_statement_of_account(asked, None).await?;
    let filled = fill_rows(&mut reading, engine.settings.base_currency, &mut rows).await;
    reading.end().await?;
    filled.map(|()| rows)
}

async fn fill_rows(reading: &mut Reading<Statement>, base: Currency, out: &mut Rows) -> Result<(), Problem> {
    let frame: Frame = reading.frame.clone();
    let opening = balance_row("opening", (Cell::Empty, Cell::Empty), sum(frame.opening_balance, base), base);
    out.put(&[opening]).await?;
    loop {
        let lines = reading.next(LINES).await?;
        if lines.is_empty() {
            break;
        }
        let rows: Vec<_> = lines.into_iter().map(|line| cells(&view(line, base), base)).collect();
        out.put(&rows).await?;
    }
    let totals = (sum(frame.total_debit, base).into(), sum(frame.total_credit, base).into());
    let closing = balance_row("closing", totals, sum(frame.closing_balance, base), base);
    let open = frame.open.into_iter().map(|row| open_row(&document_view(row, base), base));
    out.put(&std::iter::once(closing).chain(open).collect::<Vec<_>>()).await
}
