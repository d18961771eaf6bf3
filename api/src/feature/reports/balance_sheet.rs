//! The balance sheet.

use engine::features::report_layouts::model::Statement;
use engine::features::reports::balance_sheet::BalanceSheet;
use engine::features::reports::section::Section;
use engine::features::reports::split::Beside;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::compared::{self, Compare};
use super::day::{Reports, day};
use super::laid_out::{self, StatementLayout};
use super::lines::{Asked, PartView};
use super::reply::{Report, ReportFormat};
use super::section::{self, StatementAccount, StatementSection, account_rows, sum_row};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::{Id, Sum, WireDate};
use crate::table::{Cell, Table};

/// The balance sheet, in base currency. `assets.total` equals `total_liabilities_and_equity`.
#[derive(Object, Debug)]
#[oai(rename = "BalanceSheet")]
pub struct BalanceSheetView {
    pub as_of: WireDate,
    pub currency: String,
    pub assets: StatementSection,
    pub liabilities: StatementSection,
    pub equity: EquitySection,
    pub total_liabilities_and_equity: Sum,
    /// With `compare`: the columns beside it.
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<BalanceColumn>>,
    /// With `layout_id`: the same by its lines.
    #[oai(skip_serializing_if_is_none)]
    pub layout: Option<StatementLayout>,
}

/// The sums of a column of a balance sheet.
#[derive(Object, Clone, Debug)]
pub struct BalanceColumn {
    pub as_of: WireDate,
    /// With `split_by`.
    #[oai(skip_serializing_if_is_none)]
    pub part: Option<PartView>,
    pub assets: Sum,
    pub liabilities: Sum,
    pub current_earnings: Sum,
    pub earlier_earnings: Sum,
    #[oai(skip_serializing_if_is_none)]
    pub balancing_item: Option<Sum>,
    pub equity: Sum,
    pub total_liabilities_and_equity: Sum,
}

/// The equity accounts, and what no closing entry has carried into one of them yet.
#[derive(Object, Debug)]
pub struct EquitySection {
    pub accounts: Vec<StatementAccount>,
    /// Income less expenses of the fiscal year up to the day, as the income and expense accounts stand; a loss is negative. From the
    /// beginning where no fiscal year is recorded.
    pub current_earnings: Sum,
    /// The same of earlier fiscal years that are not closed.
    pub earlier_earnings: Sum,
    /// With `value_id` or `split_by`: what lines of other values or parties, or of none, stand against.
    #[oai(skip_serializing_if_is_none)]
    pub balancing_item: Option<Sum>,
    /// The accounts, the earnings and the balancing item.
    pub total: Sum,
}

impl Table for BalanceSheetView {
    const NAME: &'static str = "balance-sheet";
    const COLUMNS: &'static [&'static str] = section::COLUMNS;

    fn further_columns(&self) -> Vec<String> {
        let name = |column: &BalanceColumn| match &column.part {
            Some(part) => format!("balance {}", part.column()),
            None => format!("balance {}", column.as_of),
        };
        self.comparatives.iter().flatten().map(name).collect()
    }

    fn rows(&self) -> Vec<Vec<Cell>> {
        let (currency, equity) = (&self.currency, &self.equity);
        if let Some(layout) = &self.layout {
            return layout.rows(currency);
        }
        let sums = |own: Sum, of: fn(&BalanceColumn) -> Sum| {
            std::iter::once(own).chain(self.comparatives.iter().flatten().map(of)).collect::<Vec<_>>()
        };
        let mut rows = self.assets.rows("assets", currency);
        rows.push(sum_row("total", "assets", currency, sums(self.assets.total, |column| column.assets)));
        rows.extend(self.liabilities.rows("liabilities", currency));
        rows.push(sum_row("total", "liabilities", currency, sums(self.liabilities.total, |column| column.liabilities)));
        rows.extend(account_rows(&equity.accounts, "equity", currency));
        let current = sums(equity.current_earnings, |column| column.current_earnings);
        rows.push(sum_row("current_earnings", "equity", currency, current));
        let earlier = sums(equity.earlier_earnings, |column| column.earlier_earnings);
        if earlier.iter().any(|sum| !sum.0.is_zero()) {
            rows.push(sum_row("earlier_earnings", "equity", currency, earlier));
        }
        if let Some(own) = equity.balancing_item {
            let beside = self.comparatives.iter().flatten().filter_map(|column| column.balancing_item);
            rows.push(sum_row("balancing_item", "equity", currency, std::iter::once(own).chain(beside)));
        }
        rows.push(sum_row("total", "equity", currency, sums(equity.total, |column| column.equity)));
        let total = sums(self.total_liabilities_and_equity, |column| column.total_liabilities_and_equity);
        rows.push(sum_row("total", "liabilities_and_equity", currency, total));
        rows
    }
}

/// The balance sheet.
pub struct BalanceSheetApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl BalanceSheetApi {
    /// Balance sheet
    ///
    /// At the end of a day, in base currency; accounts without a balance are left out. Each section has its natural sign: assets
    /// are positive with a debit balance, liabilities and equity with a credit balance; an overdrawn bank account is a
    /// negative asset. `current_earnings` is computed: income less expenses of the fiscal year, or from the beginning where none is
    /// recorded, as far as no closing entry has carried them into an equity account. So assets always equal liabilities and equity.
    ///
    /// With `compare`, that of other days stands beside it, in `comparatives`: accounts are then those of all columns.
    /// With `split_by`, its parts do: together they are the whole.
    ///
    /// JSON, CSV or XLSX, by `Accept` or `format`: rows `account`, `current_earnings` and `total` by section.
    #[oai(path = "/balance-sheet", method = "get", operation_id = "getBalanceSheet")]
    #[allow(clippy::too_many_arguments, reason = "each is a query parameter")]
    async fn balance_sheet(
        &self,
        auth: Reads<Reports>,
        /// The day; today when left out.
        as_of: Query<Option<WireDate>>,
        /// The ends of the periods before, the same day of the years before, or the ends of the fiscal years before.
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
    ) -> Result<Aged<Report<BalanceSheetView>>, Problem> {
        let as_of = day(&self.0, &auth, as_of.0).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let (dimension_id, value_id) = (dimension_id.0, value_id.0);
        let asked = Asked { dimension_id, value_id, compare: compare.0, split_by: split_by.0, columns: columns.0 };
        let (slice, columns) = asked.read()?;
        let (slice, columns) = (slice.as_ref(), &columns);
        let layout = (layout_id.0.as_ref(), layout_version.0);
        replica::read(&self.0, Asks::Recent, |books| async move {
            let layout = laid_out::asked(&books, Statement::BalanceSheet, layout).await?;
            let (sheet, beside) = books.balance_sheet(as_of, slice, columns).await?;
            let (beside, base) =
                ((*columns != Beside::Nothing).then_some(beside.as_slice()), books.settings.base_currency);
            let is_of_parts = slice.is_some() || matches!(columns, Beside::Parts(..));
            let mut shown = view(&sheet, beside, is_of_parts, base);
            shown.layout = layout.map(|layout| laid_out::view(&layout, &sheet, beside, base)).transpose()?;
            Report::new(format, &shown)
        })
        .await
    }
}

fn view(sheet: &BalanceSheet, beside: Option<&[BalanceSheet]>, is_of_parts: bool, base: Currency) -> BalanceSheetView {
    let section = |of: fn(&BalanceSheet) -> &Section| compared::section_of(sheet, beside, of, base);
    BalanceSheetView {
        as_of: sheet.as_of.into(),
        currency: base.code().into(),
        assets: section(|sheet| &sheet.assets),
        liabilities: section(|sheet| &sheet.liabilities),
        equity: EquitySection {
            accounts: section(|sheet| &sheet.equity).accounts,
            current_earnings: sum(sheet.current_earnings, base),
            earlier_earnings: sum(sheet.earlier_earnings, base),
            balancing_item: is_of_parts.then(|| sum(sheet.balancing_item, base)),
            total: sum(sheet.total_equity, base),
        },
        total_liabilities_and_equity: sum(sheet.total_liabilities_and_equity, base),
        comparatives: beside.map(|beside| beside.iter().map(|sheet| column(sheet, is_of_parts, base)).collect()),
        layout: None,
    }
}

fn column(sheet: &BalanceSheet, is_of_parts: bool, base: Currency) -> BalanceColumn {
    BalanceColumn {
        as_of: sheet.as_of.into(),
        part: sheet.part.as_ref().map(PartView::from),
        assets: sum(sheet.assets.total, base),
        liabilities: sum(sheet.liabilities.total, base),
        current_earnings: sum(sheet.current_earnings, base),
        earlier_earnings: sum(sheet.earlier_earnings, base),
        balancing_item: is_of_parts.then(|| sum(sheet.balancing_item, base)),
        equity: sum(sheet.total_equity, base),
        total_liabilities_and_equity: sum(sheet.total_liabilities_and_equity, base),
    }
}
