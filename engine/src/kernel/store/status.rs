//! Conditions on the status of documents and the state of jobs. Those of partial indexes have the index's very words: a database takes
//! such an index only when it can see, in the text of the statement, that the index has all that is asked for. A bound value does
//! not show it that.

use sea_orm::sea_query::{Expr, SimpleExpr};
use sea_orm::{ColumnTrait, Condition};

use crate::kernel::entity::document::Column;
use crate::values::kind::DocumentKind;

/// Not posted yet.
pub(super) const UNPOSTED: &str = "(document.status = 'Pending Approval' OR document.status = 'On Hold' OR document.status = 'Approved' \
    OR document.status = 'Draft')";
/// Statuses in which few documents stand, which PostgreSQL can only know when it reads them.
const SUBMITTED: &str = "document.status IN ('Pending Approval', 'On Hold', 'Approved')";
const APPROVED: &str = "document.status = 'Approved'";
/// Accruals that wait for their day, as the index `document_reversal_due` has them.
const DUE_FOR_REVERSAL: &str =
    "document.reversal_date IS NOT NULL AND document.dated_reversal_id IS NULL AND document.status = 'Posted'";
const NOT_REVERSED: &str = "NOT EXISTS (SELECT 1 FROM document r WHERE r.original_entry_id = document.document_id
    AND r.status NOT IN ('Rejected', 'Voided'))";
/// The jobs that somebody may still ask for by their state.
const NOT_DONE: &str = "job.state <> 'done'";

/// Submitted and not posted yet.
pub fn submitted() -> Condition {
    of_any_type(SUBMITTED)
}

pub fn approved() -> Condition {
    of_any_type(APPROVED)
}

/// The index of the status begins with the type, so every type is named.
fn of_any_type(statuses: &'static str) -> Condition {
    Condition::all().add(Column::Kind.is_in(DocumentKind::ALL.map(DocumentKind::name))).add(Expr::cust(statuses))
}

pub fn unposted() -> SimpleExpr {
    Expr::cust(UNPOSTED)
}

/// A posted accrual whose dated reversal was not made.
pub fn due_for_reversal() -> SimpleExpr {
    Expr::cust(DUE_FOR_REVERSAL)
}

/// Nor did somebody reverse it by hand.
pub fn not_reversed() -> SimpleExpr {
    Expr::cust(NOT_REVERSED)
}

pub fn not_done() -> SimpleExpr {
    Expr::cust(NOT_DONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::document::Status;
    use crate::books::queue::JobState;

    #[test]
    fn the_words_are_those_of_the_statuses() {
        for status in Status::UNPOSTED {
            let words = format!("document.status = '{}'", status.name());
            assert!(UNPOSTED.contains(&words), "{words}");
            assert_eq!(SUBMITTED.contains(&format!("'{}'", status.name())), status != Status::Draft, "{words}");
        }
        assert_eq!(UNPOSTED.matches(" OR ").count() + 1, Status::UNPOSTED.len());
        assert_eq!(APPROVED, format!("document.status = '{}'", Status::Approved.name()));
        assert_eq!(NOT_DONE, format!("job.state <> '{}'", JobState::Done.name()));
    }
}
