use super::*;
use crate::approval::deadline::{Deadline, EscalateTo};
use crate::approval::plan::{Escalated, Signer};

const HOUR: i64 = 3_600_000_000;

fn at(hour: i64) -> Timestamp {
    Timestamp::from_micros(hour * HOUR)
}

/// A way by `due`, reminding every `remind`, escalated `to` somebody, and whether that was done.
fn way(due: Option<u32>, remind: Option<u32>, to: bool, done: bool) -> Alternative {
    let escalate_to = to.then_some(EscalateTo::Manager);
    let deadline = Deadline { due_in_hours: due, remind_every_hours: remind, escalate_to };
    let escalated = done.then_some(Escalated { at: at(1), to: None });
    Alternative { deadline, escalated, ..Alternative::of(Signer::Anyone) }
}

fn step(alternatives: Vec<Alternative>) -> Step {
    Step { level: 1, alternatives }
}

#[test]
fn the_first_way_that_is_late_counts_and_time_on_hold_does_not() {
    let clock = |still: u64| StepClock { began: at(10), stood_still: hours_long(still) };
    for (ways, still, due, escalates) in [
        (vec![way(None, None, false, false)], 0, None, None),
        (vec![way(Some(4), None, false, false)], 0, Some(14), None),
        (vec![way(Some(4), None, true, false)], 0, Some(14), Some(14)),
        (vec![way(Some(4), None, true, false)], 5, Some(19), Some(19)),
        (vec![way(Some(4), None, true, true)], 0, Some(14), None),
        (vec![way(Some(4), None, true, true), way(Some(8), None, true, false)], 0, Some(14), Some(18)),
        (vec![way(Some(8), None, true, false), way(Some(2), None, false, false)], 0, Some(12), Some(18)),
    ] {
        let step = step(ways);
        let found = (clock(still).due_at(&step), clock(still).escalates_at(&step));
        assert_eq!(found, (due.map(at), escalates.map(at)), "{step:?}");
    }
}

#[test]
fn what_is_late_at_an_hour() {
    let clock = StepClock { began: at(10), stood_still: Duration::ZERO };
    let step = step(vec![
        way(Some(4), None, true, false),
        way(Some(4), None, true, true),
        way(Some(4), None, false, false),
        way(Some(6), None, true, false),
    ]);
    for (hour, late) in [(13, vec![]), (14, vec![(0, 14)]), (16, vec![(0, 14), (3, 16)])] {
        let found: Vec<_> = clock.late(&step, at(hour)).into_iter().map(|(place, _, due)| (place, due)).collect();
        let late: Vec<_> = late.into_iter().map(|(place, due)| (place, at(due))).collect();
        assert_eq!(found, late, "{hour}");
    }
}

#[test]
fn reminders_come_at_whole_intervals() {
    let clock = StepClock { began: at(10), stood_still: hours_long(1) };
    let reminding = step(vec![way(Some(9), Some(5), false, false), way(None, Some(3), false, false)]);
    for (hour, times, last) in [(10, 0, None), (13, 0, None), (14, 1, Some(14)), (16, 1, Some(14)), (17, 2, Some(17))] {
        assert_eq!(clock.reminders(&reminding, at(hour)), (times, last.map(at)), "{hour}");
    }
    assert_eq!(clock.overdue_at(&reminding), Some(at(14)), "the first reminder comes before it is late");
    assert_eq!(clock.overdue_at(&step(vec![way(Some(2), Some(3), false, false)])), Some(at(13)));
    assert_eq!(clock.reminders(&step(vec![way(Some(2), None, false, false)]), at(99)), (0, None));
}
