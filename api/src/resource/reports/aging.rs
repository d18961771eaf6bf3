//! Aging of receivables and payables.

use engine::clock::Date;
use engine::money::Currency;
use engine::report::aging::{Aging, AgingKind, Bucket, Buckets, OpenRow, PartyAging};
use poem::Request;
use poem_openapi::{Enum, Object, OpenApi, param::Query};

use super::day;
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::Auth;
use crate::problem::Problem;
use crate::schema::document::shared::amount;
use crate::schema::rule::DocumentType;
use crate::schema::{Amount, WireDate};
use crate::table::{Cell, Table};

/// Whose debts.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "AgingKind")]
pub enum WireAgingKind {
    /// Receivables: invoices and credit memos.
    Ar,
    /// Payables: bills and expenses.
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
    pub current: Amount,
    pub days_1_30: Amount,
    pub days_31_60: Amount,
    pub days_61_90: Amount,
    pub over_90: Amount,
    pub total: Amount,
}

/// One open document.
#[derive(Object, Debug)]
pub struct AgingDocument {
    pub document_type: DocumentType,
    pub document_id: String,
    pub tran_date: WireDate,
    /// When it has none (a credit memo, an expense), it ages from its `tran_date`.
    pub due_date: Option<WireDate>,
    pub reference: Option<String>,
    /// 0 while it is not overdue.
    pub days_overdue: i64,
    pub bucket: WireBucket,
    /// The document's.
    pub currency: String,
    /// The whole document, in its currency.
    pub document_total: Amount,
    /// What is open of it, in its currency; negative for what a credit memo has left.
    pub open_amount: Amount,
    /// The same as it stands in the control account, in base currency.
    pub base_open_amount: Amount,
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
    /// What journal entries put into the control accounts: without a party and a due date, counted as current.
    pub journal: Amount,
    pub totals: AgingBuckets,
}

impl Table for AgingView {
    const NAME: &'static str = "aging";
    const COLUMNS: &'static [&'static str] = &[
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

    fn rows(&self) -> Vec<Vec<Cell>> {
        let mut rows = Vec::new();
        for party in &self.data {
            rows.extend(party.documents.iter().map(|document| self.document_row(party, document)));
        }
        let zero = Amount(rust_decimal::Decimal::new(0, self.journal.0.scale()));
        if !self.journal.0.is_zero() {
            let sums = [self.journal, zero, zero, zero, zero, self.journal];
            rows.push(self.sum_row("journal", sums));
        }
        rows.push(self.sum_row("total", self.totals.in_order()));
        rows
    }
}

impl AgingView {
    fn document_row(&self, party: &AgingParty, document: &AgingDocument) -> Vec<Cell> {
        let zero = Amount(rust_decimal::Decimal::new(0, self.journal.0.scale()));
        let document_type = engine::document::DocumentKind::from(document.document_type);
        let mut cells: Vec<Cell> = vec![
            "document".into(),
            (&party.party_type).into(),
            (&party.party_id).into(),
            party.party_name.as_ref().into(),
            document_type.name().into(),
            (&document.document_id).into(),
            document.tran_date.into(),
            document.due_date.into(),
            document.reference.as_ref().into(),
            document.days_overdue.into(),
            (&document.currency).into(),
            document.document_total.into(),
            document.open_amount.into(),
            (&self.currency).into(),
        ];
        let in_bucket = |bucket: WireBucket| if bucket == document.bucket { document.base_open_amount } else { zero };
        cells.extend(Bucket::ALL.map(|bucket| Cell::from(in_bucket(bucket.into()))));
        cells.push(document.base_open_amount.into());
        cells
    }

    fn sum_row(&self, row: &str, sums: [Amount; 6]) -> Vec<Cell> {
        let mut cells = vec![Cell::from(row)];
        cells.resize(13, Cell::Empty);
        cells.push((&self.currency).into());
        cells.extend(sums.map(Cell::from));
        cells
    }
}

impl AgingBuckets {
    const fn in_order(&self) -> [Amount; 6] {
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
    /// entries put there stands as `journal`.
    ///
    /// JSON, or CSV with `Accept: text/csv` or `format=csv`: a row `document` for each, a row `journal` when it is not 0, and
    /// a last row `total`.
    #[oai(path = "/aging", method = "get", operation_id = "getAging")]
    async fn aging(
        &self,
        auth: Auth,
        /// `ar` or `ap`.
        kind: Query<WireAgingKind>,
        /// The day; today when left out.
        as_of: Query<Option<WireDate>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Report<AgingView>, Problem> {
        let as_of = day(&self.0, &auth, as_of.0).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let asked = match kind.0 {
            WireAgingKind::Ar => AgingKind::Ar,
            WireAgingKind::Ap => AgingKind::Ap,
        };
        let aging = self.0.engine.aging(asked, as_of).await?;
        Report::new(format, &view(kind.0, as_of, aging, self.0.engine.settings.base_currency))
    }
}

fn view(kind: WireAgingKind, as_of: Date, aging: Aging, base: Currency) -> AgingView {
    AgingView {
        kind,
        as_of: as_of.into(),
        currency: base.code().into(),
        data: aging.parties.into_iter().map(|party| party_view(party, base)).collect(),
        journal: amount(aging.journal, base),
        totals: buckets(aging.totals, base),
    }
}

fn party_view(aging: PartyAging, base: Currency) -> AgingParty {
    AgingParty {
        party_type: aging.party.party_type.name().into(),
        party_id: aging.party.party_id,
        party_name: Some(aging.party.party_name).filter(|name| !name.is_empty()),
        buckets: buckets(aging.buckets, base),
        documents: aging.documents.into_iter().map(|row| document_view(row, base)).collect(),
    }
}

fn document_view(row: OpenRow, base: Currency) -> AgingDocument {
    let document = row.document;
    AgingDocument {
        document_type: document.kind.into(),
        tran_date: document.tran_date.into(),
        due_date: document.due_date.map(Into::into),
        reference: document.reference,
        days_overdue: row.days_overdue,
        bucket: row.bucket.into(),
        currency: document.currency.code().into(),
        document_total: amount(document.total, document.currency),
        open_amount: amount(row.open_amount, document.currency),
        base_open_amount: amount(row.base_open_amount, base),
        document_id: document.id,
    }
}

fn buckets(sums: Buckets, base: Currency) -> AgingBuckets {
    AgingBuckets {
        current: amount(sums.current, base),
        days_1_30: amount(sums.days_1_30, base),
        days_31_60: amount(sums.days_31_60, base),
        days_61_90: amount(sums.days_61_90, base),
        over_90: amount(sums.over_90, base),
        total: amount(sums.total, base),
    }
}
