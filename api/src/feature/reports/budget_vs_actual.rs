//! Budget against actual.

use engine::books::command::{Takes, Wants};
use engine::features::reports::budget_vs_actual::{Asked, BudgetVsActual, Figures, Row, Which};
use engine::values::account::AccountType;
use engine::values::error::Faults;
use engine::values::money::{Currency, Minor};
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::lines::slice;
use super::reply::{Report, ReportFormat};
use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::account::WireAccountType;
use crate::schema::document::shared::sum;
use crate::schema::{Id, Sum};
use crate::table::{Cell, Table};

/// A budget beside what was posted, in base currency.
#[derive(Object, Debug)]
#[oai(rename = "BudgetVsActual")]
pub struct BudgetVsActualView {
    pub budget_id: String,
    pub budget_name: String,
    pub fiscal_year_id: String,
    pub version_number: u32,
    pub from_period_id: String,
    pub to_period_id: String,
    pub currency: String,
    /// By account.
    pub data: Vec<BudgetRow>,
    /// Of each account type that has a row.
    pub totals: Vec<BudgetTotal>,
    /// Income less expenses.
    pub net_income: BudgetFigures,
}

/// One account.
#[derive(Object, Debug)]
pub struct BudgetRow {
    pub account_id: String,
    pub account_name: String,
    pub account_type: WireAccountType,
    #[oai(flatten)]
    pub figures: BudgetFigures,
}

/// All accounts of one type.
#[derive(Object, Debug)]
pub struct BudgetTotal {
    pub account_type: WireAccountType,
    #[oai(flatten)]
    pub figures: BudgetFigures,
}

/// Positive is a debit on assets and expenses, a credit on liabilities, equity and income.
#[derive(Object, Debug)]
pub struct BudgetFigures {
    pub budget: Sum,
    pub actual: Sum,
    /// `actual` less `budget`.
    pub variance: Sum,
    /// Of the size of `budget`, to two decimals; null where that is 0.
    pub variance_percent: Option<String>,
}

impl BudgetFigures {
    fn of(figures: Figures, base: Currency) -> Self {
        // The report was drawn up only where each of them has one.
        let variance = figures.variance().unwrap_or(Minor::ZERO);
        Self {
            budget: sum(figures.budget, base),
            actual: sum(figures.actual, base),
            variance: sum(variance, base),
            variance_percent: figures.percent().map(|percent| percent.to_string()),
        }
    }

    fn cells(&self) -> [Cell; 4] {
        let percent = self.variance_percent.clone().map_or(Cell::Empty, Cell::Number);
        [self.budget.into(), self.actual.into(), self.variance.into(), percent]
    }
}

impl Table for BudgetVsActualView {
    const NAME: &'static str = "budget-vs-actual";
    const COLUMNS: &'static [&'static str] = &[
        "row",
        "account_id",
        "account_name",
        "account_type",
        "currency",
        "budget",
        "actual",
        "variance",
        "variance_percent",
    ];

    fn rows(&self) -> Vec<Vec<Cell>> {
        let row = |named: [Cell; 4], figures: &BudgetFigures| -> Vec<Cell> {
            named.into_iter().chain([Cell::from(&self.currency)]).chain(figures.cells()).collect()
        };
        let name_of = |of: WireAccountType| Cell::from(AccountType::from(of).name());
        let none = || Cell::Empty;
        let account = |of: &BudgetRow| {
            let named =
                ["account".into(), (&of.account_id).into(), (&of.account_name).into(), name_of(of.account_type)];
            row(named, &of.figures)
        };
        let mut rows: Vec<_> = self.data.iter().map(account).collect();
        let total = |of: &BudgetTotal| row(["total".into(), none(), none(), name_of(of.account_type)], &of.figures);
        rows.extend(self.totals.iter().map(total));
        rows.push(row(["net_income".into(), none(), none(), none()], &self.net_income));
        rows
    }
}

/// What the report shows: budgets, and what was posted.
pub enum BudgetReports {}

impl Readable for BudgetReports {
    const TAKES: Takes = Takes::These(&[("report", "read"), ("budget", "read")]);
}

/// Budget against actual.
pub struct BudgetVsActualApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl BudgetVsActualApi {
    /// Budget against actual
    ///
    /// Of a budget, or of the one in force in a fiscal year: what it says of some periods, or of the year, beside what was posted into them.
    /// Closing entries of the year are left out. Accounts of income and expense are in it when they have a figure, others when the budget
    /// speaks of them.
    ///
    /// JSON, CSV or XLSX, by `Accept` or `format`: rows `account`, a `total` by type, and a last row `net_income`.
    #[oai(path = "/budget-vs-actual", method = "get", operation_id = "getBudgetVsActual")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn budget_vs_actual(
        &self,
        auth: Reads<BudgetReports>,
        /// The budget; this or `fiscal_year_id`.
        budget_id: Query<Option<Id>>,
        /// The year, of which the active budget is taken.
        fiscal_year_id: Query<Option<Id>>,
        /// The first period; that of the year when left out.
        from_period_id: Query<Option<Id>>,
        /// The last period; that of the year when left out.
        to_period_id: Query<Option<Id>>,
        /// Only lines that name a value of this dimension: `value_id`.
        dimension_id: Query<Option<Id>>,
        /// With its parts; `none` for lines that name none.
        value_id: Query<Option<Id>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<BudgetVsActualView>>, Problem> {
        self.0.look(&auth, &Wants::default()).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let asked = &Asked {
            budget: which(budget_id.0, fiscal_year_id.0)?,
            from_period_id: from_period_id.0.map(Into::into),
            to_period_id: to_period_id.0.map(Into::into),
            slice: slice(dimension_id.0, value_id.0)?,
        };
        replica::read(&self.0, Asks::Recent, |books| async move {
            let report = books.budget_vs_actual(asked).await?;
            Report::new(format, &view(&report, books.settings.base_currency))
        })
        .await
    }
}

fn which(budget_id: Option<Id>, fiscal_year_id: Option<Id>) -> Result<Which, Problem> {
    match (budget_id, fiscal_year_id) {
        (Some(id), None) => Ok(Which::Budget(id.into())),
        (None, Some(id)) => Ok(Which::ActiveOf(id.into())),
        (Some(_), Some(_)) => Err(Faults::one("fiscal_year_id", "cannot be combined with budget_id").into()),
        (None, None) => Err(Faults::one("budget_id", "is required, or fiscal_year_id").into()),
    }
}

fn view(report: &BudgetVsActual, base: Currency) -> BudgetVsActualView {
    let row = |row: &Row| BudgetRow {
        account_id: row.account_id.clone(),
        account_name: row.account_name.clone(),
        account_type: row.account_type.into(),
        figures: BudgetFigures::of(row.figures, base),
    };
    let total = |(of, figures): &(AccountType, Figures)| BudgetTotal {
        account_type: (*of).into(),
        figures: BudgetFigures::of(*figures, base),
    };
    BudgetVsActualView {
        budget_id: report.budget.budget_id.clone(),
        budget_name: report.budget.budget_name.clone(),
        fiscal_year_id: report.budget.fiscal_year_id.clone(),
        version_number: report.budget.version_number,
        from_period_id: report.from_period_id.clone(),
        to_period_id: report.to_period_id.clone(),
        currency: base.code().into(),
        data: report.rows.iter().map(row).collect(),
        totals: report.totals.iter().map(total).collect(),
        net_income: BudgetFigures::of(report.net_income, base),
    }
}
