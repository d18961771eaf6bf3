//! What others do between the look of a set and its write, on PostgreSQL: what is written is decided anew. See
//! docs/write-path.md#guards.

use std::sync::Arc;
use std::time::Duration;

use engine::values::kind::DocumentKind;
use reqwest::Method;
use sea_orm::{ConnectionTrait, DatabaseConnection, Statement};
use tests::database::{Backend, Database};
use tests::prelude::*;

/// Two services on the same books, which are in use, and somebody who holds both up.
struct Race {
    one: Arc<TestApp>,
    other: Arc<TestApp>,
    holder: DatabaseConnection,
}

impl Race {
    async fn start() -> Self {
        let one = TestApp::start(Backend::Postgres).await;
        one.open_books().await;
        // The first posting fixes the base currency.
        one.posted(JOURNAL_ENTRY, entry_named("JE-1", "100.00")).await;
        let other = TestApp::start_on(Database::at(one.database.url().to_owned()), &[]).await;
        for service in [&one, &other] {
            let id = service.base_url.replace(|c: char| !c.is_ascii_digit(), "");
            service.post("bills", &service.clerk(), bill(&format!("B-{id}"), "1.00")).await.expect(201);
            service.posted(JOURNAL_ENTRY, entry_named(&format!("JE-{id}"), "1.00")).await;
        }
        let holder = tests::postgres::connect(one.database.url()).await;
        Self { one: Arc::new(one), other: Arc::new(other), holder }
    }

    /// `first` waits for what this holds, and `second` behind it; then both go on.
    async fn run(&self, hold: &str, first: Ask, second: Ask) -> (Answer, Answer) {
        let blocker = sea_orm::TransactionTrait::begin(&self.holder).await.expect("a transaction");
        blocker.execute_unprepared(hold).await.expect("held");
        let first = first.spawn(&self.one);
        assert!(self.are_waiting(1).await);
        let second = second.spawn(&self.other);
        let waits = self.are_waiting(2).await;
        blocker.commit().await.expect("let go");
        let (first, second) = (first.await.expect("no panic"), second.await.expect("no panic"));
        assert!(waits, "it did not wait: {}", second.text);
        (first, second)
    }

    /// Whether, within a while, so many of the services' transactions wait for a lock.
    async fn are_waiting(&self, number: i64) -> bool {
        let asked = "SELECT count(*) AS waiting FROM pg_stat_activity \
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        for _ in 0..400 {
            let row =
                self.holder.query_one_raw(Statement::from_string(self.holder.get_database_backend(), asked)).await;
            let waiting: i64 = row.expect("it answers").expect("a row").try_get("", "waiting").expect("a number");
            if waiting >= number {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        false
    }

    async fn end(self) {
        let Self { one, other, holder } = self;
        let end = one.end();
        holder.close().await.expect("closed");
        drop((one, other));
        end.check().await;
    }
}

/// A request.
struct Ask {
    method: Method,
    path: String,
    token: Token,
    body: Value,
}

impl Ask {
    fn post(path: &str, token: Token, body: Value) -> Self {
        Self { method: Method::POST, path: path.to_owned(), token, body }
    }

    fn spawn(self, app: &Arc<TestApp>) -> tokio::task::JoinHandle<Answer> {
        let app = Arc::clone(app);
        tokio::spawn(async move { app.send(self.method, &self.path, &self.token, &[], Some(self.body)).await })
    }
}

/// The books' lock, alone.
const BOOKS: &str = "SELECT pg_advisory_xact_lock(422776367987)";

fn row_of(kind: DocumentKind, id: &str) -> String {
    format!("SELECT 1 FROM document WHERE kind = '{}' AND document_id = '{id}' FOR UPDATE", kind.name())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_party_is_made_inactive() {
    let race = Race::start().await;
    let (clerk, admin) = (race.one.clerk(), race.one.admin());
    // What is new is not looked at; what the other service made is.
    let inactive =
        || Ask { method: Method::PUT, ..Ask::post("vendors/V-1", admin.clone(), json!({ "is_active": false })) };
    let new = Ask::post("bills", clerk.clone(), bill("B-NEW", "5.00"));
    let (made_inactive, made) = race.run(BOOKS, inactive(), new).await;
    made_inactive.expect(200);
    made.expect(422).names("/vendor_id");
    race.one.get("bills/B-NEW", &clerk).await.expect(404);

    race.one.put("vendors/V-1", &admin, json!({ "is_active": true })).await.expect(200);
    race.one.post("bills", &clerk, bill("B-OLD", "5.00")).await.expect(201);
    let renamed = json!({ "vendor_name": "Verdure" });
    let renamed = Ask { method: Method::PUT, ..Ask::post("vendors/V-1", admin.clone(), renamed) };
    let submit = Ask::post("bills/B-OLD/submit-for-approval", clerk.clone(), json!({}));
    let (renamed, submitted) = race.run(BOOKS, renamed, submit).await;
    renamed.expect(200);
    submitted.expect(200);
    assert_eq!(race.one.get("bills/B-OLD", &clerk).await.expect(200).string("vendor_name"), "Verdure");
    race.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rate_is_changed() {
    let race = Race::start().await;
    let row = |day: &str, rate: &str| json!({ "currency": "EUR", "date": day, "rate": number(rate), "source": "ECB" });
    race.one.post("exchange-rates", &race.one.controller(), row("2024-01-01", "1.10")).await.expect(201);
    // Its catalog is the present one.
    race.other.post("bills", &race.other.clerk(), bill("B-USD", "5.00")).await.expect(201);
    let newer = Ask::post("exchange-rates", race.one.controller(), row(DAY, "1.25"));
    let body = with(bill("B-EUR", "100.00"), json!({ "currency": "EUR" }));
    let (newer, made) = race.run(BOOKS, newer, Ask::post("bills", race.one.clerk(), body)).await;
    newer.expect(201);
    assert_eq!(made.expect(201).number("exchange_rate"), "1.25");
    race.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rule_is_put_in_force() {
    let race = Race::start().await;
    let (clerk, admin) = (race.one.clerk(), race.one.admin());
    race.other.post("invoices", &clerk, invoice("I-1", "5.00")).await.expect(201);
    let (rule, submit) = (rule("cfo-signs", "invoice", 1, "0", None, "cfo"), "invoices/I-1/submit-for-approval");
    let (saved, submitted) =
        race.run(BOOKS, Ask::post("approval-rules", admin, rule), Ask::post(submit, clerk.clone(), json!({}))).await;
    saved.expect(201);
    submitted.expect(200);
    race.other.act("invoices/I-1/approve", &race.other.manager()).await.expect(403);
    race.other.act("invoices/I-1/approve", &race.other.cfo()).await.expect(200);
    race.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invoice_is_voided_and_its_payment_made() {
    let race = Race::start().await;
    race.one.posted(INVOICE, invoice("I-1", "50.00")).await;
    let void = Ask::post("invoices/I-1/void", race.one.controller(), json!({ "reason": "sold to nobody" }));
    let pay = Ask::post("invoice-payments", race.one.accountant(), invoice_payment("P-1", "I-1", "50.00"));
    let (voided, paid) = race.run(&row_of(DocumentKind::Invoice, "I-1"), void, pay).await;
    voided.expect(200);
    assert_ne!(paid.status, 201, "{}", paid.text);
    race.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invoice_is_paid_twice_at_once() {
    let race = Race::start().await;
    for number in 1..=10 {
        let id = format!("I-{number}");
        race.one.posted(INVOICE, invoice(&id, "50.00")).await;
        let receive = |service: &Arc<TestApp>| {
            let body = json!({ "payment_date": PAY_DAY, "payment_amount": 50, "deposit_account_id": CASH });
            Ask::post(&format!("invoices/{id}/receive-payment"), service.admin(), body).spawn(service)
        };
        let (a, b) = (receive(&race.one), receive(&race.other));
        let (a, b) = (a.await.expect("no panic"), b.await.expect("no panic"));
        let (path, clerk) = (format!("invoices/{id}"), race.one.clerk());
        let invoice = race.one.eventually(&path, &clerk, |invoice| invoice["status"] == "Paid").await;
        assert_eq!(invoice.number("amount_paid"), "50.00", "{} {}", a.text, b.text);
    }
    race.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reference_is_taken() {
    let race = Race::start().await;
    for number in 1..=20 {
        let create = |service: &Arc<TestApp>, id: &str| {
            let body = with(bill(id, "5.00"), json!({ "reference": format!("INV-{number}") }));
            Ask::post("bills", service.clerk(), body).spawn(service)
        };
        let (a, b) = (create(&race.one, &format!("B-{number}-A")), create(&race.other, &format!("B-{number}-B")));
        let mut statuses = [a.await.expect("no panic").status, b.await.expect("no panic").status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409], "one reference");
    }
    // Books of older releases have references that meet, which the unique index tells apart.
    for (id, reference) in [("B-TWIN-1", "INV-98"), ("B-TWIN-2", "INV-99")] {
        let body = with(bill(id, "5.00"), json!({ "reference": reference }));
        race.one.post("bills", &race.one.clerk(), body).await.expect(201);
    }
    let (meet, of) = ("reference = 'INV-98', reference_key = b.reference_key", "document.document_id LIKE 'B-TWIN-%'");
    let twins = format!(
        "UPDATE document SET reference_twin = document.document_id, {meet} FROM document b WHERE b.document_id = 'B-TWIN-1' AND {of}"
    );
    race.one.run(&twins).await;
    let third = with(bill("B-THIRD", "5.00"), json!({ "reference": "INV-98" }));
    race.one.post("bills", &race.one.clerk(), third).await.expect(409);
    race.one
        .run("UPDATE document SET reference = 'INV-99', reference_key = 'inv-99' WHERE document_id = 'B-TWIN-2'")
        .await;
    race.end().await;
}
