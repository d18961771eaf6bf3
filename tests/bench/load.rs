//! The load: clients that live or read, each on a connection of its own, one request at a time.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::figures::{Figures, Measured, Took};
use crate::lives::{One, Reader};
use crate::processes;
use crate::service::{Meter, Service};
use crate::{Cell, Scenario};

/// Warms up for a fifth of the span, and measures for the span. What ends within it counts.
pub async fn run(service: &mut Service, cell: Cell, span: Duration, profile: Option<&Path>) -> Measured {
    let from = Instant::now() + span / 5;
    let until = from + span;
    let (mut living, mut reading) = (Vec::new(), Vec::new());
    for number in 0..cell.clients {
        let url = service.server_of(number);
        if cell.scenario == Scenario::Reads && number % 2 == 1 {
            let mut reader = Reader::connect(&service.app, &url, cell, number).await;
            reading.push(tokio::spawn(async move {
                let mut took = Vec::new();
                while Instant::now() < until {
                    keep(&mut took, reader.read().await, from, until);
                }
                took
            }));
        } else {
            let mut one = One::connect(&service.app, &url, cell, number).await;
            living.push(tokio::spawn(async move {
                let mut took = Vec::new();
                while Instant::now() < until {
                    keep(&mut took, one.live().await, from, until);
                }
                took
            }));
        }
    }
    tokio::time::sleep_until(from.into()).await;
    let mut perf = profile.map(|file| processes::recorded(&service.pids(), span, file));
    let meter = Meter::start(service).await;
    tokio::time::sleep_until(until.into()).await;
    let cost = meter.cost(service).await;
    let mut lives = Figures::new(&all(living).await, span);
    lives.cost = Some(cost);
    let reads = all(reading).await;
    if let Some(perf) = &mut perf {
        assert!(perf.wait().is_ok_and(|ended| ended.success()), "perf record");
    }
    Measured { lives, reads: (!reads.is_empty()).then(|| Figures::new(&reads, span)) }
}

fn keep(all: &mut Vec<Took>, took: Took, from: Instant, until: Instant) {
    if (from..until).contains(&Instant::now()) {
        all.push(took);
    }
}

async fn all(clients: Vec<tokio::task::JoinHandle<Vec<Took>>>) -> Vec<Took> {
    let mut all = Vec::new();
    for client in clients {
        all.extend(client.await.expect("every request is answered as it should be"));
    }
    all
}
