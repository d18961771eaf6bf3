//! Sums near the limit of 64 bits: a report whose sum is too large is refused, and one over a shorter range still
//! works.

use tests::prelude::*;

/// The largest bill in a currency of three decimals; ten of them are more than 64 bits hold.
const MOST: &str = "999999999999999.999";

async fn a_sum_beyond_64_bits_is_told(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_BASE_CURRENCY", "KWD")]).await;
    app.open_books().await;
    for number in 0..10 {
        let (period, day) = if number < 5 { (PERIOD, DAY) } else { ("2024-02", "2024-02-15") };
        let body = with(bill(&format!("B-{number}"), MOST), json!({ "due_date": "2024-03-01" }));
        app.posted(BILL, dated(body, period, day)).await;
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
    assert_eq!(january.number("total_debit"), "4999999999999999.995");
}

/// A posting that would raise a balance beyond 64 bits is refused, and the books stay whole.
async fn a_balance_beyond_64_bits_is_not_posted(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_BASE_CURRENCY", "KWD"), ("GL_POSTING_WAIT", "500ms")]).await;
    app.open_books().await;
    let most = |id: &str| with(bill(id, MOST), json!({ "due_date": "2024-03-01" }));
    for number in 0..9 {
        app.posted(BILL, most(&format!("B-{number}"))).await;
    }
    let path = app.pending(BILL, most("B-9")).await;
    let signed = app.approve(&path).await.expect(200);
    assert_eq!((signed.string("status"), &signed["posted"]), ("Approved", &json!(false)), "{}", signed.text);
    let findings = app.engine().check(|_| {}).await.expect("the books can be checked");
    assert!(findings.differences.is_empty(), "gl check: {:#?}", findings.differences);
    assert_eq!(
        app.report(&format!("trial-balance?period_id={PERIOD}")).await.number("total_debit"),
        "8999999999999999.991"
    );
    app.expect_fields(&path, &[("status", "Approved")]).await;
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
