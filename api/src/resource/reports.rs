//! Reports (C32).

use engine::command::Wants;
use engine::error::Faults;
use engine::report::trial_balance::{Range, Row, TrialBalance};
use poem_openapi::{Object, OpenApi, param::Query};

use super::accounts::WireAccountType;
use crate::app::App;
use crate::auth::Auth;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::document::shared::amount;
use crate::schema::{Amount, Id, WireDate};

/// The trial balance, in base currency, debit positive.
#[derive(Object, Debug)]
#[oai(rename = "TrialBalance")]
pub struct TrialBalanceView {
    pub currency: String,
    pub data: Vec<TrialBalanceRow>,
    /// Equal to `total_credit`.
    pub total_debit: Amount,
    pub total_credit: Amount,
}

/// One account of the trial balance.
#[derive(Object, Debug)]
pub struct TrialBalanceRow {
    pub account_id: String,
    pub account_name: String,
    pub account_type: WireAccountType,
    pub opening_balance: Amount,
    pub debit: Amount,
    pub credit: Amount,
    pub closing_balance: Amount,
}

/// Reports.
pub struct ReportApi(pub App);

#[OpenApi(prefix_path = "/reports")]
impl ReportApi {
    /// Trial balance
    ///
    /// For a period, or as of a day (today when neither is given). With `as_of` the opening is 0
    /// and the columns run from the beginning. Accounts with neither movement nor balance are left out.
    #[oai(path = "/trial-balance", method = "get", operation_id = "getTrialBalance")]
    async fn trial_balance(
        &self,
        auth: Auth,
        /// The accounting period.
        period_id: Query<Option<Id>>,
        /// The day; not together with `period_id`.
        as_of: Query<Option<WireDate>>,
    ) -> Result<Reply<Ok200, TrialBalanceView>, Problem> {
        let seen = self.0.look(&auth.0, "report", &Wants::default()).await?;
        let range = match (period_id.0, as_of.0) {
            (Some(_), Some(_)) => return Err(Faults::one("as_of", "cannot be combined with period_id").into()),
            (Some(id), None) => Range::Period(id.into()),
            (None, Some(day)) => Range::AsOf(day.0),
            (None, None) => Range::AsOf(seen.now.date()),
        };
        let report = self.0.engine.trial_balance(&range).await?;
        Ok(Reply::new(&view(&report, self.0.engine.settings.base_currency)))
    }
}

fn view(report: &TrialBalance, base: engine::money::Currency) -> TrialBalanceView {
    let row = |row: &Row| TrialBalanceRow {
        account_id: row.account_id.clone(),
        account_name: row.account_name.clone(),
        account_type: row.account_type.into(),
        opening_balance: amount(row.opening_balance, base),
        debit: amount(row.debit, base),
        credit: amount(row.credit, base),
        closing_balance: amount(row.closing_balance, base),
    };
    TrialBalanceView {
        currency: base.code().into(),
        data: report.rows.iter().map(row).collect(),
        total_debit: amount(report.total_debit, base),
        total_credit: amount(report.total_credit, base),
    }
}
