//! How lists are read: every statement of theirs is explained by the database, and none walks a table that grows; and how many
//! statements each list takes, which must not depend on how many rows it shows.

use std::collections::BTreeSet;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, Statement, TransactionTrait};
use tests::prelude::*;

/// Tables that grow without end.
pub(super) const GROWING: [&str; 17] = [
    "document",
    "document_line",
    "signature",
    "posting",
    "posting_line",
    "audit_entry",
    "audit_seal",
    "party",
    "job",
    "idempotency",
    "cleared_mark",
    "credit_application",
    "replay",
    "replay_document",
    "change_request",
    "rule_set",
    "rule_set_draft",
];

/// What is asked, how many statements on growing tables it takes at most, and the index that SQLite must read its rows from.
const LISTS: [(&str, usize, &str); 70] = [
    ("journal-entries?limit=1", 5, "document_newest"),
    ("bills", 6, "document_newest"),
    ("bills?cursor=9000000000000000~B", 6, "document_newest (kind=? AND (created_at,document_id)<(?,?))"),
    ("bills?status=Draft", 6, "document_status"),
    ("bills?status=Draft,On%20Hold", 8, "document_status (kind=? AND status=?)"),
    ("bills?status=Posted", 6, "document_status"),
    ("bills?status=Draft&period=2024-01", 6, "document_unposted (period_id=?"),
    ("bills?status=Draft,Approved&period=2024-01", 7, "document_unposted (period_id=?"),
    ("bills?status=Posted&period=2024-01", 6, "document_period (kind=? AND period_id=?)"),
    ("bills?period=2024-01", 6, "document_period"),
    ("bills?party=V-1", 6, "document_party (kind=? AND party_key=?)"),
    ("expenses?party=Emil", 5, "document_party (kind=? AND party_key=?)"),
    ("bills?party=V-1&status=Posted&from=2024-01-01", 6, "document_party"),
    ("bills?from=2024-01-01&to=2024-01-31", 8, "document_date (kind=? AND tran_date>? AND tran_date<?)"),
    ("bill-payments?pays=B-0", 9, "document_settles (settles_id=?)"),
    ("bills?sort=created_at", 6, "document_newest (kind=?)"),
    ("bills?sort=created_at&cursor=1~created_at~B", 6, "document_newest (kind=? AND (created_at,document_id)>(?,?))"),
    ("bills?sort=created_at&status=Draft", 6, "document_status (kind=? AND status=?)"),
    ("bills?sort=created_at&period=2024-01", 6, "document_period (kind=? AND period_id=?)"),
    ("bills?sort=created_at&from=2024-01-01", 8, "document_date (kind=? AND tran_date>?)"),
    ("bills?sort=tran_date", 6, "document_date (kind=?)"),
    ("bills?sort=-tran_date", 6, "document_date (kind=?)"),
    (
        "bills?sort=tran_date&cursor=1~tran_date~2024-01-01~B",
        6,
        "document_date (kind=? AND (tran_date,created_at,document_id)>(?,?,?))",
    ),
    (
        "bills?sort=-tran_date&from=2024-01-01&to=2024-01-31",
        6,
        "document_date (kind=? AND tran_date>? AND tran_date<?)",
    ),
    (
        "bills?sort=-tran_date&from=2024-01-01&to=2024-01-31&cursor=1~-tran_date~2024-01-20~B",
        6,
        "document_date (kind=? AND tran_date>? AND (tran_date,created_at,document_id)<(?,?,?))",
    ),
    ("bills?sort=tran_date&status=Draft", 8, "document_status (kind=? AND status=?)"),
    ("bills?sort=tran_date&status=Posted,Paid", 8, "document_status (kind=? AND status=?)"),
    ("bills?sort=-tran_date&period=2024-01", 8, "document_period (kind=? AND period_id=?)"),
    ("bills?sort=-tran_date&period=2024-01&status=Draft", 7, "document_unposted (period_id=?"),
    ("bills?sort=tran_date&party=V-1", 8, "document_party (kind=? AND party_key=?)"),
    ("expenses?sort=-tran_date&party=Emil", 8, "document_party (kind=? AND party_key=?)"),
    ("bill-payments?sort=tran_date&pays=B-0", 9, "document_settles (settles_id=?)"),
    ("bills?sort=amount", 9, "(kind=?)"),
    ("bills?sort=-due_date&period=2024-01", 9, "document_period (kind=? AND period_id=?)"),
    ("bills?sort=-amount&party=V-1&status=Posted", 9, "document_party (kind=? AND party_key=?)"),
    ("bills?sort=amount&from=2024-01-01&to=2024-01-31", 9, "document_date (kind=? AND tran_date>? AND tran_date<?)"),
    ("journal-entries/pending-approvals", 6, "document_waiting (waits_for=?"),
    ("approvals/pending", 6, "document_waiting (waits_for=?"),
    ("approvals/pending?limit=1", 8, "document_waiting (waits_for=?"),
    ("approvals/overdue", 6, "document_overdue (overdue_at<?"),
    ("approvals/returned", 3, "document_returned_author (returned_author=?)"),
    ("approvals/returned?count=true", 5, "document_returned_submitter (returned_submitter=?)"),
    (
        "approvals/returned?cursor=9000000000000000~bill%20B",
        3,
        "document_returned_author (returned_author=? AND returned_at<?)",
    ),
    ("bills?limit=1", 6, "document_under_way (settles_id=? AND settles_kind=?)"),
    ("accounting-periods/2024-01/unposted-entries", 10, "document_unposted (period_id=?"),
    ("customers", 1, "party_newest (party_kind=?"),
    ("vendors?cursor=9000000000000000~V", 1, "party_newest (party_kind=? AND (created_at,party_id)<(?,?))"),
    ("jobs?state=done", 1, "job_newest"),
    ("jobs?state=refused", 1, "job_state (state=?"),
    ("jobs", 1, "job_newest"),
    ("approval-rule-sets", 1, "sqlite_autoindex_rule_set_1"),
    ("approval-rule-sets?cursor=9~", 1, "sqlite_autoindex_rule_set_1 (number<?"),
    ("approval-rule-drafts", 1, "rule_set_draft_newest"),
    ("approval-rule-replays", 2, "replay_newest"),
    ("approval-rule-replays/{replay}/documents", 3, "sqlite_autoindex_replay_document_1 (replay_id=?"),
    (
        "approval-rule-replays/{replay}/documents?cursor=9~",
        3,
        "sqlite_autoindex_replay_document_1 (replay_id=? AND position<?",
    ),
    ("approval-rule-replays/{replay}/documents?outcome=otherwise", 3, "replay_outcome (replay_id=? AND outcome=?"),
    ("approval-rule-replays/{replay}/documents?document_type=bill", 3, "replay_type (replay_id=? AND kind=?"),
    ("change-requests", 1, "change_request_newest"),
    ("change-requests?status=Pending%20Approval", 1, "change_request_status (status=?"),
    ("change-requests?requested_by=carl", 1, "change_request_requester (requester_key=?"),
    ("change-requests?document_type=bill&action=void", 1, "change_request_newest"),
    ("audit", 3, "audit_time"),
    ("audit?performed_by=carl&from=2024-01-01", 3, "audit_person (performed_by=?"),
    ("audit?action=Void&resource=bill", 3, "audit_action (action=?"),
    ("audit?resource=bill&resource_id=B-0", 3, "audit_resource (resource=? AND resource_id=?)"),
    ("audit?resource=role", 4, "audit_resource (resource=?)"),
    ("vendors/V-1/audit-trail", 2, "audit_resource (resource=? AND resource_id=? AND seq>?"),
    ("recurring-documents/RD-1/documents", 1, "audit_resource (resource=? AND resource_id=?)"),
    ("reconciliations/R-1/worksheet", 3, "posting_line_account (account_id=? AND posting_date>? AND posting_date<?"),
];

/// The statements that read for this request, as the driver logs them.
pub(super) async fn ask(app: &mut TestApp, path: &str, who: &Token) -> Vec<String> {
    let before = app.process().log().lines().count();
    let answer = app.get(path, who).await.expect(200);
    let id = answer.header("x-request-id").to_owned();
    for _ in 0..200 {
        let log = app.process().log();
        let lines: Vec<Value> = log.lines().skip(before).filter_map(|line| serde_json::from_str(line).ok()).collect();
        if lines.iter().any(|line| line["fields"]["message"] == "request" && line["fields"]["request_id"] == id) {
            return lines.iter().filter(|line| line["target"] == "sqlx::query").filter_map(statement).collect();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the log does not tell of {path}")
}

fn statement(line: &Value) -> Option<String> {
    let fields = &line["fields"];
    let whole = fields["db.statement"].as_str().unwrap_or_default().trim();
    let text = if whole.is_empty() { fields["summary"].as_str()? } else { whole };
    text.trim_start().to_ascii_uppercase().starts_with("SELECT").then(|| text.to_owned())
}

pub(super) fn is_about(sql: &str, table: &str) -> bool {
    let words = sql.replace('"', " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(2).any(|pair| (pair[0] == "FROM" || pair[0] == "JOIN") && pair[1].trim_matches(['(', ')']) == table)
}

/// How the database would carry the statement out, whatever it is asked for.
pub(super) async fn plan(db: &impl ConnectionTrait, sql: &str) -> String {
    let backend = db.get_database_backend();
    let rows = |sql: String| db.query_all_raw(Statement::from_string(backend, sql));
    if backend == DbBackend::Sqlite {
        let rows = rows(format!("EXPLAIN QUERY PLAN {sql}")).await.expect(sql);
        return rows.iter().map(|row| row.try_get::<String>("", "detail").expect("a step") + "\n").collect();
    }
    let wanted = (1..=u16::MAX).take_while(|place| sql.contains(&format!("${place}"))).count();
    let nothing = vec!["NULL"; wanted].join(", ");
    let arguments = if wanted == 0 { String::new() } else { format!("({nothing})") };
    db.execute_unprepared(&format!("PREPARE asked AS {sql}")).await.expect(sql);
    let rows = rows(format!("EXPLAIN EXECUTE asked{arguments}")).await.expect(sql);
    db.execute_unprepared("DEALLOCATE asked").await.expect("forgotten");
    rows.iter().map(|row| row.try_get_by_index::<String>(0).expect("a step") + "\n").collect()
}

/// The steps of the plan that read a whole table that grows.
pub(super) fn whole_tables(plan: &str) -> Vec<String> {
    let is_whole = |step: &&str| {
        GROWING.iter().any(|table| {
            let step = step.trim();
            let scan = format!("SCAN {table}");
            // SQLite: `SCAN document`, but `SCAN document USING INDEX …` is read in its order until the page is full.
            // A part of a table that goes by the table's name is not the table.
            (step.starts_with(&scan) && !step.contains("USING") && !plan.contains(&format!("CO-ROUTINE {table}\n")))
                || step.contains(&format!("Seq Scan on {table} "))
                || (step.ends_with(&format!("Seq Scan on {table}")))
        })
    };
    plan.lines().filter(is_whole).map(str::to_owned).collect()
}

async fn no_list_reads_a_whole_table(backend: Backend) {
    let log = [("GL_LOG", "info,sqlx::query=trace"), ("GL_LOG_FORMAT", "json"), ("GL_WORKERS", "none")];
    let mut app = TestApp::start_process(backend, &log).await;
    app.open_books().await;
    for number in 0..6 {
        app.draft(BILL, bill(&format!("B-{number}"), "10.00")).await;
        app.draft(JOURNAL_ENTRY, entry_named(&format!("JE-{number}"), "10.00")).await;
    }
    app.draft(BILL_PAYMENT, bill_payment("P-0", "B-0", "1.00")).await;
    for id in ["JE-8", "JE-9"] {
        app.pending(JOURNAL_ENTRY, entry_named(id, "10.00")).await;
    }
    app.pending(BILL, bill("B-9", "10.00")).await;
    let session = json!({ "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0 });
    app.post("reconciliations", &app.controller(), session).await.expect(201);
    let template = json!({
        "recurring_document_id": "RD-1", "name": "Rent", "document_type": "journal_entry", "makes": "draft",
        "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
        "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
    });
    app.post("recurring-documents", &app.controller(), template).await.expect(201);
    let db = sea_orm::Database::connect(app.database.url()).await.expect("the books open");
    // Nobody posts here: a line on the bank account, so that its worksheet has something to read.
    for posted in [
        "INSERT INTO posting VALUES ('journal_entry', 'JE-9', 'document', '2024-01', 'gl', '2024-01-15', 'USD', 1)"
            .to_owned(),
        format!(
            "INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, \
             base_amount, memo) VALUES ('journal_entry', 'JE-9', 'document', 1, 1, '{CASH}', '2024-01-15', 'USD', 1, 1, NULL)"
        ),
    ] {
        db.execute_unprepared(&posted).await.expect("a posting");
    }
    let replay = json!({ "from": "2024-01-01", "to": "2024-01-31", "rules": [] });
    let replay = app.post("approval-rules/replay", &app.admin(), replay).await.expect(202);
    let asked = db.begin().await.expect("a transaction");
    if backend == Backend::Postgres {
        // Small tables are read whole unless that is forbidden: what is left then is what large ones could be read by.
        for setting in ["enable_seqscan = off", "plan_cache_mode = force_generic_plan"] {
            asked.execute_unprepared(&format!("SET LOCAL {setting}")).await.expect(setting);
        }
    }
    let (admin, nobody) = (app.token("alma", &["admin", "manager"], &[]), app.token("nils", &["clerk"], &[]));
    let mut told = BTreeSet::new();
    for (path, most, index) in LISTS {
        let path = &path.replace("{replay}", replay.string("replay_id"));
        let statements = ask(&mut app, path, &admin).await;
        let grown: Vec<&String> =
            statements.iter().filter(|sql| GROWING.iter().any(|table| is_about(sql, table))).collect();
        assert!(grown.len() <= most, "{path} takes {} statements:\n{grown:#?}", grown.len());
        let mut plans = String::new();
        for sql in &grown {
            let plan = plan(&asked, sql).await;
            assert_eq!(whole_tables(&plan), Vec::<String>::new(), "{path}\n{sql}\n{plan}");
            // These books have no statistics yet.
            let goes_through = |step: &str| step.contains("Filter: ") && step.contains("document_id = ANY");
            assert!(!plan.lines().any(goes_through), "{path} goes through a type:\n{sql}\n{plan}");
            plans.push_str(&plan);
        }
        if backend == Backend::Sqlite {
            assert!(plans.contains(index), "{path} does not read {index}:\n{grown:#?}\n{plans}");
        }
        told.insert(path.clone());
    }
    assert_eq!(told.len(), LISTS.len());
    let read = ask(&mut app, "approvals/pending", &nobody).await;
    assert_eq!(
        read.iter().filter(|sql| is_about(sql, "document")).count(),
        0,
        "who may sign nothing reads nothing: {read:#?}"
    );
    asked.rollback().await.expect("the end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_list_reads_a_whole_table_on_sqlite() {
    Box::pin(no_list_reads_a_whole_table(Backend::Sqlite)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_list_reads_a_whole_table_on_postgres() {
    Box::pin(no_list_reads_a_whole_table(Backend::Postgres)).await;
}
