//! What a fiscal year says of its periods: those of a closed year stay closed, and its last one is there for its close.

use std::sync::Arc;

use super::model::{FiscalYear, TITLE};
use super::records::{WantedYears, seen};
use crate::books::command::{Snapshot, Wanted};
use crate::books::period::Period;
use crate::values::error::{Refusal, RefusalName};

/// What a command about a period or of a year asks for.
pub fn all() -> Vec<Arc<dyn Wanted>> {
    vec![Arc::new(WantedYears::default())]
}

/// The year of this id, among all that were asked for.
pub fn of_id<'a>(fiscal_year_id: &str, snapshot: &'a Snapshot) -> Option<&'a FiscalYear> {
    seen(snapshot).years.iter().find(|year| year.fiscal_year_id == fiscal_year_id)
}

/// Refuses to open what a closed year stands on.
pub fn not_closed_over(period: &Period, snapshot: &Snapshot) -> Result<(), Refusal> {
    // Adjustments after the close are carried by the next one.
    let closed = seen(snapshot).years.iter().find(|year| year.is_closed && year.holds(period.end_date));
    let closed = closed.filter(|_| !period.is_adjustment);
    let Some(year) = closed else { return Ok(()) };
    let (period_id, id) = (&period.period_id, &year.fiscal_year_id);
    let why = format!("accounting period {period_id} belongs to {TITLE} {id:?}, which is closed: reopen that first");
    Err(RefusalName::FiscalYearClosed.because(why).with("fiscal_year_id", id.clone()))
}

/// The year that is to be closed still, and whose closing entry will stand in this period.
pub fn still_to_close_in<'a>(period: &Period, snapshot: &'a Snapshot) -> Option<&'a str> {
    let open = seen(snapshot).years.iter().find(|year| !year.is_closed && year.holds(period.end_date))?;
    let is_last = open.periods(&snapshot.catalog).last().is_some_and(|last| last.period_id == period.period_id);
    is_last.then_some(open.fiscal_year_id.as_str())
}
