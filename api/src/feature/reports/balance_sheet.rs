//! The balance sheet.

use engine::features::reports::balance_sheet::BalanceSheet;
use engine::values::clock::Date;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::day::{Reports, day};
use super::reply::{Report, ReportFormat};
use super::section::{self, StatementAccount, StatementSection, sum_row};
use crate::app::App;
use crate::auth::reads::Reads;
use crate::problem::Problem;
use crate::replica::{self, Aged, Asks};
use crate::schema::document::shared::sum;
use crate::schema::{Sum, WireDate};
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
    /// The accounts and the earnings.
    pub total: Sum,
}

impl Table for BalanceSheetView {
    const NAME: &'static str = "balance-sheet";
    const COLUMNS: &'static [&'static str] = section::COLUMNS;

    fn rows(&self) -> Vec<Vec<Cell>> {
        let currency = &self.currency;
        let mut rows = self.assets.rows("assets", currency);
        rows.push(sum_row("total", "assets", currency, self.assets.total));
        rows.extend(self.liabilities.rows("liabilities", currency));
        rows.push(sum_row("total", "liabilities", currency, self.liabilities.total));
        for account in &self.equity.accounts {
            let (id, name) = ((&account.account_id).into(), (&account.account_name).into());
            rows.push(vec!["account".into(), "equity".into(), id, name, currency.into(), account.balance.into()]);
        }
        rows.push(sum_row("current_earnings", "equity", currency, self.equity.current_earnings));
        if !self.equity.earlier_earnings.0.is_zero() {
            rows.push(sum_row("earlier_earnings", "equity", currency, self.equity.earlier_earnings));
        }
        rows.push(sum_row("total", "equity", currency, self.equity.total));
        rows.push(sum_row("total", "liabilities_and_equity", currency, self.total_liabilities_and_equity));
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
    /// JSON, or CSV with `Accept: text/csv` or `format=csv`: rows `account`, `current_earnings` and `total` by section.
    #[oai(path = "/balance-sheet", method = "get", operation_id = "getBalanceSheet")]
    async fn balance_sheet(
        &self,
        auth: Reads<Reports>,
        /// The day; today when left out.
        as_of: Query<Option<WireDate>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<BalanceSheetView>>, Problem> {
        let as_of = day(&self.0, &auth, as_of.0).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        replica::read(&self.0, Asks::Recent, |books| async move {
            let sheet = books.balance_sheet(as_of).await?;
            Report::new(format, &view(as_of, &sheet, books.settings.base_currency))
        })
        .await
    }
}

fn view(as_of: Date, sheet: &BalanceSheet, base: Currency) -> BalanceSheetView {
    BalanceSheetView {
        as_of: as_of.into(),
        currency: base.code().into(),
        assets: section::view(&sheet.assets, base),
        liabilities: section::view(&sheet.liabilities, base),
        equity: EquitySection {
            accounts: section::view(&sheet.equity, base).accounts,
            current_earnings: sum(sheet.current_earnings, base),
            earlier_earnings: sum(sheet.earlier_earnings, base),
            total: sum(sheet.total_equity, base),
        },
        total_liabilities_and_equity: sum(sheet.total_liabilities_and_equity, base),
    }
}
