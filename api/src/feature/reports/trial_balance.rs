//! The trial balance.

use engine::features::reports::trial_balance::{Range, Row, TrialBalance};
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem::Request;
use poem_openapi::{Object, OpenApi, param::Query};

use super::day::{Reports, today};
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
    /// Equal to `total_credit`.
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
}

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

    fn rows(&self) -> Vec<Vec<Cell>> {
        let account = |row: &TrialBalanceRow| -> Vec<Cell> {
            let account_type = engine::values::account::AccountType::from(row.account_type);
            vec![
                "account".into(),
                (&row.account_id).into(),
                (&row.account_name).into(),
                account_type.name().into(),
                (&self.currency).into(),
                row.opening_balance.into(),
                row.debit.into(),
                row.credit.into(),
                row.closing_balance.into(),
            ]
        };
        let none = || Cell::Empty;
        let mut rows: Vec<_> = self.data.iter().map(account).collect();
        let (debit, credit) = (self.total_debit.into(), self.total_credit.into());
        rows.push(vec!["total".into(), none(), none(), none(), (&self.currency).into(), none(), debit, credit, none()]);
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
    /// JSON, CSV or XLSX, by `Accept` or `format`: a row `account` for each account, and a last row `total`.
    #[oai(path = "/trial-balance", method = "get", operation_id = "getTrialBalance")]
    async fn trial_balance(
        &self,
        auth: Reads<Reports>,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The day; not together with `period_id`.
        as_of: Query<Option<WireDate>>,
        /// Goes before the `Accept` header.
        format: Query<Option<ReportFormat>>,
        request: &Request,
    ) -> Result<Aged<Report<TrialBalanceView>>, Problem> {
        let today = today(&self.0, &auth).await?;
        let format = ReportFormat::wanted(format.0, request)?;
        let range = match (period_id.0, as_of.0) {
            (Some(_), Some(_)) => return Err(Faults::one("as_of", "cannot be combined with period_id").into()),
            (Some(id), None) => Range::Period(id.into()),
            (None, Some(day)) => Range::AsOf(day.0),
            (None, None) => Range::AsOf(today),
        };
        let range = &range;
        replica::read(&self.0, Asks::Recent, |books| async move {
            let report = books.trial_balance(range).await?;
            Report::new(format, &view(&report, books.settings.base_currency))
        })
        .await
    }
}

fn view(report: &TrialBalance, base: Currency) -> TrialBalanceView {
    let row = |row: &Row| TrialBalanceRow {
        account_id: row.account_id.clone(),
        account_name: row.account_name.clone(),
        account_type: row.account_type.into(),
        opening_balance: sum(row.opening_balance, base),
        debit: sum(row.debit, base),
        credit: sum(row.credit, base),
        closing_balance: sum(row.closing_balance, base),
    };
    TrialBalanceView {
        currency: base.code().into(),
        data: report.rows.iter().map(row).collect(),
        total_debit: sum(report.total_debit, base),
        total_credit: sum(report.total_credit, base),
    }
}
