//! Cost Center Routing: some line has one of the cost centers. See docs/rules/approval.md#matching.

use super::Mismatch;
use crate::approval::subject::Subject;

pub(super) fn fits(cost_center_ids: &[String], subject: &Subject<'_>) -> Result<(), Mismatch> {
    let found = cost_center_ids.iter().any(|id| subject.cost_center_ids.contains(id.as_str()));
    if found { Ok(()) } else { Err(Mismatch::OtherCostCenter) }
}
