//! The trial balance.

use std::collections::{BTreeMap, BTreeSet};

use engine::features::reports::span::Span;
use engine::features::reports::split::Beside;
use engine::features::reports::trial_balance::{Figures, Range, Row, TrialBalance};
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::compared::Compare;
use super::day::{Reports, today};
use super::lines::{Asked, PartView};
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::account::WireAccountType;
use crate::schema::document::shared::sum;
use crate::schema::{Id, Sum, WireDate};
use crate::table::{Cell, Table};

/// The trial balance, in base currency, debit positive.
#[derive(Object, Debug)]
#[oai(rename = "TrialBalance")]
pub struct TrialBalanceView {
    pub currency: String,
    pub data: Vec<TrialBalanceRow>,
    /// Equal to `total_credit`, but for lines of one value.
    pub total_debit: Sum,
    pub total_credit: Sum,
    /// With `compare`: the columns beside it.
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<TrialBalanceColumn>>,
}

/// The sums of a column of a trial balance.
#[derive(Object, Clone, Debug)]
pub struct TrialBalanceColumn {
    /// Left out as of a day.
    #[oai(skip_serializing_if_is_none)]
    pub from: Option<WireDate>,
    pub to: WireDate,
    /// Where it is a period.
    pub period_id: Option<String>,
    /// With `split_by`.
    #[oai(skip_serializing_if_is_none)]
    pub part: Option<PartView>,
    pub total_debit: Sum,
    pub total_credit: Sum,
}

/// One account of the trial balance.
#[derive(Object, Debug)]
pub struct TrialBalanceRow {
    pub account_id: String,
    pub account_name: String,
    pub account_type: WireAccountType,
    pub opening_balance: Sum,
    pub debit: Sum,
    pub credit: Sum,
    pub closing_balance: Sum,
    /// With `compare`: the same of each column beside it, in their order.
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<TrialBalanceFigures>>,
}

/// What an account says in another column.
#[derive(Object, Clone, Debug)]
pub struct TrialBalanceFigures {
    pub opening_balance: Sum,
    pub debit: Sum,
    pub credit: Sum,
    pub closing_balance: Sum,
}

impl TrialBalanceColumn {
    fn of(of: &TrialBalance, base: Currency) -> Self {
        Self {
            from: of.from.map(WireDate),
            to: of.to.into(),
            period_id: of.period_id.clone(),
            part: of.part.as_ref().map(PartView::from),
            total_debit: sum(of.total_debit, base),
            total_credit: sum(of.total_credit, base),
        }
    }

    /// The names of its columns in tables.
    fn named(&self) -> impl Iterator<Item = String> {
        let days = || self.from.map_or_else(|| self.to.to_string(), |from| format!("{from}..{}", self.to));
        let of = self.part.as_ref().map_or_else(days, |part| part.column().to_owned());
        FIGURES.iter().map(move |figure| format!("{figure} {of}"))
    }
}

impl TrialBalanceFigures {
    fn of(figures: Figures, base: Currency) -> Self {
        Self {
            opening_balance: sum(figures.opening_balance, base),
            debit: sum(figures.debit, base),
            credit: sum(figures.credit, base),
            closing_balance: sum(figures.closing_balance, base),
        }
    }

    fn cells(&self) -> [Cell; 4] {
        [self.opening_balance, self.debit, self.credit, self.closing_balance].map(Into::into)
    }
}

const FIGURES: &[&str] = &["opening_balance", "debit", "credit", "closing_balance"];

impl Table for TrialBalanceView {
    const NAME: &'static str = "trial-balance";
    const COLUMNS: &'static [&'static str] = &[
        "row",
        "account_id",
        "account_name",
        "account_type",
        "currency",
        "opening_balance",
        "debit",
        "credit",
        "closing_balance",
    ];

    fn further_columns(&self) -> Vec<String> {
        self.comparatives.iter().flatten().flat_map(TrialBalanceColumn::named).collect()
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        let account = |row: &TrialBalanceRow| -> Vec<Cell> {
            let account_type = engine::values::account::AccountType::from(row.account_type);
            let mut cells = vec![
                "account".into(),
                (&row.account_id).into(),
                (&row.account_name).into(),
                account_type.name().into(),
                (&self.currency).into(),
                row.opening_balance.into(),
                row.debit.into(),
                row.credit.into(),
                row.closing_balance.into(),
            ];
            cells.extend(row.comparatives.iter().flatten().flat_map(TrialBalanceFigures::cells));
            cells
        };
        let none = || Cell::Empty;
        let mut rows: Vec<_> = self.data.iter().map(account).collect();
        let (debit, credit) = (self.total_debit.into(), self.total_credit.into());
        let mut total =
            vec!["total".into(), none(), none(), none(), (&self.currency).into(), none(), debit, credit, none()];
        for column in self.comparatives.iter().flatten() {
            total.extend([none(), column.total_debit.into(), column.total_credit.into(), none()]);
        }
        rows.push(total);
        rows
    }
}

/// The trial balance.
pub struct TrialBalanceApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl TrialBalanceApi {
    /// Trial balance
    ///
    /// For a period, or as of a day (today when neither is given). With `as_of` the opening is 0
    /// and the columns run from the beginning. Accounts with neither movement nor balance are left out.
    ///
    /// With `compare`, that of other days stands beside it, in `comparatives`: accounts are then those of all columns.
    /// With `split_by`, its parts do: together they are the whole.
    ///
    /// JSON, CSV or XLSX, by `Accept` or `format`: a row `account` for each account, and a last row `total`.
    #[oai(path = "/trial-balance", method = "get", operation_id = "getTrialBalance")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn trial_balance(
        &self,
        auth: Reads<Reports>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The day; not together with `period_id`.
        as_of: Query<Option<WireDate>>,
        /// The periods before (as of a day, their ends), the same period or day of the years before, or the fiscal year so far and those
        /// before.
        compare: Query<Option<Compare>>,
        /// In all; 2 to 13, and 2 when left out.
        columns: Query<Option<u64>>,
        /// Only lines that name a value of this dimension: `value_id`.
        dimension_id: Query<Option<Id>>,
        /// With its parts; `none` for lines that name none.
        value_id: Query<Option<Id>>,
        /// Columns by `dimension:<id>`, `customer`, `vendor` or `employee`, in place of `compare`; 13 when `columns` is left out.
        split_by: Query<Option<String>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<TrialBalanceView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let range = match (period_id.0, as_of.0) {
            (Some(_), Some(_)) => return Err(Faults::one("as_of", "cannot be combined with period_id").into()),
            (Some(id), None) => Range::Span(Span::Period(id.into())),
            (None, Some(day)) => Range::AsOf(day.0),
            (None, None) => Range::AsOf(today),
        };
        let (dimension_id, value_id) = (dimension_id.0, value_id.0);
        let asked = Asked { dimension_id, value_id, compare: compare.0, split_by: split_by.0, columns: columns.0 };
        let (slice, columns) = asked.read()?;
        let (range, slice, columns) = (&range, slice.as_ref(), &columns);
        replica::read(&self.0, Asks::Recent, |books| async move {
            let (report, beside) = books.trial_balance(range, slice, columns).await?;
            let beside = (*columns != Beside::Nothing).then_some(beside.as_slice());
            Report::new(format, &view(&report, beside, books.settings.base_currency))
        })
        .await
    }
}

fn view(report: &TrialBalance, beside: Option<&[TrialBalance]>, base: Currency) -> TrialBalanceView {
    TrialBalanceView {
        currency: base.code().into(),
        data: rows(report, beside, base),
        total_debit: sum(report.total_debit, base),
        total_credit: sum(report.total_credit, base),
        comparatives: beside.map(|beside| beside.iter().map(|other| TrialBalanceColumn::of(other, base)).collect()),
    }
}

/// The accounts of all columns, by id, with 0 where one says nothing of them.
fn rows(report: &TrialBalance, beside: Option<&[TrialBalance]>, base: Currency) -> Vec<TrialBalanceRow> {
    let others = beside.unwrap_or_default();
    let by_id = |of: &TrialBalance| -> BTreeMap<String, Figures> {
        of.rows.iter().map(|row| (row.account_id.clone(), row.figures)).collect()
    };
    let own = by_id(report);
    let columns: Vec<BTreeMap<String, Figures>> = others.iter().map(by_id).collect();
    let mut shown = BTreeSet::new();
    let mut all: Vec<&Row> = std::iter::once(report).chain(others).flat_map(|of| &of.rows).collect();
    all.retain(|row| shown.insert(&row.account_id));
    all.sort_by_key(|row| &row.account_id);
    let figures = |of: &BTreeMap<String, Figures>, id: &str| {
        TrialBalanceFigures::of(of.get(id).copied().unwrap_or_default(), base)
    };
    let row = |row: &Row| {
        let TrialBalanceFigures { opening_balance, debit, credit, closing_balance } = figures(&own, &row.account_id);
        TrialBalanceRow {
            account_id: row.account_id.clone(),
            account_name: row.account_name.clone(),
            account_type: row.account_type.into(),
            opening_balance,
            debit,
            credit,
            closing_balance,
            comparatives: beside.map(|_| columns.iter().map(|column| figures(column, &row.account_id)).collect()),
        }
    };
    all.into_iter().map(row).collect()
}
