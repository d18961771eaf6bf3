//! Department Routing: some line has one of the departments. See docs/rules/approval.md#matching.

use super::Mismatch;
use crate::approval::subject::Subject;

pub(super) fn fits(department_ids: &[String], subject: &Subject<'_>) -> Result<(), Mismatch> {
    let found = department_ids.iter().any(|id| subject.department_ids.contains(id.as_str()));
    if found { Ok(()) } else { Err(Mismatch::OtherDepartment) }
}
