//! In which period, and on which day, a document lands in the ledger: its own. A payment never lands before what it pays, so that
//! nothing is reported as paid before it was owed. Drafts are refused that would; what older books have submitted lands on the later
//! day. See docs/rules/payments.md#never-posted-before-what-it-pays.

use crate::books::action::kind;
use crate::books::action::kind::order;
use crate::books::action::{guard, settlement};
use crate::books::command::Snapshot;
use crate::books::document::model::Document;
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::SubLedger;

/// Its own period, which is open, and its day there; or the day on which what it pays posts, where that is later. When that
/// day is not in its own period, the period that holds it, or the earliest later one that is open.
pub fn place<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<(&'a Period, Date), Refusal> {
    let own = guard::open_period(document, snapshot)?;
    let day = day(document, snapshot);
    if day <= own.end_date {
        return Ok((own, day));
    }
    let touched: Vec<SubLedger> = kind::sub_ledgers(document, &snapshot.catalog).into_iter().collect();
    let later = open_from(day, &touched, snapshot).map_err(|refusal| {
        RefusalName::PeriodClosed.because(refusal.detail()).with("period_id", own.period_id.clone())
    })?;
    Ok((later, day.max(later.start_date)))
}

fn day(document: &Document, snapshot: &Snapshot) -> Date {
    let posts_on = |document: &Document| order::posts_on(&document.content, &snapshot.catalog);
    let earlier = settlement::settled_by(document, snapshot).into_iter().map(posts_on).max();
    earlier.map_or_else(|| posts_on(document), |earlier| earlier.max(posts_on(document)))
}

/// The period that holds the day when it is open for the sub-ledgers, else the earliest later open one.
pub fn open_from<'a>(day: Date, touched: &[SubLedger], snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let open = snapshot.catalog.regular_periods().filter(|period| period.end_date >= day);
    let open = open.filter(|period| touched.iter().all(|sub_ledger| period.is_open_for(*sub_ledger)));
    open.min_by_key(|period| period.start_date).ok_or_else(|| {
        let names = touched.iter().map(|sub_ledger| sub_ledger.title()).collect::<Vec<_>>().join(" and ");
        RefusalName::NoOpenPeriod.because(format!("no accounting period on or after {day} is open for {names}"))
    })
}
