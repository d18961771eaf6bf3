use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Watchdog;

fn runtime(threads: usize) -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build().unwrap()
}

/// Of two threads one wakes for the first timer, and sits in a long set when the second timer is due. The other sleeps.
#[test]
fn the_runtime_hears_its_timers_while_a_set_takes_long() {
    let runtime = runtime(2);
    let (heard, set) = (Arc::new(AtomicBool::new(false)), Watchdog::default());
    let timer = Arc::clone(&heard);
    runtime.spawn(async move {
        tokio::time::sleep(Duration::from_millis(200)).await;
        timer.store(true, Ordering::SeqCst);
    });
    let was_heard = runtime.spawn(async move {
        tokio::time::sleep(Duration::from_millis(100)).await;
        set.during(|| {
            std::thread::sleep(Duration::from_secs(2));
            heard.load(Ordering::SeqCst)
        })
    });
    assert!(runtime.block_on(was_heard).unwrap(), "nobody listened until the set had ended");
}

#[test]
fn a_runtime_of_one_thread_cannot_be_helped() {
    assert!(runtime(2).block_on(async { Watchdog::can_help() }));
    assert!(!runtime(1).block_on(async { Watchdog::can_help() }));
    assert!(!Watchdog::can_help());
}

/// It falls asleep after a while without sets, and is called again.
#[test]
fn after_a_rest_it_looks_out_again() {
    let runtime = runtime(2);
    let watchdog = Watchdog::default();
    let _inside = runtime.enter();
    for _ in 0..2 {
        watchdog.during(|| assert!(watchdog.seen.is_awake.load(Ordering::SeqCst)));
        while watchdog.seen.is_awake.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
    assert_eq!(watchdog.seen.sets.load(Ordering::SeqCst), 4);
}
