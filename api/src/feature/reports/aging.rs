//! Aging of receivables and payables.

use std::sync::Arc;

use engine::features::reports::aging::{Aging, AgingKind, Bucket, Buckets, OpenRow};
use engine::features::reports::party::Party;
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::clock::Date;
use engine::values::error::sum_too_large;
use engine::values::money::{Currency, Minor};
use poem::Request;
use poem_openapi::types::ToJSON;
use poem_openapi::{Enum, Object, OpenApi, param::Query};
use serde_json::{Value, json};

use super::day::{Reports, day};
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::download::pieces::Pieces;
use crate::download::rows::Rows;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::document_type::DocumentType;
use crate::schema::{Sum, WireDate};
use crate::table::Cell;

/// Whose debts.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "AgingKind")]
pub enum WireAgingKind {
    /// Receivables: what customers owe, less their credits.
    Ar,
    /// Payables: what vendors and employees are owed, less the vendors' credits.
    Ap,
}

/// Days after the due date; the due day itself is `current`.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename = "AgingBucket")]
pub enum WireBucket {
    #[oai(rename = "current")]
    Current,
    #[oai(rename = "days_1_30")]
    Days1To30,
    #[oai(rename = "days_31_60")]
    Days31To60,
    #[oai(rename = "days_61_90")]
    Days61To90,
    #[oai(rename = "over_90")]
    Over90,
}

impl From<Bucket> for WireBucket {
    fn from(bucket: Bucket) -> Self {
        match bucket {
            Bucket::Current => Self::Current,
            Bucket::Days1To30 => Self::Days1To30,
            Bucket::Days31To60 => Self::Days31To60,
            Bucket::Days61To90 => Self::Days61To90,
            Bucket::Over90 => Self::Over90,
        }
    }
}

/// Sums by age, in base currency.
#[derive(Object, Debug)]
pub struct AgingBuckets {
    /// Not overdue.
    pub current: Sum,
    pub days_1_30: Sum,
    pub days_31_60: Sum,
    pub days_61_90: Sum,
    pub over_90: Sum,
    pub total: Sum,
}

/// One open document.
#[derive(Object, Debug)]
pub struct AgingDocument {
    pub document_type: DocumentType,
    pub document_id: String,
    pub tran_date: WireDate,
    /// When it has none, as an expense may, it ages from its `tran_date`.
    pub due_date: Option<WireDate>,
    pub reference: Option<String>,
    /// 0 while it is not overdue.
    pub days_overdue: i64,
    pub bucket: WireBucket,
    /// The document's.
    pub currency: String,
    /// The whole document, in its currency.
    pub document_total: Sum,
    /// What is open of it, in its currency; negative for what a credit has left.
    pub open_amount: Sum,
    /// The same as it stands in the control account, in base currency.
    pub base_open_amount: Sum,
}

/// One party, its sums, and its open documents, oldest due first.
#[derive(Object, Debug)]
pub struct AgingParty {
    /// `customer`, `vendor` or `employee`.
    pub party_type: String,
    pub party_id: String,
    /// Null for an employee whom `/users` does not know.
    pub party_name: Option<String>,
    #[oai(flatten)]
    pub buckets: AgingBuckets,
    pub documents: Vec<AgingDocument>,
}

/// What is open, by party and age. `totals.total` is the balance of all accounts of subtype `ar` (or `ap`) at the end of the
/// day, as in the trial balance.
#[derive(Object, Debug)]
#[oai(rename = "Aging")]
pub struct AgingView {
    pub kind: WireAgingKind,
    pub as_of: WireDate,
    /// The base currency: of all sums.
    pub currency: String,
    pub data: Vec<AgingParty>,
    /// What other journal entries put into the control accounts: without a party and a due date, counted as current.
    pub journal: Sum,
    /// What revaluations put there, also counted as current.
    pub revaluation: Sum,
    pub totals: AgingBuckets,
}

const COLUMNS: [&str; 20] = [
    "row",
    "party_type",
    "party_id",
    "party_name",
    "document_type",
    "document_id",
    "tran_date",
    "due_date",
    "reference",
    "days_overdue",
    "currency",
    "document_total",
    "open_amount",
    "base_currency",
    "current",
    "days_1_30",
    "days_31_60",
    "days_61_90",
    "over_90",
    "total",
];

fn document_row(party: &Party, row: OpenRow, base: Currency) -> Vec<Cell> {
    let document = document_view(row, base);
    let document_type = engine::values::kind::DocumentKind::from(document.document_type);
    let mut cells: Vec<Cell> = vec![
        "document".into(),
        party.party_type.name().into(),
        (&party.party_id).into(),
        name(party).as_ref().into(),
        document_type.name().into(),
        (&document.document_id).into(),
        document.tran_date.into(),
        document.due_date.into(),
        document.reference.as_ref().into(),
        document.days_overdue.into(),
        (&document.currency).into(),
        document.document_total.into(),
        document.open_amount.into(),
        base.code().into(),
    ];
    let zero = sum(Minor::ZERO, base);
    let in_bucket = |bucket: WireBucket| if bucket == document.bucket { document.base_open_amount } else { zero };
    cells.extend(Bucket::ALL.map(|bucket| Cell::from(in_bucket(bucket.into()))));
    cells.push(document.base_open_amount.into());
    cells
}

fn sum_row(row: &str, base: Currency, sums: [Sum; 6]) -> Vec<Cell> {
    let mut cells = vec![Cell::from(row)];
    cells.resize(13, Cell::Empty);
    cells.push(base.code().into());
    cells.extend(sums.map(Cell::from));
    cells
}

impl AgingBuckets {
    const fn in_order(&self) -> [Sum; 6] {
        [self.current, self.days_1_30, self.days_31_60, self.days_61_90, self.over_90, self.total]
    }
}

/// Aging.
pub struct AgingApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl AgingApi {
    /// Aging of receivables or payables
    ///
    /// What was open at the end of a day, by party, in buckets of days after the due date: `ar` has invoices less what was paid and
    /// credited, and what credit memos have left as negative amounts; `ap` has bills and expenses less what was paid. Sums are in
    /// base currency at each document's own rate; what is owed is positive. A day in the past is told as it was: from the dated
    /// postings, not from what is due today.
    ///
    /// The total equals the balance of the control accounts (subtype `ar` or `ap`) in the trial balance of that day. What journal
    /// entries put there stands as `journal`, of revaluations as `revaluation`.
    ///
    /// JSON, CSV or XLSX, by `Accept` or `format`. Tables have a row `document` for each, rows `journal` and `revaluation` when not 0, and
    /// a last row `total`.
    #[oai(path = "/aging", method = "get", operation_id = "getAging")]
    async fn aging(
        &self,
        auth: Reads<Reports>,
        /// `ar` or `ap`.
        kind: Query<WireAgingKind>,
        /// The day; today when left out.
        as_of: Query<Option<WireDate>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<AgingView>>, Problem> {
        let as_of = day(&self.0, &auth, as_of.0).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        replica::read(&self.0, Asks::Recent, |books| async move {
            let kind = kind.0;
            match format.table() {
                None => Report::written(|out| write(Arc::clone(&books), kind, as_of, out)).await,
                Some(format) => {
                    Report::table(format, "aging", &COLUMNS, |rows| fill(Arc::clone(&books), kind, as_of, rows)).await
                }
            }
        })
        .await
    }
}

impl From<WireAgingKind> for AgingKind {
    fn from(kind: WireAgingKind) -> Self {
        match kind {
            WireAgingKind::Ar => Self::Ar,
            WireAgingKind::Ap => Self::Ap,
        }
    }
}

/// Reads the whole, and writes it as JSON.
async fn write(engine: Arc<Engine>, kind: WireAgingKind, as_of: Date, mut out: Pieces) -> Result<(), Problem> {
    let mut reading = engine.read_aging(kind.into(), as_of).await?;
    let (day, kind) = (WireDate::from(as_of).to_json(), kind.to_json());
    let base = engine.settings.base_currency;
    let written = write_json(&mut reading, day.unwrap_or_default(), kind.unwrap_or_default(), base, &mut out).await;
    out.finish(reading, written).await
}

/// The whole as a table.
async fn fill(engine: Arc<Engine>, kind: WireAgingKind, as_of: Date, mut rows: Rows) -> Result<Rows, Problem> {
    let mut reading = engine.read_aging(kind.into(), as_of).await?;
    let filled = fill_lines(&mut reading, engine.settings.base_currency, &mut rows).await;
    reading.end().await?;
    filled.map(|()| rows)
}

async fn fill_lines(reading: &mut Reading<Aging>, base: Currency, out: &mut Rows) -> Result<(), Problem> {
    while let Some(found) = reading.next().await? {
        let rows: Vec<_> = found.into_iter().map(|(party, row)| document_row(&party, row, base)).collect();
        out.put(&rows).await?;
    }
    for (row, amount) in [("journal", reading.journal), ("revaluation", reading.revaluation)] {
        if !amount.is_zero() {
            let (amount, zero) = (sum(amount, base), sum(Minor::ZERO, base));
            out.put(&[sum_row(row, base, [amount, zero, zero, zero, zero, amount])]).await?;
        }
    }
    out.put(&[sum_row("total", base, buckets(reading.totals, base).in_order())]).await
}

/// A party's documents stand before its sums, which are known after them.
async fn write_json(
    reading: &mut Reading<Aging>,
    as_of: Value,
    kind: Value,
    base: Currency,
    out: &mut Pieces,
) -> Result<(), Problem> {
    out.text(&format!("{{\"as_of\":{as_of},\"currency\":{},\"data\":[", json!(base.code())));
    let mut open: Option<(Party, Buckets)> = None;
    while let Some(found) = reading.next().await? {
        for (party, row) in found {
            if open.as_ref().is_none_or(|(own, _)| !own.is(&party)) {
                if let Some(before) = open.replace((party, Buckets::default())) {
                    close(before, base, out);
                    out.text(",");
                }
                out.begin("{\"documents\":[");
            }
            if let Some((_, sums)) = &mut open {
                sums.add(row.bucket, row.base_open_amount).map_err(|_| sum_too_large())?;
            }
            out.element(&document_view(row, base).to_json().unwrap_or_default()).await?;
        }
    }
    if let Some(last) = open {
        close(last, base, out);
    }
    let (journal, totals) = (sum(reading.journal, base).to_json(), buckets(reading.totals, base).to_json());
    let (journal, totals) = (journal.unwrap_or_default(), totals.unwrap_or_default());
    let revaluation = sum(reading.revaluation, base).to_json().unwrap_or_default();
    out.text(&format!("],\"journal\":{journal},\"kind\":{kind},\"revaluation\":{revaluation},\"totals\":{totals}}}"));
    Ok(())
}

/// Ends a party's documents, and says the rest of it.
fn close((party, sums): (Party, Buckets), base: Currency, out: &mut Pieces) {
    let view = AgingParty {
        party_type: party.party_type.name().into(),
        party_name: name(&party),
        party_id: party.party_id,
        buckets: buckets(sums, base),
        documents: Vec::new(),
    };
    let mut rest = view.to_json().unwrap_or_default();
    if let Some(members) = rest.as_object_mut() {
        members.remove("documents");
    }
    let rest = rest.to_string();
    out.text("],");
    out.text(rest.strip_prefix('{').unwrap_or(&rest));
}

/// None for an employee whom the directory does not know.
fn name(party: &Party) -> Option<String> {
    Some(party.party_name.clone()).filter(|name| !name.is_empty())
}

pub(super) fn document_view(row: OpenRow, base: Currency) -> AgingDocument {
    let document = row.document;
    AgingDocument {
        document_type: document.kind.into(),
        tran_date: document.tran_date.into(),
        due_date: document.due_date.map(Into::into),
        reference: document.reference,
        days_overdue: row.days_overdue,
        bucket: row.bucket.into(),
        currency: document.currency.code().into(),
        document_total: sum(document.total, document.currency),
        open_amount: sum(row.open_amount, document.currency),
        base_open_amount: sum(row.base_open_amount, base),
        document_id: document.id,
    }
}

pub(super) fn buckets(sums: Buckets, base: Currency) -> AgingBuckets {
    AgingBuckets {
        current: sum(sums.current, base),
        days_1_30: sum(sums.days_1_30, base),
        days_31_60: sum(sums.days_31_60, base),
        days_61_90: sum(sums.days_61_90, base),
        over_90: sum(sums.over_90, base),
        total: sum(sums.total, base),
    }
}
