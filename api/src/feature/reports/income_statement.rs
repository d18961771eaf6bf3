//! The income statement.

use engine::features::report_layouts::model::Statement;
use engine::features::reports::income_statement::IncomeStatement;
use engine::features::reports::section::Section;
use engine::features::reports::span::Span;
use engine::features::reports::split::Beside;
use engine::values::clock::Date;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::compared::{self, Compare};
use super::day::{Reports, today};
use super::laid_out::{self, StatementLayout};
use super::lines::{Asked, PartView};
use super::reply::{Report, ReportFormat};
use super::section::{self, StatementSection, sum_row};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::{Id, Sum, WireDate};
use crate::table::{Cell, Table};

/// The income statement, in base currency.
#[derive(Object, Debug)]
#[oai(rename = "IncomeStatement")]
pub struct IncomeStatementView {
    pub from: WireDate,
    pub to: WireDate,
    pub currency: String,
    pub income: StatementSection,
    pub expenses: StatementSection,
    /// Income less expenses; a loss is negative.
    pub net_income: Sum,
    /// With `compare`: the columns beside it.
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<IncomeColumn>>,
    /// With `layout_id`: the same by its lines.
    #[oai(skip_serializing_if_is_none)]
    pub layout: Option<StatementLayout>,
}

/// The sums of a column of an income statement.
#[derive(Object, Clone, Debug)]
pub struct IncomeColumn {
    pub from: WireDate,
    pub to: WireDate,
    /// Where it is a period.
    pub period_id: Option<String>,
    /// With `split_by`.
    #[oai(skip_serializing_if_is_none)]
    pub part: Option<PartView>,
    pub income: Sum,
    pub expenses: Sum,
    pub net_income: Sum,
}

impl Table for IncomeStatementView {
    const NAME: &'static str = "income-statement";
    const COLUMNS: &'static [&'static str] = section::COLUMNS;

    fn further_columns(&self) -> Vec<String> {
        let columns = self.comparatives.iter().flatten();
        columns
            .map(|column| compared::named(column.from, column.to, column.part.as_ref().map(PartView::column)))
            .collect()
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        let currency = &self.currency;
        let sums = |own: Sum, of: fn(&IncomeColumn) -> Sum| {
            std::iter::once(own).chain(self.comparatives.iter().flatten().map(of)).collect::<Vec<_>>()
        };
        let mut rows = if let Some(layout) = &self.layout {
            layout.rows(currency)
        } else {
            let mut rows = self.income.rows("income", currency);
            rows.push(sum_row("total", "income", currency, sums(self.income.total, |column| column.income)));
            rows.extend(self.expenses.rows("expenses", currency));
            rows.push(sum_row("total", "expenses", currency, sums(self.expenses.total, |column| column.expenses)));
            rows
        };
        rows.push(sum_row("net_income", "net_income", currency, sums(self.net_income, |column| column.net_income)));
        rows
    }
}

/// The income statement.
pub struct IncomeStatementApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl IncomeStatementApi {
    /// Income statement
    ///
    /// For a period, or from one day to another, both included, without any from the beginning to today; in base currency. Income is positive with a credit balance,
    /// expenses with a debit balance. Accounts without a net movement are left out.
    ///
    /// With `compare`, the same of other periods or years stands beside it, in `comparatives`: accounts are then those of all columns.
    /// With `split_by`, its parts do: together they are the statement.
    ///
    /// JSON, CSV or XLSX, by `Accept` or `format`: rows `account` and `total` by section, and a last row `net_income`.
    #[oai(path = "/income-statement", method = "get", operation_id = "getIncomeStatement")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn income_statement(
        &self,
        auth: Reads<Reports>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The first day, the beginning when left out; in place of `period_id`.
        from: Query<Option<WireDate>>,
        /// The last day, today when left out; not before `from`.
        to: Query<Option<WireDate>>,
        /// Another name for `to`.
        as_of: Query<Option<WireDate>>,
        /// The periods before, the same period of the years before, or the fiscal year up to `to` and the years before as far.
        compare: Query<Option<Compare>>,
        /// In all; 2 to 13, and 2 when left out.
        columns: Query<Option<u64>>,
        /// Also by the lines of this report layout.
        layout_id: Query<Option<Id>>,
        /// Its newest version when left out.
        layout_version: Query<Option<i64>>,
        /// Only lines that name a value of this dimension: `value_id`.
        dimension_id: Query<Option<Id>>,
        /// With its parts; `none` for lines that name none.
        value_id: Query<Option<Id>>,
        /// Columns by `dimension:<id>`, `customer`, `vendor` or `employee`, in place of `compare`; 13 when `columns` is left out.
        split_by: Query<Option<String>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<IncomeStatementView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let span = span(period_id.0, from.0, to.0.or(as_of.0), today)?;
        let (dimension_id, value_id) = (dimension_id.0, value_id.0);
        let asked = Asked { dimension_id, value_id, compare: compare.0, split_by: split_by.0, columns: columns.0 };
        let (slice, columns) = asked.read()?;
        let (span, slice, columns) = (&span, slice.as_ref(), &columns);
        let layout = (layout_id.0.as_ref(), layout_version.0);
        replica::read(&self.0, Asks::Recent, |books| async move {
            let layout = laid_out::asked(&books, Statement::IncomeStatement, layout).await?;
            let (statement, beside) = books.income_statement(span, slice, columns).await?;
            let (beside, base) =
                ((*columns != Beside::Nothing).then_some(beside.as_slice()), books.settings.base_currency);
            let mut shown = view(&statement, beside, base);
            shown.layout = layout.map(|layout| laid_out::view(&layout, &statement, beside, base)).transpose()?;
            Report::new(format, &shown)
        })
        .await
    }
}

/// A period, or two days.
pub fn span(period_id: Option<Id>, from: Option<WireDate>, to: Option<WireDate>, today: Date) -> Result<Span, Problem> {
    let Some(id) = period_id else {
        return Ok(Span::Days(from.map_or(Date::FIRST, |day| day.0), to.map_or(today, |day| day.0)));
    };
    let mut faults = Faults::default();
    for (name, _) in [("from", from), ("to", to)].into_iter().filter(|(_, given)| given.is_some()) {
        faults.add(name, "cannot be combined with period_id");
    }
    faults.or(Span::Period(id.into())).map_err(Problem::from)
}

fn view(statement: &IncomeStatement, beside: Option<&[IncomeStatement]>, base: Currency) -> IncomeStatementView {
    let section = |of: fn(&IncomeStatement) -> &Section| compared::section_of(statement, beside, of, base);
    IncomeStatementView {
        from: statement.from.into(),
        to: statement.to.into(),
        currency: base.code().into(),
        income: section(|statement| &statement.income),
        expenses: section(|statement| &statement.expenses),
        net_income: sum(statement.net_income, base),
        comparatives: beside.map(|beside| beside.iter().map(|statement| column(statement, base)).collect()),
        layout: None,
    }
}

fn column(statement: &IncomeStatement, base: Currency) -> IncomeColumn {
    IncomeColumn {
        from: statement.from.into(),
        to: statement.to.into(),
        period_id: statement.period_id.clone(),
        part: statement.part.as_ref().map(PartView::from),
        income: sum(statement.income.total, base),
        expenses: sum(statement.expenses.total, base),
        net_income: sum(statement.net_income, base),
    }
}
