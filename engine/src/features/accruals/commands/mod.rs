//! The commands on accruals, which the service gives by itself.

pub mod problem;
pub mod reverse;

use crate::books::command::Snapshot;
use crate::books::document::model::DatedReversal;
use crate::books::document::{Document, Status};
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;

/// The accrual and its day, when that has come, it stands in the ledger, and nothing reverses it yet, be it made by hand.
fn due<'a>(key: &DocumentKey, snapshot: &'a Snapshot) -> Option<(&'a Document, Date)> {
    let accrual = snapshot.documents.get(key)?;
    let day = accrual.content.reversal_date().filter(|day| *day <= snapshot.today)?;
    let is_open = match &accrual.dated_reversal {
        DatedReversal::NotYet | DatedReversal::Refused { .. } => true,
        DatedReversal::Made { .. } => false,
    };
    (is_open && accrual.status() == Status::Posted && snapshot.live_reversal.is_none()).then_some((accrual, day))
}
