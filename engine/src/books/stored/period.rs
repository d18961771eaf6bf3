//! `period.last_change`, and the period that a close ended with (`job.result`): one version each, 0.

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, word, write};
use crate::books::period::{Closing, Period, PeriodChange, Scope};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::SubLedger;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeV0 {
    #[serde(deserialize_with = "super::codec::present")]
    closed_at: Option<i64>,
    #[serde(deserialize_with = "super::codec::present")]
    closed_by: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    close_type: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    reopened_at: Option<i64>,
    #[serde(deserialize_with = "super::codec::present")]
    reopened_by: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    reopen_type: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    reason: Option<String>,
}

impl ChangeV0 {
    fn of(change: &PeriodChange) -> Self {
        let word = |scope: Option<Scope>| scope.map(|scope| scope.name().to_owned());
        Self {
            closed_at: change.closed_at.map(Timestamp::micros),
            closed_by: change.closed_by.clone(),
            close_type: word(change.close_type),
            reopened_at: change.reopened_at.map(Timestamp::micros),
            reopened_by: change.reopened_by.clone(),
            reopen_type: word(change.reopen_type),
            reason: change.reason.clone(),
        }
    }

    fn into_domain(self) -> Result<PeriodChange, Unreadable> {
        let scope = |field, text: Option<String>| text.map(|text| word(field, &text, Scope::parse)).transpose();
        Ok(PeriodChange {
            closed_at: self.closed_at.map(Timestamp::from_micros),
            closed_by: self.closed_by,
            close_type: scope("close_type", self.close_type)?,
            reopened_at: self.reopened_at.map(Timestamp::from_micros),
            reopened_by: self.reopened_by,
            reopen_type: scope("reopen_type", self.reopen_type)?,
            reason: self.reason,
        })
    }
}

impl Stored for PeriodChange {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only::<ChangeV0>(version, text)?.into_domain()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&ChangeV0::of(self))
    }
}

/// A period as a close left it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PeriodV0 {
    period_id: String,
    period_name: String,
    start_date: String,
    end_date: String,
    /// The states of the general ledger, payables, receivables and payroll.
    closing: [String; 4],
    version: i64,
    created_at: i64,
    created_by: String,
    #[serde(deserialize_with = "super::codec::present")]
    last_change: Option<ChangeV0>,
}

impl PeriodV0 {
    pub(super) fn of(period: &Period) -> Self {
        Self {
            period_id: period.period_id.clone(),
            period_name: period.period_name.clone(),
            start_date: period.start_date.to_string(),
            end_date: period.end_date.to_string(),
            closing: [SubLedger::Gl, SubLedger::Ap, SubLedger::Ar, SubLedger::Payroll]
                .map(|sub_ledger| period.closing_of(sub_ledger).name().to_owned()),
            version: period.version,
            created_at: period.created_at.micros(),
            created_by: period.created_by.clone(),
            last_change: period.last_change.as_ref().map(ChangeV0::of),
        }
    }

    pub(super) fn into_domain(self) -> Result<Period, Unreadable> {
        let closing = |text: &str| word("closing", text, Closing::parse);
        let [gl, ap, ar, payroll] = &self.closing;
        Ok(Period {
            // Its fiscal year says.
            is_adjustment: false,
            closing: [closing(gl)?, closing(ap)?, closing(ar)?, closing(payroll)?],
            start_date: word("start_date", &self.start_date, Date::parse)?,
            end_date: word("end_date", &self.end_date, Date::parse)?,
            last_change: self.last_change.map(ChangeV0::into_domain).transpose()?,
            period_id: self.period_id,
            period_name: self.period_name,
            version: self.version,
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self.created_by,
        })
    }
}
