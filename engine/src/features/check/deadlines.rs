//! The clock of a document whose plan has deadlines, and the instants that the scheduled job goes by.

use super::recounted::Way;
use crate::kernel::entity::document;
use crate::kernel::findings::Findings;
use crate::kernel::store::row;

/// Which version of the lists no program without deadlines wrote.
const TIMES_OF_HOLDS: i64 = 3;

/// Names every difference. Books that were written before there were deadlines keep no times of holds, and need none.
pub fn check(row: &document::Model, way: &Way, findings: &mut Findings) {
    let steps = way.plan.iter().flat_map(|plan| &plan.steps);
    let mut ways = steps.flat_map(|step| &step.alternatives);
    let has_deadline = ways.any(|way| !way.deadline.is_none());
    // Since these lists, a program that states knows the times of holds.
    let keeps_times = has_deadline || way.submitted_by_lists.is_some_and(|version| version >= TIMES_OF_HOLDS);
    if !keeps_times && row.escalates_at.is_none() && row.overdue_at.is_none() {
        return;
    }
    let name = format!("{} {}", row.kind, row.document_id);
    let (escalates_at, overdue_at) = match row::document::read(row.clone(), Vec::new()) {
        Ok(document) => row::document::late_at(&document.stage),
        // It is named by what reads it whole.
        Err(_) => return,
    };
    let held = [
        ("held_at", way.held_at, row.held_at),
        ("stood_still", Some(way.stood_still).filter(|micros| *micros > 0), row.stood_still),
    ];
    let late = [("escalates_at", escalates_at, row.escalates_at), ("overdue_at", overdue_at, row.overdue_at)];
    for (field, said, is) in late.into_iter().chain(held.into_iter().filter(|_| keeps_times)) {
        if said != is {
            let text = |micros: Option<i64>| micros.map_or_else(|| "nothing".to_owned(), |micros| micros.to_string());
            findings.differences.push(format!("{name}: {field} is {}, and it should be {}", text(is), text(said)));
        }
    }
}
