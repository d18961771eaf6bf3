use super::*;

/// An instant, in seconds.
fn at(seconds: i64) -> Timestamp {
    Timestamp::from_micros(seconds * 1_000_000)
}

fn every(seconds: u64, missed: Missed) -> Schedule {
    let back_off = BackOff { first: Duration::from_secs(1), factor: 2, at_most: Duration::from_secs(8) };
    let (every, lease) = (Duration::from_secs(seconds), Duration::from_secs(4));
    Schedule { name: "test", every, missed, lease, back_off }
}

#[test]
fn what_a_process_does_that_looks() {
    use Missed::{CatchUp, Skip};
    let wait = |seconds| Step::Wait(Duration::from_secs(seconds));
    let run = Step::Run { until: at(104) };
    let next = |seconds| Step::LeaveOut { next: at(seconds) };
    // Of a job of every ten seconds, at 100 s.
    let table = [
        // due, held until, missed → step
        (110, None, CatchUp, wait(10), "the next tick is ahead"),
        (101, None, CatchUp, wait(1), "as soon as it is due"),
        (100, None, CatchUp, run, "due now"),
        (91, None, Skip, run, "late by less than a tick is not missed"),
        (90, None, Skip, next(110), "missed, and left out"),
        (37, None, Skip, next(107), "the ticks keep their distance"),
        (37, None, CatchUp, run, "missed, and caught up"),
        (100, Some(103), CatchUp, wait(3), "another has it"),
        (37, Some(103), Skip, wait(3), "another has it still"),
        (100, Some(100), CatchUp, run, "the claim of one that died has ended"),
        (100, Some(99), Skip, run, "also of what is not caught up"),
        (100, Some(108), CatchUp, wait(8), "it failed, and is tried later"),
        (111, None, CatchUp, run, "the clock was set back"),
        (100, Some(109), CatchUp, run, "the clock was set back after a claim"),
        (500, None, Skip, run, "set back by far"),
    ];
    for (due, held, missed, wanted, why) in table {
        let standing = Standing { due_at: at(due), held_until: held.map(at), failures: 0 };
        assert_eq!(every(10, missed).step(&standing, at(100)), wanted, "{why}");
    }
}

#[test]
fn the_next_tick_is_the_first_of_the_row_that_is_still_to_come() {
    for (due, now, next) in [(100, 100, 110), (100, 104, 110), (100, 110, 120), (100, 137, 140), (500, 100, 110)] {
        assert_eq!(every(10, Missed::CatchUp).next(at(due), at(now)), at(next), "{due} at {now}");
    }
}

/// See docs/rules/audit.md#sealed-rows.
#[test]
fn a_row_is_sealed_within_five_seconds_though_a_claimant_dies() {
    let Schedule { every, lease, .. } = Scheduled::Seal.schedule();
    // Whoever waits for the end of a claim looks when it ends, and has a second to seal.
    assert!(every + lease <= Duration::from_secs(4));
}

#[test]
fn names_are_kept_apart() {
    let names: std::collections::BTreeSet<_> = Scheduled::ALL.map(|job| job.schedule().name).into();
    assert_eq!(names.len(), Scheduled::ALL.len());
}
