//! What is asked of the service over HTTP: reports, lists with every filter, trails, worksheets, exports.

use std::time::{Duration, Instant};

use tests::growth::period_of;
use tests::prelude::*;

use crate::programs::{cpu_time, forget_peak, peak_memory};
use crate::table::{Table, Took};

/// The present month, the same in books of all sizes.
pub const PRESENT: &str = "2024-05";
pub const TODAY: &str = "2024-05-15";
/// Each thing is asked this often, after a first time that does not count.
const TIMES: u32 = 9;
/// What takes longer is asked once.
const LONG: Duration = Duration::from_secs(2);

/// What is asked. `{last}` is the last full month, `{next}` a cursor in the middle of the books, `{line}` one near the end of an account.
const QUESTIONS: [(&str, &str); 55] = [
    ("trial balance, today", "reports/trial-balance?as_of=2024-05-15"),
    ("trial balance, a day in a full month", "reports/trial-balance?as_of={last}-20"),
    ("trial balance, a full month", "reports/trial-balance?period_id={last}"),
    ("balance sheet, today", "reports/balance-sheet?as_of=2024-05-15"),
    ("balance sheet, a day in a full month", "reports/balance-sheet?as_of={last}-20"),
    ("income statement, a full month", "reports/income-statement?period_id={last}"),
    ("income statement, all years", "reports/income-statement?from=2016-01-01&to=2024-05-31"),
    ("income statement, between two days", "reports/income-statement?from=2016-01-20&to={last}-20"),
    ("aging of receivables, today", "reports/aging?kind=ar&as_of=2024-05-31"),
    ("aging of payables, today", "reports/aging?kind=ap&as_of=2024-05-31"),
    (
        "general ledger, 100 lines of the last month",
        "reports/general-ledger?account_id=1000&from={last}-01&to={last}-28&limit=100",
    ),
    (
        "general ledger of all years, 100 lines",
        "reports/general-ledger?account_id=1000&from=2016-01-01&to=2024-05-31&limit=100",
    ),
    (
        "general ledger of all years, a page near its end",
        "reports/general-ledger?account_id=1000&from=2016-01-01&to=2024-05-31&limit=100&cursor={line}",
    ),
    (
        "general ledger between two days in full months, 100 lines",
        "reports/general-ledger?account_id=1000&from=2016-01-20&to={last}-20&limit=100",
    ),
    ("approvals/pending", "approvals/pending"),
    ("approvals/pending, not counted", "approvals/pending?count=false"),
    ("journal-entries/pending-approvals", "journal-entries/pending-approvals"),
    ("unposted entries", "accounting-periods/2024-05/unposted-entries"),
    ("journal entries", "journal-entries"),
    ("journal entries, without lines", "journal-entries?lines=false"),
    ("journal entries, 200", "journal-entries?limit=200"),
    ("journal entries, next page", "journal-entries?cursor={next}"),
    ("journal entries, Posted", "journal-entries?status=Posted"),
    ("journal entries, Draft", "journal-entries?status=Draft"),
    ("journal entries, Posted or Draft", "journal-entries?status=Posted,Draft"),
    ("journal entries, Draft or Pending Approval", "journal-entries?status=Draft,Pending%20Approval"),
    ("journal entries, Rejected (none)", "journal-entries?status=Rejected"),
    ("journal entries, Rejected or Voided (none)", "journal-entries?status=Rejected,Voided"),
    ("journal entries, period", "journal-entries?period={last}"),
    ("journal entries, period, Draft", "journal-entries?period=2024-05&status=Draft"),
    ("journal entries, period, Voided (none)", "journal-entries?period={last}&status=Voided"),
    ("journal entries, a week", "journal-entries?from={last}-15&to={last}-21"),
    ("journal entries, from a day", "journal-entries?from={last}-15"),
    ("journal entries, all years by day", "journal-entries?from=2016-01-01&to=2024-05-31"),
    ("journal entries, an old week", "journal-entries?from=2016-01-15&to=2016-01-21"),
    ("journal entries, before all (none)", "journal-entries?to=2015-12-31"),
    ("bills of a vendor", "bills?party=V-1"),
    ("bills of a vendor, Voided (none)", "bills?party=V-1&status=Voided"),
    ("bills of a vendor, a month", "bills?party=V-1&from={last}-01&to={last}-28"),
    ("bills of a vendor, an old month", "bills?party=V-1&from=2016-01-01&to=2016-01-28"),
    ("invoices, Paid", "invoices?status=Paid"),
    ("invoices, Posted", "invoices?status=Posted"),
    ("invoice payments of a customer", "invoice-payments?party=C-1"),
    ("bill payments of a bill", "bill-payments?pays=bill-0-0"),
    ("customers", "customers"),
    ("jobs, done", "jobs?state=done"),
    ("audit", "audit"),
    ("audit, by a person", "audit?performed_by=mona"),
    ("audit, an action", "audit?action=Approve"),
    ("audit, an action that none took", "audit?action=Void"),
    ("audit, a type", "audit?resource=bill"),
    ("audit, a document", "audit?resource=bill&resource_id=bill-0-0"),
    ("trail of a bill", "bills/bill-0-0/audit-trail"),
    ("journal entries, counted", "journal-entries?count=true"),
    ("audit, counted", "audit?count=true"),
];

/// Answers that grow with the books, and are written while they are read.
const STREAMED: [(&str, &str); 4] = [
    ("worksheet (streamed)", "reconciliations/R-1/worksheet"),
    (
        "general ledger, CSV (streamed)",
        "reports/general-ledger?account_id=1000&from=2016-01-01&to=2024-05-31&format=csv",
    ),
    ("export, hledger (streamed)", "export/journal?format=hledger"),
    ("export, beancount (streamed)", "export/journal?format=beancount"),
];

pub async fn all(app: &mut TestApp, months: u32, table: &mut Table) {
    let last = period_of(months - 1);
    let first = app.get("journal-entries?limit=200&lines=false", &app.admin()).await.expect(200);
    let next = first.string("next_cursor").to_owned();
    let line = format!("0~{last}-28~journal_entry~A~document");
    for (name, path) in QUESTIONS.iter().chain(&STREAMED) {
        let path = path.replace("{last}", &last).replace("{next}", &next).replace("{line}", &line);
        table.put(name, ask(app, &path).await);
    }
}

/// The desk of an approver for whom a thousand more documents wait, in the largest books.
pub async fn full_desk(app: &mut TestApp, table: &mut Table) {
    for part in 0..10 {
        let entry = |number: u32| dated(entry_named(&format!("desk-{part}-{number}"), "10.00"), PRESENT, TODAY);
        let items: Vec<Value> = (0..100).map(entry).collect();
        let body = json!({ "items": items, "submit": true });
        app.post("journal-entries/bulk", &app.clerk(), body).await.expect(200);
    }
    table.put("approvals/pending, 1,000 more", ask(app, "approvals/pending").await);
    table.put("approvals/pending, not counted, 1,000 more", ask(app, "approvals/pending?count=false").await);
}

async fn ask(app: &mut TestApp, path: &str) -> Took {
    let (pid, who) = (app.process().pid(), app.token("alma", &["admin", "manager"], &["*.*"]));
    let mut times = vec![once(app, path, &who).await];
    forget_peak(pid);
    let before = cpu_time(pid);
    if times[0] < LONG {
        times.clear();
        for _ in 0..TIMES {
            times.push(once(app, path, &who).await);
        }
    } else {
        times[0] = once(app, path, &who).await;
    }
    let processor = cpu_time(pid).saturating_sub(before) / u32::try_from(times.len()).expect("few");
    times.sort_unstable();
    Took { least: times[0], median: times[times.len() / 2], processor, peak: peak_memory(pid) }
}

/// Reads the whole answer, and keeps none of it.
async fn once(app: &TestApp, path: &str, who: &Token) -> Duration {
    let began = Instant::now();
    let request = app.client.get(app.url(path)).header("Authorization", format!("jwt {}", who.0));
    let mut answer =
        request.timeout(Duration::from_mins(10)).send().await.unwrap_or_else(|error| panic!("{path}: {error}"));
    assert_eq!(answer.status(), 200, "{path}");
    while answer.chunk().await.unwrap_or_else(|error| panic!("{path}: {error}")).is_some() {}
    began.elapsed()
}
