//! The close of a period with very many documents, and how long others wait meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tests::growth::copies::{Copies, copy};
use tests::growth::period_of;
use tests::prelude::*;

use crate::programs::{cpu_time, forget_peak, peak_memory, seal};
use crate::table::{Table, Took};

/// Months that nothing else uses.
const MONTHS: [u32; 2] = [101, 102];

/// The months before the present one, as in books that are in use.
pub async fn months(app: &TestApp, months: std::ops::Range<u32>) {
    for period in months.map(period_of) {
        until_closed(app, &period, false).await;
    }
}

/// Asks for the close of a period, and waits for it.
async fn until_closed(app: &TestApp, period: &str, force: bool) {
    let began = Instant::now();
    let path = format!("accounting-periods/{period}");
    let body = json!({ "close_type": "all", "force": force });
    let asked = app.post(&format!("{path}/close"), &app.controller(), body).await;
    assert!([200, 202].contains(&asked.status), "{}", asked.text);
    while app.get(&path, &app.controller()).await["is_closed"] != true {
        assert!(began.elapsed() < Duration::from_mins(10), "the period is not closed");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Of so many documents that wait for their posting; then of as many drafts, by force.
pub async fn measure(app: &mut TestApp, documents: u32, table: &mut Table) {
    for (month, state) in MONTHS.into_iter().zip(["approved", "draft"]) {
        let period = period_of(month);
        let day = format!("{period}-10");
        let entry = dated(entry_named(&format!("close-{state}"), "10.00"), &period, &day);
        if state == "approved" {
            crate::stop(app);
            app.process().relaunch(&[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "0s")]);
            app.process().await_address();
            let address = app.process().base_url.clone();
            app.base_url = address;
            let path = app.pending(JOURNAL_ENTRY, entry).await;
            app.approve(&path).await.expect(200);
        } else {
            app.draft(JOURNAL_ENTRY, entry).await;
        }
        crate::stop(app);
        let into = vec![period.clone(); documents as usize - 1];
        copy(&app.database, &Copies { of: period.clone(), into }).await;
        seal(app);
        app.restart();
        let (close, longest) = close(app, &period).await;
        table.put(&format!("close of {documents} {state} documents"), close);
        table.put(&format!("the longest that a create in another period waited, {state}"), longest);
    }
}

async fn close(app: &mut TestApp, period: &str) -> (Took, Took) {
    let (pid, is_over) = (app.process().pid(), Arc::new(AtomicBool::new(false)));
    forget_peak(pid);
    let before = cpu_time(pid);
    let (client, url, clerk) = (app.client.clone(), app.url("journal-entries"), app.clerk());
    let over = Arc::clone(&is_over);
    let others = tokio::spawn(async move {
        let mut longest = Duration::ZERO;
        while !over.load(Ordering::Relaxed) {
            let began = Instant::now();
            let body = dated(entry("10.00"), crate::asked::PRESENT, crate::asked::TODAY);
            let request = client.post(&url).header("Authorization", format!("jwt {}", clerk.0));
            let request = request.header("Content-Type", "application/json").body(body.to_string());
            let answer = request.send().await.expect("an answer");
            let status = answer.status();
            assert_eq!(status, 201, "{}", answer.text().await.unwrap_or_default());
            longest = longest.max(began.elapsed());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        longest
    });
    let began = Instant::now();
    until_closed(app, period, true).await;
    let length = began.elapsed();
    is_over.store(true, Ordering::Relaxed);
    let longest = others.await.expect("every create is answered");
    let processor = cpu_time(pid).saturating_sub(before);
    let took = |length| Took { least: length, median: length, processor, peak: peak_memory(pid) };
    (took(length), took(longest))
}
