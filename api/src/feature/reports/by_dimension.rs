//! What accounts moved by the values of a dimension.

use engine::features::reports::by_dimension::{Asked, ByDimension, Figures, Row, ValueTotals};
use engine::values::money::{Currency, MoneyError};
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::day::{Reports, today};
use super::income_statement::span;
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::account::WireAccountType;
use crate::schema::document::shared::sum;
use crate::schema::{Id, Sum, WireDate};
use crate::table::{Cell, Table};

/// What accounts moved by the values of a dimension, in base currency.
#[derive(Object, Debug)]
#[oai(rename = "ByDimension")]
pub struct ByDimensionView {
    pub dimension_id: String,
    pub dimension_name: String,
    pub from: WireDate,
    pub to: WireDate,
    pub currency: String,
    /// By account, then by value.
    pub data: Vec<ByDimensionRow>,
    pub values: Vec<DimensionResult>,
    /// Of all values: the income statement's.
    pub income: Sum,
    pub expenses: Sum,
    pub net_income: Sum,
}

/// What lines with one value moved on an account.
#[derive(Object, Debug)]
pub struct ByDimensionRow {
    pub account_id: String,
    pub account_name: String,
    pub account_type: WireAccountType,
    /// Null for what names none, as what the service adds to a posting.
    pub value_id: Option<String>,
    pub debit: Sum,
    pub credit: Sum,
    /// Debit positive.
    pub balance: Sum,
}

/// Income and expenses of a value: its own, and with those of its parts.
#[derive(Object, Debug)]
pub struct DimensionResult {
    /// Null for what names none.
    pub value_id: Option<String>,
    pub value_name: Option<String>,
    pub parent_id: Option<String>,
    pub own_income: Sum,
    pub own_expenses: Sum,
    pub income: Sum,
    pub expenses: Sum,
    pub net_income: Sum,
}

impl Table for ByDimensionView {
    const NAME: &'static str = "by-dimension";
    const COLUMNS: &'static [&'static str] = &[
        "row",
        "account_id",
        "account_name",
        "account_type",
        "dimension_id",
        "value_id",
        "currency",
        "debit",
        "credit",
        "balance",
        "income",
        "expenses",
        "net_income",
    ];

    fn rows(&self) -> Vec<Vec<Cell>> {
        let none = || Cell::Empty;
        let start = |of: &ByDimensionRow| -> Vec<Cell> {
            let account_type = engine::values::account::AccountType::from(of.account_type);
            vec!["account".into(), (&of.account_id).into(), (&of.account_name).into(), account_type.name().into()]
        };
        let mut rows = Vec::with_capacity(self.data.len().saturating_add(self.values.len()));
        for of in &self.data {
            let mut row = start(of);
            row.extend([(&self.dimension_id).into(), of.value_id.as_ref().into(), (&self.currency).into()]);
            row.extend([of.debit.into(), of.credit.into(), of.balance.into(), none(), none(), none()]);
            rows.push(row);
        }
        let result = |name: &str, value_id: Cell, figures: [Sum; 3]| -> Vec<Cell> {
            let mut row = vec![name.into(), none(), none(), none(), (&self.dimension_id).into(), value_id];
            row.extend([(&self.currency).into(), none(), none(), none()]);
            row.extend(figures.map(Cell::from));
            row
        };
        for of in &self.values {
            rows.push(result("value", of.value_id.as_ref().into(), [of.income, of.expenses, of.net_income]));
        }
        rows.push(result("total", none(), [self.income, self.expenses, self.net_income]));
        rows
    }
}

/// What accounts moved by the values of a dimension.
pub struct ByDimensionApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl ByDimensionApi {
    /// Accounts by a dimension
    ///
    /// What each account moved with each value, and income and expenses of each value with those of its parts. Rows of an account add up
    /// to what it moved: those with `value_id` null are what names no value. The close of a year does not count, as in the income
    /// statement.
    ///
    /// JSON, CSV or XLSX, by `Accept` or `format`: rows `account`, `value` and `total`.
    #[oai(path = "/by-dimension", method = "get", operation_id = "getByDimension")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn by_dimension(
        &self,
        auth: Reads<Reports>,
        /// The dimension.
        dimension_id: Query<Id>,
        /// Only this value with its parts.
        value_id: Query<Option<Id>>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The first day, the beginning when left out; in place of `period_id`.
        from: Query<Option<WireDate>>,
        /// The last day, today when left out; not before `from`.
        to: Query<Option<WireDate>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<ByDimensionView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let span = span(period_id.0, from.0, to.0, today)?;
        let asked = Asked { dimension_id: dimension_id.0.into(), value_id: value_id.0.map(Into::into), span };
        let asked = &asked;
        replica::read(&self.0, Asks::Recent, |books| async move {
            let report = books.by_dimension(asked).await?;
            Report::new(format, &view(&report, books.settings.base_currency).map_err(too_large)?)
        })
        .await
    }
}

fn too_large(_: MoneyError) -> Problem {
    engine::values::error::sum_too_large().into()
}

fn view(report: &ByDimension, base: Currency) -> Result<ByDimensionView, MoneyError> {
    let row = |row: &Row| {
        Ok(ByDimensionRow {
            account_id: row.account_id.clone(),
            account_name: row.account_name.clone(),
            account_type: row.account_type.into(),
            value_id: row.value_id.clone(),
            debit: sum(row.sums.debit, base),
            credit: sum(row.sums.credit, base),
            balance: sum(row.sums.balance()?, base),
        })
    };
    let Figures { income, expenses } = report.total;
    Ok(ByDimensionView {
        dimension_id: report.dimension.dimension_id.clone(),
        dimension_name: report.dimension.dimension_name.clone(),
        from: report.from.into(),
        to: report.to.into(),
        currency: base.code().into(),
        data: report.rows.iter().map(row).collect::<Result<_, MoneyError>>()?,
        values: report.values.iter().map(|value| result(value, base)).collect::<Result<_, _>>()?,
        income: sum(income, base),
        expenses: sum(expenses, base),
        net_income: sum(report.total.net()?, base),
    })
}

fn result(value: &ValueTotals, base: Currency) -> Result<DimensionResult, MoneyError> {
    Ok(DimensionResult {
        value_id: value.value_id.clone(),
        value_name: value.value_name.clone(),
        parent_id: value.parent_id.clone(),
        own_income: sum(value.own.income, base),
        own_expenses: sum(value.own.expenses, base),
        income: sum(value.whole.income, base),
        expenses: sum(value.whole.expenses, base),
        net_income: sum(value.whole.net()?, base),
    })
}
