//! Fiscal years on the wire. See docs/rules/fiscal-years.md#what-a-fiscal-year-is.

use engine::approval::catalog::Catalog;
use engine::books::document::Document;
use engine::features::fiscal_years::Pattern;
use engine::features::fiscal_years::commands::close::YearClosed;
use engine::features::fiscal_years::commands::create::WithPeriods;
use engine::features::fiscal_years::model::FiscalYear;
use engine::values::kind::DocumentKey;
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use crate::schema::document::journal_entry::{JournalLine, line};
use crate::schema::document::shared::sum;
use crate::schema::{Id, Name, Reason, Required, Sum, WireDate, WireTimestamp};

/// How a year is cut into periods: months, quarters of weeks (the last period has the 53rd), or thirteen of four weeks.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PeriodPattern {
    #[oai(rename = "months")]
    Months,
    #[oai(rename = "weeks-4-4-5")]
    Weeks445,
    #[oai(rename = "weeks-4-5-4")]
    Weeks454,
    #[oai(rename = "weeks-5-4-4")]
    Weeks544,
    #[oai(rename = "weeks-4")]
    FourWeeks,
}

impl From<PeriodPattern> for Pattern {
    fn from(wire: PeriodPattern) -> Self {
        match wire {
            PeriodPattern::Months => Self::Months,
            PeriodPattern::Weeks445 => Self::Weeks445,
            PeriodPattern::Weeks454 => Self::Weeks454,
            PeriodPattern::Weeks544 => Self::Weeks544,
            PeriodPattern::FourWeeks => Self::FourWeeks,
        }
    }
}

/// A new fiscal year.
#[derive(Object, Debug)]
pub struct FiscalYearInput {
    pub fiscal_year_id: Required<Id>,
    pub fiscal_year_name: Required<Name>,
    pub start_date: Required<WireDate>,
    /// Twelve months, or 52 weeks, when left out.
    pub end_date: Option<WireDate>,
    /// When left out, the periods that tile these days already, or months.
    pub period_pattern: Option<PeriodPattern>,
    /// Also make a period of the last day for adjustments after the year's end, `<fiscal_year_id>-ADJ`.
    pub adjustment_period: Option<bool>,
}

/// Where to close it to.
#[derive(Object, Debug)]
pub struct CloseYearInput {
    /// The first active account of subtype `retained_earnings` when left out.
    pub retained_earnings_account_id: Option<Id>,
}

/// Why it is reopened.
#[derive(Object, Debug)]
pub struct ReopenYearInput {
    pub reason: Required<Reason>,
}

/// A fiscal year.
#[derive(Object, Debug)]
#[oai(rename = "FiscalYear")]
pub struct FiscalYearView {
    pub fiscal_year_id: String,
    pub fiscal_year_name: String,
    pub start_date: WireDate,
    pub end_date: WireDate,
    /// Its accounting periods, in order.
    pub period_ids: Vec<String>,
    /// The last of them, when it takes adjustments alone.
    pub adjustment_period_id: Option<String>,
    pub is_closed: bool,
    /// Those of its closes, in order; what a reopening took back is Voided.
    pub closing_entry_ids: Vec<String>,
    /// The newest close or reopening.
    pub changed_at: Option<WireTimestamp>,
    pub changed_by: Option<String>,
    /// Of a reopening.
    pub reason: Option<String>,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
}

impl FiscalYearView {
    /// With the periods that the catalog has of it.
    pub fn of(year: &FiscalYear, catalog: &Catalog) -> Self {
        Self::with(year, year.periods(catalog).into_iter().map(|period| period.period_id.clone()).collect())
    }

    /// As it was just made.
    pub fn made(made: &WithPeriods) -> Self {
        Self::with(&made.year, made.periods.iter().map(|period| period.period_id.clone()).collect())
    }

    fn with(year: &FiscalYear, period_ids: Vec<String>) -> Self {
        let change = year.last_change.as_ref();
        Self {
            fiscal_year_id: year.fiscal_year_id.clone(),
            fiscal_year_name: year.fiscal_year_name.clone(),
            start_date: year.start_date.into(),
            end_date: year.end_date.into(),
            period_ids,
            adjustment_period_id: year.adjustment_period_id.clone(),
            is_closed: year.is_closed,
            closing_entry_ids: year.closing_entries().map(|DocumentKey { id, .. }| id).collect(),
            changed_at: change.map(|change| change.at.into()),
            changed_by: change.map(|change| change.by.clone()),
            reason: change.and_then(|change| change.reason.clone()),
            version: year.version,
            created_at: year.created_at.into(),
            created_by: year.created_by.clone(),
        }
    }
}

/// A year that was closed, and what its close carried.
#[derive(Object, Debug)]
pub struct ClosedYear {
    pub fiscal_year_id: String,
    pub is_closed: bool,
    /// Income less expenses that this close carried into retained earnings, in base currency; a loss is negative.
    pub carried: Sum,
    /// The closing entry; null where nothing was to be carried.
    pub journal_entry_id: Option<String>,
    pub lines: Vec<JournalLine>,
    /// As in the `ETag`.
    pub version: i64,
}

impl ClosedYear {
    pub fn of(done: &YearClosed, base: Currency) -> Self {
        let entry = done.entry.as_ref();
        Self {
            fiscal_year_id: done.year.fiscal_year_id.clone(),
            is_closed: done.year.is_closed,
            carried: sum(done.carried, base),
            journal_entry_id: entry.map(|entry| entry.key.id.clone()),
            lines: entry.into_iter().flat_map(Document::lines).map(|posted| line(posted, base)).collect(),
            version: done.year.version,
        }
    }
}
