//! Which lines are which transactions: the shapes of matches, refusals, and that a match can be taken back whole.

use tests::prelude::*;

use super::*;
use crate::reconciliation::{begin, clear, deposit, rows, unclear, withdrawal, worksheet};

const MATCH: &str = "accounts/1000/match";

/// January with an entry for each amount: lines `A1`, `A2` … and entries `JE-1`, `JE-2` …
async fn january(app: &TestApp, amounts: &[&str]) {
    app.open_books().await;
    let mut lines = Vec::new();
    for (at, amount) in amounts.iter().enumerate() {
        let (id, day) = (format!("JE-{}", at + 1), format!("2024-01-{:02}", at + 5));
        match amount.strip_prefix('-') {
            Some(out) => withdrawal(app, &id, &day, out).await,
            None => deposit(app, &id, &day, amount).await,
        }
        lines.push(format!("{day} {amount} A{} | Somebody | transfer", at + 1));
    }
    brought_in(app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &texts(&lines))]).await;
}

async fn refused(app: &TestApp, body: Value) -> Answer {
    app.post(MATCH, &accountant(app), body).await.expect(422).problem("invalid")
}

tests::on_both! {
    async fn lines_and_transactions_match_in_every_shape(app: TestApp) {
        january(&app, &["10.00", "-4.00", "20.00", "12.00", "5.00", "7.00", "3.00"]).await;
        let one = match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        let made = &one["matches"][0];
        assert_eq!((&made["transaction_ids"], &made["date"]), (&json!(["journal_entry/JE-1#1"]), &json!("2024-01-05")));
        assert_eq!((&made["reason"], &made["points"], &made["completed_in"], &made["matched_by"]), (&Value::Null, &Value::Null, &Value::Null, &json!("bo")));
        match_with(&app, &["A2"], &["journal_entry/JE-2#2"], None).await.expect(200);
        // A withdrawal is line 2 of its entry. One line for two transactions, two for one.
        withdrawal(&app, "JE-8", "2024-01-20", "9.00").await;
        let third = sheet("2", "2024-02-01 2024-02-29", "53.00", &["2024-02-02 23.00 B1 | x | y", "2024-02-03 -5.00 B2 | x | y", "2024-02-03 -4.00 B3 | x | y"]);
        brought_in(&app, &[third]).await;
        match_with(&app, &["B1"], &["JE-3#1", "JE-7#1"], None).await.expect(200);
        match_with(&app, &["B2", "B3"], &["JE-8#2"], None).await.expect(200);
        match_with(&app, &["A5", "A6"], &["JE-4#1"], None).await.expect(200);
        match_with(&app, &["A7"], &[], Some("interest")).await.expect(200);
        assert_eq!(waiting(&app).await, ["2024-01-07 20.00 A3", "2024-01-08 12.00 A4"]);
        assert_eq!(matches(&app).await.len(), 6);
        // A matched transaction is proposed no more.
        let proposals = app.get(&format!("accounts/{CASH}/proposals"), &accountant(&app)).await.expect(200);
        for taken in ["JE-1#", "JE-2#", "JE-3#", "JE-7#", "JE-8#", "JE-4#"] {
            assert!(!proposals.text.contains(taken), "{taken}: {}", proposals.text);
        }
    }

    async fn sums_that_differ_need_a_reason(app: TestApp) {
        january(&app, &["10.00", "-10.00", "8.00"]).await;
        let before = told(&app).await;
        let refused = match_with(&app, &["A1"], &["JE-3#1"], None).await.expect(422).problem("invalid").names("/reason");
        assert!(refused.text.contains("the lines come to 10.00, the transactions to 8.00"), "{}", refused.text);
        // The same amount the other way is another sum.
        match_with(&app, &["A1"], &["JE-2#2"], None).await.expect(422).problem("invalid").names("/reason");
        match_with(&app, &["A1"], &[], None).await.expect(422).problem("invalid").names("/reason");
        match_with(&app, &["A1", "A3"], &[], None).await.expect(422).problem("invalid").names("/reason");
        match_with(&app, &["A1"], &["JE-3#1"], Some(" ")).await.expect(422).problem("invalid").names("/reason");
        assert_eq!(told(&app).await, before);
        // Two lines that take each other back need none.
        let back = match_with(&app, &["A1", "A2"], &[], None).await.expect(200);
        assert_eq!((&back["matches"][0]["reason"], &back["matches"][0]["transaction_ids"]), (&Value::Null, &json!([])));
        let differing = match_with(&app, &["A3"], &["JE-1#1"], Some("the bank kept 2.00")).await.expect(200);
        assert_eq!(differing["matches"][0]["reason"], "the bank kept 2.00");
    }

    async fn every_wrong_element_is_named(app: TestApp) {
        january(&app, &["10.00", "20.00", "30.00", "40.00"]).await;
        let savings = with(account("1001", "Savings", "asset"), json!({ "subtype": "bank" }));
        app.post("accounts", &app.admin(), savings).await.expect(201);
        let of_savings = camt(&[sheet("1", "2024-01-01 2024-01-31", "0.00", &["2024-01-10 5.00 S1 | x | y"]).of("NL1")]);
        let own = send(&app, &accountant(&app), "account_id=1001", &[], of_savings).await.expect(200);
        let stranger = format!("{}-1", own["statements"][0]["statement_id"].as_str().expect("an id"));
        app.post("journal-entries", &app.clerk(), entry_named("JE-DRAFT", "60.00")).await.expect(201);
        let (free, taken) = (line(&app, "A2").await, line(&app, "A1").await);
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        let before = told(&app).await;
        let lines = json!([free, "none", taken, stranger, free]);
        let transactions = json!(["JE-2#1", "none", "JE-1#1", "JE-2#2", "JE-DRAFT#2", "journal_entry/JE-2#1", "a b"]);
        let wrong = refused(&app, json!({ "line_ids": lines, "transaction_ids": transactions })).await;
        let named: Vec<String> = wrong["errors"].as_array().into_iter().flatten().map(|error| error["pointer"].to_string().replace('"', "")).collect();
        let lines = (1..5).map(|at| format!("/line_ids/{at}"));
        let all: Vec<String> = lines.chain((1..7).map(|at| format!("/transaction_ids/{at}"))).collect();
        assert_eq!({ let mut named = named; named.sort(); named }, all, "{}", wrong.text);
        for (body, pointer) in [
            (json!({}), "/line_ids"),
            (json!({ "line_ids": [] }), "/line_ids"),
            (json!({ "line_ids": [5], "reason": "x" }), "/line_ids/0"),
            (json!({ "line_ids": [free], "transaction_ids": [7] }), "/transaction_ids/0"),
            (json!({ "line_ids": [free], "reason": "x", "all": true }), "/all"),
            (json!({ "line_ids": vec![free.clone(); 201], "reason": "x" }), "/line_ids"),
        ] {
            refused(&app, body).await.names(pointer);
        }
        let id = json!({ "line_ids": [free], "reason": "x" });
        app.post("accounts/none/match", &accountant(&app), id.clone()).await.expect(404).problem("not_found");
        app.post(&format!("accounts/{REVENUE}/match"), &accountant(&app), id).await.expect(422).problem("invalid");
        assert_eq!(told(&app).await, before);
    }

    async fn unmatch_names_every_wrong_element(app: TestApp) {
        january(&app, &["10.00", "20.00"]).await;
        let (first, second) = (line(&app, "A1").await, line(&app, "A2").await);
        let made = match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        let before = told(&app).await;
        let path = format!("accounts/{CASH}/unmatch");
        for (body, pointer) in [
            (json!({}), "/match_ids"),
            (json!({ "match_ids": [match_id(&made), "none"] }), "/match_ids/1"),
            (json!({ "line_ids": [first, second] }), "/line_ids/1"),
            (json!({ "match_ids": [] }), "/match_ids"),
        ] {
            app.post(&path, &accountant(&app), body).await.expect(422).problem("invalid").names(pointer);
        }
        app.post("accounts/none/unmatch", &accountant(&app), json!({ "match_ids": ["x"] })).await.expect(404);
        assert_eq!(told(&app).await, before);
        // By its id and by its line at once it is one match.
        let both = json!({ "match_ids": [match_id(&made)], "line_ids": [first] });
        let gone = app.post(&path, &accountant(&app), both).await.expect(200);
        assert_eq!(gone["matches"].as_array().map(Vec::len), Some(1));
        unmatch(&app, &first).await.expect(422).problem("invalid").names("/line_ids/0");
    }

    async fn a_match_that_is_taken_back_was_never_there(app: TestApp) {
        january(&app, &["10.00", "-4.00"]).await;
        app.posted(INVOICE, invoice("I-1", "30.00")).await;
        app.posted(INVOICE_PAYMENT, on(invoice_payment("IP-1", "I-1", "30.00"), "2024-01-20")).await;
        brought_in(&app, &[sheet("2", "2024-02-01 2024-02-29", "6.00", &["2024-02-02 30.00 B1 | Cobalt | I-1"])]).await;
        begin(&app, "R-1", "2024-02-29", "36.00").await;
        clear(&app, "R-1", &["JE-2#2"], "2024-01-06").await.expect(200);
        let (sheet_before, before) = (worksheet(&app, "R-1").await.text, told(&app).await);
        let payment = app.get("invoice-payments/IP-1", &app.controller()).await.expect(200)["allowed_actions"].clone();
        let lines = [line(&app, "A1").await, line(&app, "A2").await, line(&app, "B1").await];
        match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        // One that a session marks by hand is found on the statement, too.
        match_with(&app, &["A2"], &["JE-2#2"], None).await.expect(200);
        match_with(&app, &["B1"], &["IP-1"], None).await.expect(200);
        assert_eq!(rows(&worksheet(&app, "R-1").await).iter().filter(|row| row.contains("cleared")).count(), 3);
        app.books_agree();
        for id in &lines {
            unmatch(&app, id).await.expect(200);
        }
        assert_eq!((worksheet(&app, "R-1").await.text, told(&app).await), (sheet_before, before));
        let read = app.get("invoice-payments/IP-1", &app.controller()).await.expect(200);
        assert_eq!(read["allowed_actions"], payment);
        app.books_agree();
    }

    async fn a_matched_payment_is_not_voided_and_a_voided_one_not_matched(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        for id in ["BP-1", "BP-2"] {
            app.posted(BILL_PAYMENT, on(bill_payment(id, "B-1", "40.00"), "2024-01-20")).await;
        }
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &["2024-01-22 -40.00 A1 | Verdant | B-1"])]).await;
        app.void("bill-payments/BP-2").await.expect(200);
        let refused = match_with(&app, &["A1"], &["BP-2"], None).await.expect(422).problem("invalid").names("/transaction_ids/0");
        assert!(refused.text.contains("void"), "{}", refused.text);
        let made = match_with(&app, &["A1"], &["BP-1"], None).await.expect(200);
        let refused = app.void("bill-payments/BP-1").await.expect(409).problem("transaction_cleared");
        assert_eq!(refused.string("match_id"), match_id(&made));
        let read = app.get("bill-payments/BP-1", &app.controller()).await.expect(200);
        assert!(!read["allowed_actions"].to_string().contains("void"), "{}", read.text);
        let line = made["matches"][0]["line_ids"][0].as_str().expect("an id").to_owned();
        unmatch(&app, &line).await.expect(200);
        // Nor is what the bank shows taken back while it is matched, though it was cleared by itself before.
        let cleared = json!({ "cleared_date": "2024-01-22" });
        app.post("bill-payments/BP-1/clear", &app.controller(), cleared).await.expect(200);
        match_with(&app, &["A1"], &["BP-1"], None).await.expect(200);
        app.act("bill-payments/BP-1/unclear", &app.controller()).await.expect(409).problem("transaction_cleared");
        unmatch(&app, &line).await.expect(200);
        app.act("bill-payments/BP-1/unclear", &app.controller()).await.expect(200);
        app.void("bill-payments/BP-1").await.expect(200);
        app.books_agree();
    }

    /// As it stays clearable in the reconciliation of that statement: docs/rules/reconciliation.md#cleared.
    async fn what_was_voided_after_the_statement_is_matched_with_its_line(app: TestApp) {
        app.open_books().await;
        app.posted(BILL, bill("B-1", "100.00")).await;
        app.posted(BILL_PAYMENT, on(bill_payment("BP-1", "B-1", "40.00"), "2024-01-20")).await;
        let later = json!({ "reason": "twice", "void_date": "2024-02-06" });
        app.post("bill-payments/BP-1/void", &app.controller(), later).await.expect(200);
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &["2024-01-22 -40.00 A1 | Verdant | B-1"])]).await;
        let made = match_with(&app, &["A1"], &["BP-1"], None).await.expect(200);
        let begun = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31",
            "statement_ending_balance": number("-40.00"),
        });
        app.post("reconciliations", &app.controller(), begun).await.expect(201);
        app.act("reconciliations/R-1/complete", &app.controller()).await.expect(200);
        let line = made["matches"][0]["line_ids"][0].as_str().expect("an id").to_owned();
        unmatch(&app, &line).await.expect(409);
        app.books_agree();
    }

    async fn a_refund_is_matched_as_a_payment_is(app: TestApp) {
        app.open_books().await;
        app.posted(CREDIT_MEMO, credit_memo("CM-1", "100.00")).await;
        let (_, refund) = CREDIT_MEMO.paid_by("CM-1", "R-1", "40.00");
        let path = app.posted(CUSTOMER_REFUND, refund).await;
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &["2024-01-22 -40.00 A1 | Cobalt | CM-1"])]).await;
        let cleared = || json!({ "cleared_date": "2024-01-22" });
        app.post(&format!("{path}/clear"), &app.controller(), cleared()).await.expect(200);
        let made = match_with(&app, &["A1"], &["R-1"], None).await.expect(200);
        app.act(&format!("{path}/unclear"), &app.controller()).await.expect(409).problem("transaction_cleared");
        let line = made["matches"][0]["line_ids"][0].as_str().expect("an id").to_owned();
        unmatch(&app, &line).await.expect(200);
        app.act(&format!("{path}/unclear"), &app.controller()).await.expect(200);
        match_with(&app, &["A1"], &["R-1"], None).await.expect(200);
        app.void(&path).await.expect(409).problem("transaction_cleared");
        app.post(&format!("{path}/clear"), &app.controller(), cleared()).await.expect(409).problem("transaction_cleared");
        app.books_agree();
    }

    async fn a_session_neither_marks_nor_unmarks_what_is_matched(app: TestApp) {
        january(&app, &["10.00", "-4.00"]).await;
        begin(&app, "R-1", "2024-01-31", "6.00").await;
        let made = match_with(&app, &["A1"], &["JE-1#1"], None).await.expect(200);
        let sheet = worksheet(&app, "R-1").await.text;
        for refused in [clear(&app, "R-1", &["JE-1#1"], "2024-01-20").await, unclear(&app, "R-1", &["JE-1#1"]).await] {
            let refused = refused.expect(422).problem("invalid").names("/transaction_ids/0");
            assert!(refused.text.contains(&match_id(&made)), "it names the match: {}", refused.text);
        }
        assert_eq!(worksheet(&app, "R-1").await.text, sheet);
    }
}
