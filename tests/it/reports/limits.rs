//! Sums near the limit of 64 bits: a report whose sum is too large is refused, and one over a shorter range still
//! works.

use tests::prelude::*;

/// The largest bill in a currency of three decimals; ten of them are more than 64 bits hold.
const MOST: &str = "999999999999999.999";

/// The last signature lets in less than half of what 64 bits hold. Books of releases that did not ask may have more: here each line
/// three times.
const AS_OF_OLDER_BOOKS: [&str; 4] = [
    "INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, base_amount) \
        SELECT source_kind, source_id, kind, position + 100, line_number, account_id, posting_date, currency, amount, base_amount FROM posting_line",
    "INSERT INTO posting_line (source_kind, source_id, kind, position, line_number, account_id, posting_date, currency, amount, base_amount) \
        SELECT source_kind, source_id, kind, position + 200, line_number, account_id, posting_date, currency, amount, base_amount FROM posting_line \
        WHERE position < 100",
    "UPDATE balance SET debit = debit * 3, credit = credit * 3, base_debit = base_debit * 3, base_credit = base_credit * 3",
    "UPDATE document SET total = total * 3, base_total = base_total * 3",
];

async fn a_sum_beyond_64_bits_is_told(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_BASE_CURRENCY", "KWD")]).await;
    app.open_books().await;
    for number in 0..4 {
        let (period, day) = if number < 2 { (PERIOD, DAY) } else { ("2024-02", "2024-02-15") };
        let body = with(bill(&format!("B-{number}"), MOST), json!({ "due_date": "2024-03-01" }));
        app.posted(BILL, dated(body, period, day)).await;
    }
    for statement in AS_OF_OLDER_BOOKS {
        app.run(statement).await;
    }
    let all_year = "from=2024-01-01&to=2024-12-31";
    for report in [
        "trial-balance?as_of=2024-12-31",
        "balance-sheet?as_of=2024-12-31",
        &format!("income-statement?{all_year}"),
        &format!("general-ledger?account_id={EXPENSE}&{all_year}"),
        "aging?kind=ap&as_of=2024-12-31",
    ] {
        for format in ["json", "csv"] {
            let told = app.get(&format!("reports/{report}&format={format}"), &app.controller()).await;
            let told = told.expect(422).problem("invalid");
            assert!(told.string("detail").contains("64 bits"), "{}", told.text);
        }
    }
    let january = app.report(&format!("trial-balance?period_id={PERIOD}")).await;
    assert_eq!(january.number("total_debit"), "5999999999999999.994");
}

/// A document whose posting would need the half of 64 bits that is kept free is refused at its last signature, waits as it was, and the
/// books stay whole. See docs/rules/amounts.md#head-room.
async fn a_balance_beyond_64_bits_is_not_posted(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_BASE_CURRENCY", "KWD"), ("GL_POSTING_WAIT", "500ms")]).await;
    app.open_books().await;
    let most = |id: &str| with(bill(id, MOST), json!({ "due_date": "2024-03-01" }));
    for number in 0..4 {
        app.posted(BILL, most(&format!("B-{number}"))).await;
    }
    let path = app.pending(BILL, most("B-4")).await;
    let refused = app.approve(&path).await.expect(422).problem("invalid");
    assert!(refused.string("detail").contains("64 bits"), "{}", refused.text);
    app.expect_fields(&path, &[("status", "Pending Approval")]).await;
    let sum = async || app.report(&format!("trial-balance?period_id={PERIOD}")).await.number("total_debit");
    assert_eq!(sum().await, "3999999999999999.996");
    // What is kept free lets everything be taken back: as much again, and the most that a report has to tell.
    for number in 0..4 {
        app.void(&format!("bills/B-{number}")).await.expect(200);
    }
    assert_eq!(sum().await, "7999999999999999.992");
    let findings = app.engine().check(|_| {}).await.expect("the books can be checked");
    assert!(findings.differences.is_empty(), "gl check: {:#?}", findings.differences);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balance_beyond_64_bits_is_not_posted_on_sqlite() {
    a_balance_beyond_64_bits_is_not_posted(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_balance_beyond_64_bits_is_not_posted_on_postgres() {
    a_balance_beyond_64_bits_is_not_posted(Backend::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sum_beyond_64_bits_is_told_on_sqlite() {
    a_sum_beyond_64_bits_is_told(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sum_beyond_64_bits_is_told_on_postgres() {
    a_sum_beyond_64_bits_is_told(Backend::Postgres).await;
}
