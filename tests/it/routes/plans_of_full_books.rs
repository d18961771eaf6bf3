//! Every statement that the service sends in full books, explained by the database with its own statistics: reports, lists, desks,
//! commands, a close, and what its workers ask by themselves. None reads a whole table that grows.

use std::collections::BTreeSet;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, TransactionTrait};
use tests::growth::copies::{Copies, copy};
use tests::growth::{self, FIRST, month, period_of};
use tests::prelude::*;

use super::plans::{GROWING, ask, is_about, plan, whole_tables};

/// So many groups of 20 documents in the first month, and so many copies of it: 10,100 documents, of which no statement may read all.
const GROUPS: u32 = 5;
const MONTHS: u32 = 100;
/// How long the workers are listened to: sweep, seal and gauges look at least once.
const REST: Duration = Duration::from_secs(7);

/// What a group of [`month`] puts on the bank account: ten entries, five payments.
const BANK_LINES: usize = 15;
/// Lines of the account that the worksheet reads at a time, and statements for each time.
const PART: usize = 1_000;
const PER_PART: usize = 10;

/// Statements that may read a whole table, by a part of their text, and why.
const WANTED: [(&str, &str); 2] = [
    (
        "ORDER BY \"audit_entry\".\"seq\" DESC LIMIT",
        "the newest row, in the order of the key, which SQLite calls a scan",
    ),
    ("NOT EXISTS(SELECT $2 FROM \"audit_seal\"", "rows without a seal are looked for everywhere every five minutes"),
];

/// What these books are full of. PostgreSQL reads a table of few rows whole, and rightly; how it would read the others when they are
/// large is tested for lists in [`super::plans`].
const FULL: [&str; 7] =
    ["document", "document_line", "signature", "posting", "posting_line", "audit_entry", "audit_seal"];

/// How the aging begins, on SQLite and on PostgreSQL.
const BEGUN: [&str; 2] = ["CREATE TEMP TABLE open_item AS ", "DECLARE open_item NO SCROLL CURSOR FOR "];

/// Aging is asked of the end of the books: one of a past day also reads what was posted since, here nearly half of all.
const ASKED: [&str; 29] = [
    "reports/trial-balance?as_of=2020-10-15",
    "reports/trial-balance?period_id=2020-10",
    "reports/balance-sheet?as_of=2020-10-15",
    "reports/income-statement?from=2016-01-10&to=2020-10-15",
    "reports/aging?kind=ar&as_of=2024-12-31",
    "reports/aging?kind=ap&as_of=2024-12-31",
    "reports/general-ledger?account_id=1000&from=2020-10-05&to=2020-10-20",
    "reports/general-ledger?account_id=1000&from=2020-10-05&to=2020-10-20&format=csv",
    "reports/general-ledger?account_id=1000&from=2020-10-12&to=2020-10-12",
    "reports/cash-flow?from=2020-10-05&to=2020-10-05&method=direct",
    "reports/vat?from=2020-10-05&to=2020-10-20",
    "reports/vat-lines?from=2020-10-05&to=2020-10-20",
    "reports/journal?from=2020-10-05",
    "reports/journal?from=2020-10-05&format=csv",
    "reports/by-dimension?dimension_id=department&from=2020-10-05&to=2020-10-20",
    "reports/income-statement?from=2020-10-05&to=2020-10-20&split_by=customer&dimension_id=department&value_id=none",
    "reports/journal?from=2020-10-05&dimension_id=department&value_id=D-1",
    "journal-entries?status=Posted,Rejected",
    "journal-entries?period=2020-10",
    "bills?party=V-1",
    "bills?status=Draft",
    "approvals/pending",
    "approvals/pending?limit=1",
    "approvals/overdue",
    "approvals/returned?count=true",
    "accounting-periods/2020-12/unposted-entries",
    "audit?resource=bill",
    "jobs?state=done",
    "bills/bill-0-0/audit-trail",
];

/// Every statement of the log that asks about a table that grows, from this line on. One text of several statements only writes.
fn statements(log: &str, from: usize) -> BTreeSet<String> {
    let lines = log.lines().skip(from).filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let said = lines.filter(|line| line["target"] == "sqlx::query").filter_map(|line| {
        let fields = &line["fields"];
        let whole = fields["db.statement"].as_str().unwrap_or_default().trim().to_owned();
        let text = if whole.is_empty() { fields["summary"].as_str()?.trim().to_owned() } else { whole };
        // What fills a table of its own, or a cursor, reads all the same.
        let read = BEGUN.iter().find_map(|begun| text.strip_prefix(begun));
        Some(read.map_or(text.clone(), str::to_owned))
    });
    said.filter(|sql| {
        let first = sql.split_whitespace().next().unwrap_or_default().to_ascii_uppercase();
        let reads = ["SELECT", "WITH", "UPDATE", "DELETE"].contains(&first.as_str())
            && !sql.trim_end_matches(';').contains(';');
        reads && GROWING.iter().any(|table| is_about(sql, table) || sql.contains(&format!("UPDATE \"{table}\"")))
    })
    .collect()
}

/// A worksheet reads its account once, however much of it is uncleared, and takes few statements for each part.
async fn worksheet_reads_its_account_once(app: &mut TestApp) {
    let session = json!({ "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-12-31", "statement_ending_balance": 0 });
    app.post("reconciliations", &app.controller(), session).await.expect(201);
    let who = app.controller();
    let mut asked = ask(app, "reconciliations/R-1/worksheet", &who).await;
    asked.retain(|sql| ["posting_line", "cleared_mark"].iter().any(|table| is_about(sql, table)));
    let parts = (GROUPS as usize * BANK_LINES * (MONTHS as usize + 1)).div_ceil(PART);
    let walks =
        asked.iter().filter(|sql| sql.contains("FROM posting_line WHERE account_id = $1") && sql.contains("LIMIT"));
    // The first part a second time: by it is known that the answer is a long one.
    assert_eq!(walks.count(), parts + 1, "{asked:#?}");
    assert!(asked.len() <= PER_PART * (parts + 1), "{} statements: {asked:#?}", asked.len());
}

/// The lines of an account that are read for a page are found by its index, on SQLite and on PostgreSQL.
const BY_DAYS: [&str; 2] = [
    "posting_line_account (account_id=? AND posting_date>? AND posting_date<?)",
    "posting_line_account on posting_line",
];

/// A page deep inside of an account reads its own days, in two statements: the sums before it are remembered.
async fn deep_page_reads_its_own_days(app: &mut TestApp) {
    let db = sea_orm::Database::connect(app.database.url()).await.expect("the books open");
    let tx = db.begin().await.expect("a transaction");
    if tx.get_database_backend() == DbBackend::Postgres {
        tx.execute_unprepared("SET LOCAL plan_cache_mode = force_generic_plan").await.expect("a setting");
    }
    let who = app.controller();
    for month in [2, 30, 60, 90].map(period_of) {
        let place = format!("0~{month}-20~journal_entry~A~document");
        let page = format!("reports/general-ledger?account_id=1000&to=2024-12-31&limit=200&cursor={place}");
        app.get(&page, &who).await.expect(200);
        let asked = ask(app, &page, &who).await;
        let lines: Vec<&String> = asked.iter().filter(|sql| is_about(sql, "posting_line")).collect();
        assert!(lines.len() == 2 && !lines.iter().any(|sql| sql.contains("SUM(")), "{asked:#?}");
        for sql in lines {
            let plan = plan(&tx, sql).await;
            assert!(BY_DAYS.iter().any(|found| plan.contains(found)), "{sql}\n{plan}");
        }
    }
    tx.rollback().await.expect("the end");
    db.close().await.expect("the books close");
}

/// The entries of all months once more, on one day of the bank account: it has some thousand lines.
async fn fill_a_day(app: &TestApp) {
    let db = sea_orm::Database::connect(app.database.url()).await.expect("the books open");
    let all = "WHERE source_kind = 'journal_entry' AND kind = 'document'";
    for sql in [
        format!(
            "INSERT INTO posting (source_kind, source_id, kind, period_id, sub_ledger, posting_date, currency, posted_at) \
            SELECT source_kind, source_id || '.again', kind, '2020-10', sub_ledger, '2020-10-12', currency, posted_at FROM posting {all}"
        ),
        format!(
            "INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, base_amount) \
            SELECT source_kind, source_id || '.again', kind, position, line_number, account_id, '2020-10-12', currency, amount, base_amount \
            FROM posting_line {all} AND account_id = '{CASH}'"
        ),
        format!(
            "INSERT INTO balance SELECT account_id, '2020-10', currency, 0, -SUM(amount), 0, -SUM(base_amount) FROM posting_line \
            WHERE source_id LIKE '%.again' AND account_id = '{CASH}' GROUP BY account_id, currency \
            ON CONFLICT (account_id, period_id, currency) DO UPDATE SET credit = balance.credit + excluded.credit, \
            base_credit = balance.base_credit + excluded.base_credit"
        ),
    ] {
        db.execute_unprepared(&sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    if db.get_database_backend() == DbBackend::Postgres {
        db.execute_unprepared("VACUUM ANALYZE posting, posting_line").await.expect("statistics");
    }
    db.close().await.expect("the books close");
}

/// What is not on the page of a desk is counted, in one statement, however much waits.
async fn desk_reads_its_page(app: &mut TestApp) {
    for number in 0..8 {
        let body = dated(entry_named(&format!("W-{number}"), "10.00"), "2020-12", "2020-12-10");
        app.pending(JOURNAL_ENTRY, body).await;
    }
    let who = app.manager();
    let of = async |app: &mut TestApp, limit: u32| {
        let asked = ask(app, &format!("approvals/pending?limit={limit}"), &who).await;
        asked.into_iter().filter(|sql| is_about(sql, "document")).collect::<Vec<_>>()
    };
    let (short, longer) = (of(app, 1).await, of(app, 4).await);
    assert_eq!(short.len(), longer.len(), "{short:#?}\n{longer:#?}");
    assert_eq!(short.iter().filter(|sql| sql.contains("COUNT(*) AS documents")).count(), 1, "{short:#?}");
    let desk = app.get("approvals/pending?limit=1", &who).await.expect(200);
    assert_eq!(desk["counts"], json!([{ "document_type": "journal_entry", "waiting": 8 }]), "{}", desk.text);
}

/// Asks for everything, and works: an entry from its draft to its void or reversal, a payment, and a close.
async fn use_the_books(app: &TestApp) {
    let reader = app.token("alma", &["admin", "manager"], &["*.*"]);
    for path in ASKED {
        app.get(path, &reader).await.expect(200);
    }
    let on_a_day = |body: Value| dated(body, "2020-12", "2020-12-10");
    app.posted(JOURNAL_ENTRY, on_a_day(entry_named("JE-now", "10.00"))).await;
    app.posted(BILL, due(on_a_day(bill("B-now", "10.00")), "2020-12-20")).await;
    app.posted(BILL_PAYMENT, on_a_day(bill_payment("P-now", "B-now", "4.00"))).await;
    app.void(&BILL_PAYMENT.at("P-now")).await.expect(200);
    app.close("2020-11", "all").await;
    tokio::time::sleep(REST).await;
}

/// SQLite names a table by its alias.
fn is_scan_of_alias(sql: &str, step: &str) -> bool {
    let alias = step.trim().strip_prefix("SCAN ").filter(|alias| !alias.contains(' '));
    alias.is_some_and(|alias| {
        GROWING.iter().any(|table| {
            sql.contains(&format!("JOIN {table} {alias} ")) || sql.contains(&format!("FROM {table} {alias} "))
        })
    })
}

/// The statements that read a whole table, with those steps of their plans.
async fn read_whole(asked: &DatabaseTransaction, statements: &BTreeSet<String>) -> Vec<String> {
    let is_postgres = asked.get_database_backend() == DbBackend::Postgres;
    let mut whole = Vec::new();
    for sql in statements.iter().filter(|sql| !WANTED.iter().any(|(part, _)| sql.contains(part))) {
        let plan = plan(asked, sql).await;
        let mut steps = whole_tables(&plan);
        steps.extend(plan.lines().filter(|step| is_scan_of_alias(sql, step)).map(str::to_owned));
        if is_postgres {
            steps.retain(|step| FULL.iter().any(|table| step.contains(&format!("Seq Scan on {table} "))));
        }
        if !steps.is_empty() {
            whole.push(format!("{}\n{}", sql.chars().take(1_500).collect::<String>(), steps.join("\n")));
        }
    }
    whole
}

async fn no_statement_reads_a_whole_table(backend: Backend) {
    let log = [("GL_LOG", "info,sqlx::query=trace"), ("GL_LOG_FORMAT", "json")];
    let mut app = TestApp::start_process(backend, &log).await;
    growth::open(&app).await;
    month::post(&app, GROUPS).await;
    assert!(app.process().terminate(Duration::from_secs(30)).success());
    copy(&app.database, &Copies { of: FIRST.to_owned(), into: (1..=MONTHS).map(period_of).collect() }).await;
    app.restart();
    let from = app.process().log().lines().count();
    worksheet_reads_its_account_once(&mut app).await;
    deep_page_reads_its_own_days(&mut app).await;
    fill_a_day(&app).await;
    desk_reads_its_page(&mut app).await;
    use_the_books(&app).await;
    let found = statements(&app.process().log(), from);
    assert!(found.len() > 25, "the service sends more statements than {}", found.len());
    let db = sea_orm::Database::connect(app.database.url()).await.expect("the books open");
    let asked = db.begin().await.expect("a transaction");
    if backend == Backend::Postgres {
        asked.execute_unprepared("SET LOCAL plan_cache_mode = force_generic_plan").await.expect("a setting");
    }
    let whole = read_whole(&asked, &found).await;
    assert!(whole.is_empty(), "{} of {} statements:\n{}", whole.len(), found.len(), whole.join("\n\n"));
    for index in ["posting_journal_order", "job_state", "job_newest"] {
        asked.execute_unprepared(&format!("DROP INDEX {index}")).await.expect(index);
    }
    assert!(!read_whole(&asked, &found).await.is_empty(), "the test does not see that indexes are gone");
    asked.rollback().await.expect("the end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_statement_reads_a_whole_table_on_sqlite() {
    Box::pin(no_statement_reads_a_whole_table(Backend::Sqlite)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_statement_reads_a_whole_table_on_postgres() {
    Box::pin(no_statement_reads_a_whole_table(Backend::Postgres)).await;
}
