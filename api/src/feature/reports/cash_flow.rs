//! The cash flow statement.

use engine::features::report_layouts::model::Statement;
use engine::features::reports::cash_flow::{self, Activities, Asked, CashFlow, Named};
use engine::features::reports::section::Section;
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::compared::{self, Compare, comparison};
use super::day::{Reports, today};
use super::income_statement::span;
use super::laid_out::{self, StatementLayout};
use super::reply::{Report, ReportFormat};
use super::section::{self, StatementSection, sum_row};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::leaf::wire_word;
use crate::schema::{Id, Sum, WireDate};
use crate::table::{Cell, Table};

/// How many accounts and ranges a query may name.
const MOST_NAMED: usize = 200;

wire_word! {
    /// From the net income, or by what stands against money.
    Method(cash_flow::Method) as "CashFlowMethod"
}

/// The cash flow statement, in base currency; money that came in is positive.
#[derive(Object, Debug)]
#[oai(rename = "CashFlow")]
pub struct CashFlowView {
    pub from: WireDate,
    pub to: WireDate,
    pub currency: String,
    pub opening_cash: Sum,
    /// `indirect` only.
    pub net_income: Option<Sum>,
    pub operating: StatementSection,
    /// `net_income`, less `exchange_effect` where it has that, and `operating`.
    pub cash_from_operating: Sum,
    pub investing: StatementSection,
    pub financing: StatementSection,
    /// Of revaluations of money.
    pub exchange_effect: Sum,
    pub net_change: Sum,
    pub closing_cash: Sum,
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<CashFlowColumn>>,
    /// With `layout_id`: the same by its lines, which come to `net_change`.
    #[oai(skip_serializing_if_is_none)]
    pub layout: Option<StatementLayout>,
}

/// The sums of a column.
#[derive(Object, Clone, Debug)]
pub struct CashFlowColumn {
    pub from: WireDate,
    pub to: WireDate,
    pub period_id: Option<String>,
    pub opening_cash: Sum,
    pub net_income: Option<Sum>,
    pub cash_from_operating: Sum,
    pub investing: Sum,
    pub financing: Sum,
    pub exchange_effect: Sum,
    pub net_change: Sum,
    pub closing_cash: Sum,
}

impl Table for CashFlowView {
    const NAME: &'static str = "cash-flow";
    const COLUMNS: &'static [&'static str] = section::COLUMNS;

    fn further_columns(&self) -> Vec<String> {
        let columns = self.comparatives.iter().flatten();
        columns.map(|column| compared::named(column.from, column.to, None)).collect()
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        let currency = &self.currency;
        let row = |row: &str, section: &str, own: Sum, of: fn(&CashFlowColumn) -> Option<Sum>| {
            let beside = self.comparatives.iter().flatten().filter_map(of);
            sum_row(row, section, currency, std::iter::once(own).chain(beside))
        };
        let mut rows = vec![row("opening_cash", "cash", self.opening_cash, |column| Some(column.opening_cash))];
        if let Some(layout) = &self.layout {
            rows.extend(layout.rows(currency));
        } else {
            rows.extend(self.net_income.map(|own| row("net_income", "operating", own, |column| column.net_income)));
            rows.extend(self.operating.rows("operating", currency));
            rows.push(row("total", "operating", self.cash_from_operating, |column| Some(column.cash_from_operating)));
            rows.extend(self.investing.rows("investing", currency));
            rows.push(row("total", "investing", self.investing.total, |column| Some(column.investing)));
            rows.extend(self.financing.rows("financing", currency));
            rows.push(row("total", "financing", self.financing.total, |column| Some(column.financing)));
            rows.push(row("exchange_effect", "cash", self.exchange_effect, |column| Some(column.exchange_effect)));
        }
        rows.push(row("net_change", "cash", self.net_change, |column| Some(column.net_change)));
        rows.push(row("closing_cash", "cash", self.closing_cash, |column| Some(column.closing_cash)));
        rows
    }
}

/// The cash flow statement.
pub struct CashFlowApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl CashFlowApi {
    /// Cash flow statement
    ///
    /// What moved the assets of subtype `bank`, `cash` or `card`. `indirect` goes from the net income by the movements of all other
    /// accounts; `direct` has the lines that stand against money. Both come to the net change of the trial balance.
    #[oai(path = "/cash-flow", method = "get", operation_id = "getCashFlow")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn cash_flow(
        &self,
        auth: Reads<Reports>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The first day, the beginning when left out; in place of `period_id`.
        from: Query<Option<WireDate>>,
        /// The last day, today when left out; not before `from`.
        to: Query<Option<WireDate>>,
        /// `indirect` when left out.
        method: Query<Option<Method>>,
        /// The accounts of investing activities, as `1500..1599,1700`.
        investing: Query<Option<String>>,
        /// The same of financing, beside equity. All others are operating.
        financing: Query<Option<String>>,
        /// As for the income statement.
        compare: Query<Option<Compare>>,
        /// In all; 2 to 13, and 2 when left out.
        columns: Query<Option<u64>>,
        /// Also by the lines of this report layout.
        layout_id: Query<Option<Id>>,
        /// Its newest version when left out.
        layout_version: Query<Option<i64>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<CashFlowView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let span = span(period_id.0, from.0, to.0, today)?;
        let comparison = comparison(compare.0, columns.0)?;
        let activities = activities(investing.0.as_deref(), financing.0.as_deref())?;
        let method = method.0.map_or(cash_flow::Method::Indirect, |method| method.0);
        let (span, asked) = (&span, &Asked { method, activities });
        let layout = (layout_id.0.as_ref(), layout_version.0);
        replica::read(&self.0, Asks::Recent, |books| async move {
            let layout = laid_out::asked(&books, Statement::CashFlow, layout).await?;
            let (flow, beside) = books.cash_flow(span, asked, comparison).await?;
            let (beside, base) = (comparison.map(|_| beside.as_slice()), books.settings.base_currency);
            let mut shown = view(&flow, beside, base);
            shown.layout = layout.map(|layout| laid_out::view(&layout, &flow, beside, base)).transpose()?;
            Report::new(format, &shown)
        })
        .await
    }
}

fn activities(investing: Option<&str>, financing: Option<&str>) -> Result<Activities, Problem> {
    let mut faults = Faults::default();
    let mut named = |field: &str, text: Option<&str>| -> Vec<Named> {
        let Some(text) = text else { return Vec::new() };
        let named: Option<Vec<_>> = text.split(',').map(|one| Named::parse(one.trim())).collect();
        let named = named.filter(|named| named.len() <= MOST_NAMED);
        if named.is_none() {
            faults.add(field, format!("must be accounts as 1500..1599,1700, {MOST_NAMED} at most"));
        }
        named.unwrap_or_default()
    };
    let activities = Activities { investing: named("investing", investing), financing: named("financing", financing) };
    faults.or(activities).map_err(Problem::from)
}

fn view(flow: &CashFlow, beside: Option<&[CashFlow]>, base: Currency) -> CashFlowView {
    let section = |of: fn(&CashFlow) -> &Section| compared::section_of(flow, beside, of, base);
    let own = column(flow, base);
    CashFlowView {
        from: own.from,
        to: own.to,
        currency: base.code().into(),
        opening_cash: own.opening_cash,
        net_income: own.net_income,
        operating: section(|flow| &flow.operating),
        cash_from_operating: own.cash_from_operating,
        investing: section(|flow| &flow.investing),
        financing: section(|flow| &flow.financing),
        exchange_effect: own.exchange_effect,
        net_change: own.net_change,
        closing_cash: own.closing_cash,
        comparatives: beside.map(|beside| beside.iter().map(|flow| column(flow, base)).collect()),
        layout: None,
    }
}

fn column(flow: &CashFlow, base: Currency) -> CashFlowColumn {
    CashFlowColumn {
        from: flow.from.into(),
        to: flow.to.into(),
        period_id: flow.period_id.clone(),
        opening_cash: sum(flow.opening_cash, base),
        net_income: flow.net_income.map(|amount| sum(amount, base)),
        cash_from_operating: sum(flow.cash_from_operating, base),
        investing: sum(flow.investing.total, base),
        financing: sum(flow.financing.total, base),
        exchange_effect: sum(flow.exchange_effect, base),
        net_change: sum(flow.net_change, base),
        closing_cash: sum(flow.closing_cash, base),
    }
}
