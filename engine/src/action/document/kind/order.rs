//! What may not precede what: a payment the document that it pays, a reversal the entry that it undoes, and a document its
//! posting period by more than a year. Asked when a draft is written and when it is submitted. What is submitted goes on,
//! so that what older books hold can still be signed and posted.

use crate::catalog::Catalog;
use crate::clock::Date;
use crate::command::Snapshot;
use crate::document::model::Document;
use crate::error::Faults;
use crate::period::Period;

/// By how many days a document may precede its posting period. A late bill is months old, a mistyped year is more.
pub const DAYS_BEFORE_PERIOD: i64 = 366;

/// A document is dated at most [`DAYS_BEFORE_PERIOD`] before its posting period begins.
pub fn not_long_before(date: Date, period: &Period, faults: &mut Faults) {
    let start = period.start_date;
    if start.days_since(date) > DAYS_BEFORE_PERIOD {
        faults.add(
            "/tran_date",
            format!("is more than {DAYS_BEFORE_PERIOD} days before its posting period begins, on {start}"),
        );
    }
}

/// What pays or undoes the earlier document is not dated before it.
pub fn not_before(date: Date, earlier: &Document, pointer: &str, faults: &mut Faults) {
    let first = earlier.content.tran_date;
    if date < first {
        let (kind, id) = (earlier.key.kind.title(), &earlier.key.id);
        faults.add(pointer, format!("is before {first}, the date of {kind} {id:?}"));
    }
}

/// The day lies in a recorded period, open or not: the statement of another century is a mistyped year.
pub fn recorded(date: Date, pointer: &str, catalog: &Catalog, faults: &mut Faults) {
    if catalog.period_of(date).is_none() {
        faults.add(pointer, format!("no accounting period holds {date}"));
    }
}

/// The same check of a stored document that is submitted now: the document that it pays may have been edited since.
pub fn of_submitted(document: &Document, snapshot: &Snapshot, faults: &mut Faults) {
    let content = &document.content;
    if let Some(period) = snapshot.catalog.periods.get(&content.posting_period_id) {
        not_long_before(content.tran_date, period, faults);
    }
    let earlier = document.pays().cloned().or_else(|| document.undoes());
    if let Some(earlier) = earlier.and_then(|key| snapshot.documents.get(&key)) {
        not_before(content.tran_date, earlier, "/tran_date", faults);
    }
}

/// Refuses to move a document to a day after one of its payments, when that payment waits for signatures already.
pub fn not_after_payments(before: &Document, date: Option<Date>, snapshot: &Snapshot, faults: &mut Faults) {
    let (Some(date), Some((payment, paid_on))) = (date, &snapshot.earliest_payment) else { return };
    if date > *paid_on && date != before.content.tran_date {
        let (kind, id) = (payment.kind.title(), &payment.id);
        faults.add("/tran_date", format!("is after {paid_on}, the date of {kind} {id:?}, which pays it"));
    }
}
