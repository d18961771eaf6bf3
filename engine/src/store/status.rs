//! Conditions on the status of documents in the very words of the partial indexes: a database takes such an index only when it can
//! see, in the text of the statement, that the index has all that is asked for. A bound value does not show it that.

use sea_orm::sea_query::{Expr, SimpleExpr};

/// Submitted and not posted yet.
const SUBMITTED: &str =
    "(document.status = 'Pending Approval' OR document.status = 'On Hold' OR document.status = 'Approved')";
/// Not posted yet. SQLite sees that [`SUBMITTED`] is a part of it, since the parts stand in this order.
const UNPOSTED: &str = "(document.status = 'Pending Approval' OR document.status = 'On Hold' OR document.status = 'Approved' \
    OR document.status = 'Draft')";
const APPROVED: &str = "document.status = 'Approved'";

pub fn submitted() -> SimpleExpr {
    Expr::cust(SUBMITTED)
}

pub fn unposted() -> SimpleExpr {
    Expr::cust(UNPOSTED)
}

pub fn approved() -> SimpleExpr {
    Expr::cust(APPROVED)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Status;

    #[test]
    fn the_words_are_those_of_the_statuses() {
        for status in Status::UNPOSTED {
            let words = format!("document.status = '{}'", status.name());
            assert!(UNPOSTED.contains(&words), "{words}");
            assert_eq!(SUBMITTED.contains(&words), status != Status::Draft, "{words}");
        }
        assert_eq!(UNPOSTED.matches(" OR ").count() + 1, Status::UNPOSTED.len());
        assert_eq!(APPROVED, format!("document.status = '{}'", Status::Approved.name()));
    }
}
