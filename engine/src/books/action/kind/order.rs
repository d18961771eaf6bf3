//! What may not precede what: a payment the document that it pays, a reversal the entry that it undoes, a due date the date of its
//! document, and a document its posting period by more than a year (the first of the books by more than twenty). Asked when a draft is written and when it is submitted. What is
//! submitted goes on, so that what older books hold can still be signed and posted (`books/action/landing.rs`).

use crate::approval::catalog::Catalog;
use crate::books::command::Snapshot;
use crate::books::document::model::Document;
use crate::books::document::{Content, Draft};
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::Faults;

/// By how many days a document may precede its posting period. A late bill is months old, a mistyped year is more.
pub const DAYS_BEFORE_PERIOD: i64 = 366;
/// The same of the first period of the books, which takes what stood open before they began at its true date: twenty years.
pub const DAYS_BEFORE_BOOKS: i64 = 7_305;

/// A document is dated at most so many days before its posting period begins. See docs/rules/periods.md#opening-items.
pub fn not_long_before(date: Date, period: &Period, catalog: &Catalog, faults: &mut Faults) {
    if !is_near(date, period, catalog) {
        let (days, start) = (days_before(period, catalog), period.start_date);
        faults.add("/tran_date", format!("is more than {days} days before its posting period begins, on {start}"));
    }
}

/// Whether the period may take a document of this day.
pub fn is_near(date: Date, period: &Period, catalog: &Catalog) -> bool {
    period.start_date.days_since(date) <= days_before(period, catalog)
}

fn days_before(period: &Period, catalog: &Catalog) -> i64 {
    let is_first = catalog.periods.values().all(|other| period.start_date <= other.start_date);
    if is_first { DAYS_BEFORE_BOOKS } else { DAYS_BEFORE_PERIOD }
}

/// Nothing is due before its own date.
pub fn due_not_before(due: Option<Date>, date: Option<Date>, faults: &mut Faults) {
    if let Some((due, date)) = due.zip(date)
        && due < date
    {
        faults.add("/due_date", format!("is before {date}, the date of the document"));
    }
}

/// The day on which a document posts by itself: its own, or the first of its posting period, whichever is later.
pub fn posts_on(content: &Content, catalog: &Catalog) -> Date {
    let period = catalog.periods.get(&content.posting_period_id);
    period.map_or(content.tran_date, |period| content.tran_date.max(period.start_date))
}

/// What pays or undoes the earlier document is not dated before it, and does not post before it in its period.
pub fn not_before(
    date: Date,
    period: Option<&Period>,
    earlier: &Document,
    pointer: &str,
    catalog: &Catalog,
    faults: &mut Faults,
) {
    let (kind, id) = (earlier.key.kind.title(), &earlier.key.id);
    let first = earlier.content.tran_date;
    if date < first {
        faults.add(pointer, format!("is before {first}, the date of {kind} {id:?}"));
        return;
    }
    let Some(period) = period else { return };
    let (own, posted) = (date.max(period.start_date), posts_on(&earlier.content, catalog));
    if own < posted {
        faults.add(
            pointer,
            format!("posts on {own} in {}, before {kind} {id:?}, which posts on {posted}", period.period_id),
        );
    }
}

/// The same of all that a payment pays; the first that is later is named.
pub fn not_before_any(
    date: Date,
    period: Option<&Period>,
    earlier: &[&Document],
    catalog: &Catalog,
    faults: &mut Faults,
) {
    for earlier in earlier {
        let mut found = Faults::default();
        not_before(date, period, earlier, "/tran_date", catalog, &mut found);
        if !found.is_empty() {
            return faults.extend(found);
        }
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
    let (content, catalog) = (&document.content, &snapshot.catalog);
    let period = catalog.periods.get(&content.posting_period_id);
    if let Some(period) = period {
        not_long_before(content.tran_date, period, catalog, faults);
    }
    due_not_before(content.items().and_then(|items| items.due_date), Some(content.tran_date), faults);
    let earlier: Vec<&Document> = document.reaches().iter().filter_map(|key| snapshot.documents.get(key)).collect();
    not_before_any(content.tran_date, period, &earlier, catalog, faults);
}

/// Refuses to move a document to a day after one of its payments, or to have it post after one, when that payment waits for
/// signatures already.
pub fn not_after_payments(before: &Document, draft: &Draft, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(date) = draft.tran_date else { return };
    let catalog = &snapshot.catalog;
    let first = snapshot.earliest_payments.iter().min_by_key(|payment| payment.tran_date);
    if let Some(payment) = first.filter(|payment| date > payment.tran_date && date != before.content.tran_date) {
        let (kind, id) = (payment.key.kind.title(), &payment.key.id);
        faults.add("/tran_date", format!("is after {}, the date of {kind} {id:?}, which pays it", payment.tran_date));
        return;
    }
    let start = |id: &str| catalog.periods.get(id).map(|period| period.start_date);
    let period = match &draft.posting_period_id {
        Some(id) => catalog.periods.get(id),
        None => catalog.period_of(date),
    };
    let Some(own) = period.map(|period| date.max(period.start_date)) else { return };
    let posts = snapshot
        .earliest_payments
        .iter()
        .map(|payment| (payment.tran_date.max(start(&payment.period_id).unwrap_or(payment.tran_date)), &payment.key));
    let Some((paid_on, key)) = posts.min() else { return };
    if own > paid_on && own != posts_on(&before.content, catalog) {
        let (kind, id) = (key.kind.title(), &key.id);
        faults.add(
            "/posting_period_id",
            format!("it would post on {own}, after {kind} {id:?}, which pays it on {paid_on}"),
        );
    }
}
