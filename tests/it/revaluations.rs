//! Revaluations at a period's end. See docs/rules/revaluation.md.

use tests::plain_text::equals_trial_balance;
use tests::prelude::*;

/// A bank account in euros.
const EUROS: &str = "1030";

/// Euros at 1.10 on the 10th, 1.20 at the end of January, 1.25 in February. Open in January: 900.00 of an invoice of 1,000.00, which
/// were received on the euro account, and a bill of 333.33. On the euro account 600.00, put there at 1.10.
async fn books(app: &TestApp) {
    app.open_books().await;
    let account = json!({ "account_id": EUROS, "account_name": "Euro bank", "account_type": "asset", "subtype": "bank", "currency": "EUR" });
    app.post("accounts", &app.admin(), account).await.expect(201);
    app.posted(INVOICE, euros(invoice("I-1", "1000.00"), "2024-01-10", "1.10")).await;
    app.posted(BILL, euros(bill("B-1", "333.33"), "2024-01-10", "1.10")).await;
    let capital = entry_of(vec![debit(EUROS, "500.00"), credit("3000", "500.00")]);
    app.posted(JOURNAL_ENTRY, euros(with(capital, json!({ "journal_entry_id": "JE-1" })), "2024-01-10", "1.10")).await;
    app.posted(INVOICE_PAYMENT, received("IPAY-1", "2024-01-10", "1.10", "100.00")).await;
    for (day, rate) in [("2024-01-31", "1.20"), ("2024-02-15", "1.25"), ("2024-02-29", "1.25")] {
        app.rate("EUR", day, rate).await;
    }
}

fn euros(body: Value, day: &str, rate: &str) -> Value {
    on(in_currency(body, "EUR", rate), day)
}

fn received(id: &str, day: &str, rate: &str, amount: &str) -> Value {
    let changes =
        json!({ "account_id": EUROS, "tran_date": day, "posting_period_id": &day[..7], "exchange_rate": number(rate) });
    with(invoice_payment(id, "I-1", amount), changes)
}

async fn revalue(app: &TestApp, period: &str) -> Answer {
    app.post("revaluations", &app.token("rita", &["controller"], &[]), json!({ "period_id": period })).await.expect(200)
}

/// Each account with its amounts, in the order of the proposal: in the books, at the day's rate, pending, missing.
fn accounts(revaluation: &Answer) -> Vec<(String, [String; 4])> {
    let fields = ["base_amount", "revalued_amount", "pending", "missing"];
    let rows = revaluation["accounts"].as_array().expect("accounts").iter();
    rows.map(|row| {
        (row["account_id"].as_str().unwrap_or_default().to_owned(), fields.map(|field| row[field].to_string()))
    })
    .collect()
}

/// Signs all entries that a revaluation made, each before what reverses it; the ids of these.
async fn sign(app: &TestApp, revaluation: &Answer) -> Vec<String> {
    let mut reversals = Vec::new();
    for entry in revaluation["entries"].as_array().expect("entries") {
        let signed = |field: &str| entry[field].as_str().map(str::to_owned);
        for id in ["journal_entry_id", "reversing_entry_id"].into_iter().filter_map(signed) {
            let answer = app.sign(&JOURNAL_ENTRY.at(&id)).await;
            assert_eq!(answer["posted"], true, "{}", answer.text);
        }
        reversals.extend(signed("reversing_entry_id"));
    }
    reversals
}

/// What the aging says of no document, of revaluations, and in all; the last is the balance of the control account.
async fn aging(app: &TestApp, kind: &str, day: &str) -> [String; 3] {
    let report = app.report(&format!("aging?kind={kind}&as_of={day}")).await;
    let total = report["totals"]["total"].to_string();
    let control = if kind == "ar" { RECEIVABLE } else { PAYABLE };
    let closing = closing(app, control, day).await;
    assert_eq!(total, if kind == "ar" { closing } else { negated(&closing) }, "{}", report.text);
    [report["journal"].to_string(), report["revaluation"].to_string(), total]
}

fn negated(amount: &str) -> String {
    if amount == "0.00" {
        amount.to_owned()
    } else {
        amount.strip_prefix('-').map_or_else(|| format!("-{amount}"), str::to_owned)
    }
}

async fn closing(app: &TestApp, account: &str, day: &str) -> String {
    let report = app.report(&format!("trial-balance?as_of={day}")).await;
    let row = report.data().iter().find(|row| row["account_id"] == account).cloned();
    row.map_or_else(|| "0.00".to_owned(), |row| row["closing_balance"].to_string())
}

tests::on_both! {
    async fn a_period_is_revalued_once_and_settled_without_a_rest(app: TestApp) {
        books(&app).await;
        let found = app.get("revaluations/proposal?period_id=2024-01", &app.token("vera", &["viewer"], &[])).await.expect(200);
        let row = |id: &str, amounts: [&str; 4]| (id.to_owned(), amounts.map(str::to_owned));
        let wanted = [
            row(EUROS, ["660.00", "720.00", "0.00", "60.00"]),
            row(RECEIVABLE, ["990.00", "1080.00", "0.00", "90.00"]),
            row(PAYABLE, ["-366.66", "-400.00", "0.00", "-33.34"]),
        ];
        assert_eq!(accounts(&found), wanted, "{}", found.text);
        assert_eq!((found.number("missing"), &found["revaluation_date"]), ("116.66".into(), &json!("2024-01-31")));
        assert_eq!(found["currencies"][0]["exchange_rate_date"], "2024-01-31", "{}", found.text);
        let item = &found["items"][0];
        assert_eq!((&item["document_id"], item["amount"].to_string()), (&json!("I-1"), "900.00".into()), "{}", found.text);

        let before = app.report("trial-balance?as_of=2024-02-29").await.json;
        let dry = app.post("revaluations?dry_run=true", &app.controller(), json!({ "period_id": "2024-01" })).await.expect(200);
        assert_eq!(dry["would_post"].as_array().map(Vec::len), Some(10), "{}", dry.text);
        let done = revalue(&app, "2024-01").await;
        assert_eq!(done["entries"].as_array().map(Vec::len), Some(3), "{}", done.text);
        let again = revalue(&app, "2024-01").await;
        assert_eq!((&again["entries"], again.number("missing")), (&json!([]), "0.00".into()), "those that wait are counted: {}", again.text);
        assert_eq!(app.report("trial-balance?as_of=2024-02-29").await.json, before, "nothing is posted that nobody signed for");

        let reversals = done["entries"][1]["reversing_entry_id"].as_str().expect("an id").to_owned();
        app.approve(&JOURNAL_ENTRY.at(&reversals)).await.expect(409).problem("wrong_status");
        sign(&app, &done).await;
        assert_eq!(aging(&app, "ar", "2024-01-31").await, ["0.00", "90.00", "1080.00"]);
        assert_eq!(aging(&app, "ar", "2024-02-01").await, ["0.00", "0.00", "990.00"], "it is of the one day");
        assert_eq!(aging(&app, "ap", "2024-01-31").await, ["0.00", "33.34", "400.00"]);
        assert_eq!(aging(&app, "ap", "2024-02-29").await, ["0.00", "0.00", "366.66"]);
        let rows = app.csv("aging?kind=ar&as_of=2024-01-31").await;
        assert!(rows.iter().any(|row| row["row"] == "revaluation" && row["total"] == "90.00"), "{rows:?}");
        assert_eq!(closing(&app, EUROS, "2024-02-29").await, "720.00", "a balance stays revalued");
        assert_eq!(revalue(&app, "2024-01").await["entries"], json!([]));

        // What is received and paid later leaves nothing; both months together have the gain of the whole way.
        app.posted(INVOICE_PAYMENT, received("IPAY-2", "2024-02-15", "1.25", "900.00")).await;
        let paid = with(bill_payment("BPAY-1", "B-1", "333.33"), json!({
            "account_id": EUROS, "tran_date": "2024-02-15", "posting_period_id": "2024-02", "exchange_rate": number("1.25"),
        }));
        app.posted(BILL_PAYMENT, paid).await;
        assert_eq!(aging(&app, "ar", "2024-02-29").await, ["0.00", "0.00", "0.00"]);
        assert_eq!(aging(&app, "ap", "2024-02-29").await, ["0.00", "0.00", "0.00"]);
        // 1,166.67 euros at 1.25 against 720.00, 1,125.00 in and 416.66 out.
        let second = revalue(&app, "2024-02").await;
        assert_eq!(accounts(&second), [row(EUROS, ["1428.34", "1458.34", "0.00", "30.00"])], "{}", second.text);
        sign(&app, &second).await;
        // Capital of 550.00, revenue of 1,100.00 and costs of 366.66 at 1.10, and what the euros are worth more: 1458.34 - 1283.34.
        assert_eq!(closing(&app, "7900", "2024-02-29").await, "-175.00");
        equals_trial_balance(&app).await;
    }

    /// Seen before: 0.00 euros and an amount in base currency that no entry took away.
    async fn an_account_that_was_emptied_keeps_no_base_amount(app: TestApp) {
        books(&app).await;
        let out = entry_of(vec![debit(EXPENSE, "600.00"), credit(EUROS, "600.00")]);
        app.posted(JOURNAL_ENTRY, euros(with(out, json!({ "journal_entry_id": "JE-2" })), "2024-02-15", "1.25")).await;
        assert_eq!(closing(&app, EUROS, "2024-02-29").await, "-90.00");
        let by_hand = |account: &str, other: &str| {
            let lines = vec![debit(account, "20.00"), credit(other, "20.00")];
            on(with(entry_of(lines), json!({ "journal_entry_id": "JE-3" })), "2024-02-15")
        };
        app.post("journal-entries", &app.clerk(), by_hand(EUROS, EXPENSE)).await.expect(422).names("/lines/0/account_id");
        app.posted(JOURNAL_ENTRY, by_hand(EUROS, "7900")).await;
        let session = json!({ "reconciliation_id": "R-1", "account_id": EUROS, "statement_date": "2024-02-29", "statement_ending_balance": 0 });
        app.post("reconciliations", &app.controller(), session).await.expect(201);
        let marks = json!({ "transaction_ids": ["JE-3#1"], "cleared_date": "2024-02-15" });
        app.post("reconciliations/R-1/clear", &app.controller(), marks).await.expect(422);
        let marks = json!({ "transaction_ids": ["JE-1#1", "JE-2#2", "IPAY-1"], "cleared_date": "2024-02-15" });
        app.post("reconciliations/R-1/clear", &app.controller(), marks).await.expect(200);
        let done = revalue(&app, "2024-02").await;
        let wanted = [(EUROS.to_owned(), ["-70.00", "0.00", "0.00", "70.00"].map(str::to_owned))];
        assert!(accounts(&done).contains(&wanted[0]), "{}", done.text);
        let own = done["entries"].as_array().expect("entries").iter().find(|entry| entry["account_id"] == EUROS).cloned();
        let id = own.expect("of the account")["journal_entry_id"].as_str().expect("an id").to_owned();
        app.approve(&JOURNAL_ENTRY.at(&id)).await.expect(200);
        assert_eq!(closing(&app, EUROS, "2024-02-29").await, "0.00");
        app.act("reconciliations/R-1/complete", &app.controller()).await.expect(200);
        equals_trial_balance(&app).await;
    }
}

/// Random items, payments and rates over three months, each revalued at its end: of items nothing is left over by the day after, of the
/// account its balance at the rate of the day, and when all is settled no document, account or month has a rest.
#[tokio::test]
async fn laws_of_revaluation() {
    for seed in [3, 8, 21] {
        let app = TestApp::start(Backend::Sqlite).await;
        let end = app.end();
        random_months(&app, &mut Dice::new(seed)).await;
        drop(app);
        end.check().await;
    }
}

/// A rate between 0.8000 and 1.3999.
fn rate(dice: &mut Dice) -> String {
    let of = 8_000 + dice.roll(6_000);
    format!("{}.{:04}", of / 10_000, of % 10_000)
}

fn cents(dice: &mut Dice) -> String {
    let of = 100 + dice.roll(99_900);
    format!("{}.{:02}", of / 100, of % 100)
}

async fn random_months(app: &TestApp, dice: &mut Dice) {
    app.open_books().await;
    let account = json!({ "account_id": EUROS, "account_name": "Euro bank", "account_type": "asset", "subtype": "bank", "currency": "EUR" });
    app.post("accounts", &app.admin(), account).await.expect(201);
    let mut open: Vec<(Kind, String)> = Vec::new();
    let mut made = 0;
    let months =
        [("2024-01", "2024-01-20", "2024-01-31", "2024-02-01"), ("2024-02", "2024-02-20", "2024-02-29", "2024-03-01")];
    for (period, day, last, next) in months {
        for _ in 0..4 {
            made += 1;
            let (of_month, amount) = (rate(dice), cents(dice));
            let (kind, body) = if dice.roll(2) == 0 {
                (INVOICE, invoice(&format!("I-{made}"), &amount))
            } else {
                (BILL, bill(&format!("B-{made}"), &amount))
            };
            let due = due(euros(body, day, &of_month), "2024-03-30");
            let path = app.posted(kind, with(due, json!({ "posting_period_id": period }))).await;
            open.push((kind, path));
        }
        // One of them is settled in part, at another rate.
        let (kind, path) = dice.pick(&open).clone();
        settle(app, kind, &path, (period, day, &rate(dice)), "0.01", &format!("P-{period}")).await;
        app.rate("EUR", last, &rate(dice)).await;
        let before = [aging(app, "ar", next).await, aging(app, "ap", next).await];
        let done = revalue(app, period).await;
        sign(app, &done).await;
        assert_eq!(
            [aging(app, "ar", next).await, aging(app, "ap", next).await],
            before,
            "{period}: with its reversal it nets to nothing"
        );
        let again = revalue(app, period).await;
        assert_eq!(again["entries"], json!([]), "{}", again.text);
        for row in again["accounts"].as_array().expect("accounts") {
            assert_eq!(row["base_amount"], row["revalued_amount"], "{period}: {}", again.text);
        }
        for (kind, control) in [("ar", RECEIVABLE), ("ap", PAYABLE)] {
            let worth = again["accounts"]
                .as_array()
                .and_then(|rows| rows.iter().find(|row| row["account_id"] == control).cloned());
            let worth = worth.map_or_else(|| "0.00".to_owned(), |row| row["revalued_amount"].to_string());
            let total = aging(app, kind, last).await[2].clone();
            assert_eq!(total, if kind == "ar" { worth } else { negated(&worth) }, "{period}");
        }
    }
    for (at, (kind, path)) in open.iter().enumerate() {
        let left = app.get(path, &app.controller()).await.expect(200).number("amount_due");
        settle(app, *kind, path, ("2024-03", "2024-03-15", &rate(dice)), &left, &format!("P-{at}")).await;
    }
    assert_eq!(aging(app, "ar", "2024-03-31").await, ["0.00", "0.00", "0.00"]);
    assert_eq!(aging(app, "ap", "2024-03-31").await, ["0.00", "0.00", "0.00"]);
    app.rate("EUR", "2024-03-31", &rate(dice)).await;
    let done = revalue(app, "2024-03").await;
    assert!(
        done["entries"].as_array().expect("entries").iter().all(|entry| entry["reversing_entry_id"].is_null()),
        "{}",
        done.text
    );
    sign(app, &done).await;
    let held = done["accounts"].as_array().and_then(|rows| rows.first().cloned()).unwrap_or_default();
    assert_eq!(closing(app, EUROS, "2024-03-31").await, held["revalued_amount"].to_string(), "{}", done.text);
}

async fn settle(
    app: &TestApp,
    kind: Kind,
    path: &str,
    (period, day, rate): (&str, &str, &str),
    amount: &str,
    id: &str,
) {
    let settled = path.rsplit('/').next().unwrap_or_default();
    let (kind, body) = if kind == INVOICE {
        (INVOICE_PAYMENT, invoice_payment(id, settled, amount))
    } else {
        (BILL_PAYMENT, bill_payment(id, settled, amount))
    };
    let changes =
        json!({ "account_id": EUROS, "tran_date": day, "posting_period_id": period, "exchange_rate": number(rate) });
    app.posted(kind, with(body, changes)).await;
}
