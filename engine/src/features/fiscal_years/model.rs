//! A fiscal year. See docs/rules/fiscal-years.md#what-a-fiscal-year-is.

use crate::approval::catalog::Catalog;
use crate::books::period::Period;
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKey, DocumentKind};

/// The resource in the trail. Permissions are those of accounting periods.
pub const RESOURCE: &str = "fiscal_year";
/// What is called so in a 404.
pub const TITLE: &str = "fiscal year";

/// Days that are closed together: its periods tile them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FiscalYear {
    pub fiscal_year_id: String,
    pub fiscal_year_name: String,
    pub start_date: Date,
    pub end_date: Date,
    /// The period of its last day that adjustments after the year's end are posted into, beside the period that holds that day.
    pub adjustment_period_id: Option<String>,
    pub is_closed: bool,
    /// How many closing entries were made of it, those that were taken back included.
    pub closings: u32,
    /// The newest close or reopening.
    pub last_change: Option<YearChange>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
}

/// When a year was closed or reopened, and by whom; a reopening has a reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct YearChange {
    pub at: Timestamp,
    pub by: String,
    pub reason: Option<String>,
}

impl FiscalYear {
    pub fn holds(&self, date: Date) -> bool {
        self.start_date <= date && date <= self.end_date
    }

    /// Its periods, in the order of their days; that of adjustments is the last.
    pub fn periods<'a>(&self, catalog: &'a Catalog) -> Vec<&'a Period> {
        let own = |period: &&Period| self.holds(period.start_date) && self.holds(period.end_date);
        let mut periods: Vec<&Period> = catalog.periods.values().filter(own).collect();
        periods.sort_unstable_by_key(|period| (period.end_date, period.start_date));
        periods
    }

    /// Whether the period came with the year: one that was there before is not the year's own, and stays when the year is taken back.
    pub fn brought(&self, period: &Period) -> bool {
        self.adjustment_period_id.as_ref() == Some(&period.period_id)
            || self.holds(period.start_date) && self.holds(period.end_date) && period.created_at == self.created_at
    }

    /// The closing entry of this number, counted from 1.
    pub fn closing_entry(&self, number: u32) -> DocumentKey {
        DocumentKey::new(DocumentKind::JournalEntry, format!("JE-CLOSE-{}-{number}", self.fiscal_year_id))
    }

    /// All closing entries that were made of it.
    pub fn closing_entries(&self) -> impl Iterator<Item = DocumentKey> {
        (1..=self.closings).map(|number| self.closing_entry(number))
    }
}
