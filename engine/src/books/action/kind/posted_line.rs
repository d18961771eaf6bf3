//! A line of a document as it is posted.

use crate::books::document::Line;
use crate::books::ledger::posting::UnconvertedLine;

/// In the document's own currency.
pub(super) fn of_line(line: &Line) -> UnconvertedLine {
    UnconvertedLine {
        line_number: line.line_number,
        account_id: line.account_id.clone(),
        amount: line.amount,
        memo: line.memo.clone(),
        tax_part: None,
    }
}
