//! What is proposed, what of it is sure, and accepting that.

use tests::prelude::*;

use super::*;

async fn proposals(app: &TestApp) -> Answer {
    app.get(&format!("accounts/{CASH}/proposals"), &accountant(app)).await.expect(200)
}

async fn accept(app: &TestApp, body: Value) -> Answer {
    app.post(&format!("accounts/{CASH}/accept-proposals"), &accountant(app), body).await
}

/// The best proposal of each line that is its first: `transactions sure` or `transactions doubt`.
fn best(answer: &Answer, line_id: &str) -> String {
    let all = answer["proposals"].as_array().expect("a list");
    let found = all.iter().find(|one| one["line_ids"][0] == line_id);
    found.map_or_else(String::new, |one| {
        let transactions = one["transaction_ids"].to_string();
        let doubt = one["doubt"].as_str().unwrap_or("sure");
        assert_eq!(one["is_sure"] == true, doubt == "sure", "{one}");
        format!("{transactions} {doubt}").replace(['[', ']', '"'], "")
    })
}

/// Two customers' invoices, paid; the bank tells of three receipts.
async fn receipts(app: &TestApp) {
    app.open_books().await;
    app.post("customers", &app.admin(), customer("C-2", "Dunlin Foods")).await.expect(201);
    for (id, party, amount) in [("INV-101", "C-1", "119.00"), ("INV-102", "C-2", "80.50"), ("INV-103", "C-1", "44.00")]
    {
        app.posted(INVOICE, with(invoice(id, amount), json!({ "customer_id": party }))).await;
        let payment = on(invoice_payment(&format!("R-{id}"), id, amount), "2024-01-18");
        app.posted(INVOICE_PAYMENT, with(payment, json!({ "customer_id": party }))).await;
    }
    let lines = [
        "2024-01-19 119.00 A1 | Somebody | thanks for invoice INV-101",
        "2024-01-19 80.50 A2 | Nobody | transfer",
        "2024-01-19 44.00 A3 | COBALT CORP | transfer",
        "2024-01-25 -1.50 A4 | The Bank | fee",
    ];
    brought_in(app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)]).await;
}

tests::on_both! {
    async fn a_number_or_a_party_makes_sure_and_amount_and_day_do_not(app: TestApp) {
        receipts(&app).await;
        let found = proposals(&app).await;
        let ids = [line(&app, "A1").await, line(&app, "A2").await, line(&app, "A3").await, line(&app, "A4").await];
        let told: Vec<String> = ids.iter().map(|id| best(&found, id)).collect();
        assert_eq!(told, ["invoice_payment/R-INV-101 sure", "invoice_payment/R-INV-102 party_unknown", "invoice_payment/R-INV-103 sure", ""].map(|told| told.replace("invoice_payment/", "")), "{}", found.text);
        assert_eq!((&found["lines"], &found["sure_lines"], &found["has_more"]), (&json!(4), &json!(2), &json!(false)));
        let first = &found["proposals"][0];
        let points: i64 = first["reasons"].as_array().into_iter().flatten().filter_map(|reason| reason["points"].as_i64()).sum();
        assert_eq!(first["points"].as_i64(), Some(points), "{first}");
        assert!(first["reasons"].as_array().is_some_and(|all| all.iter().any(|reason| reason["kind"] == "document")), "{first}");
        // The same state gives the same answer, also for one line.
        assert_eq!(proposals(&app).await.text, found.text);
        let of_one = app.get(&format!("accounts/{CASH}/proposals?line_id={}", ids[1]), &accountant(&app)).await.expect(200);
        assert_eq!(of_one["proposals"].as_array().map(Vec::len), Some(1), "{}", of_one.text);
        assert_eq!(best(&of_one, &ids[1]), best(&found, &ids[1]));
    }

    async fn what_is_sure_is_accepted_and_nothing_else(app: TestApp) {
        receipts(&app).await;
        let found = proposals(&app).await;
        let second = line(&app, "A2").await;
        // A line whose proposal is not sure stays.
        let none = accept(&app, json!({ "line_ids": [second] })).await.expect(200);
        assert_eq!((none["matches"].as_array().map(Vec::len), &none["has_more"]), (Some(0), &json!(false)));
        let first = line(&app, "A1").await;
        let one = accept(&app, json!({ "line_ids": [first] })).await.expect(200);
        assert_eq!((one["matches"].as_array().map(Vec::len), &one["matches"][0]["line_ids"][0]), (Some(1), &json!(first)));
        assert_eq!(one["matches"][0]["points"], found["proposals"][0]["points"]);
        let key = [("X-Idempotency-Key", "accept")];
        let path = format!("accounts/{CASH}/accept-proposals");
        let rest = app.send(reqwest::Method::POST, &path, &accountant(&app), &key, Some(json!({}))).await.expect(200);
        assert_eq!(rest["matches"].as_array().map(Vec::len), Some(1), "{}", rest.text);
        let again = app.send(reqwest::Method::POST, &path, &accountant(&app), &key, Some(json!({}))).await.expect(200);
        assert_eq!((&again.text, again.header("Idempotent-Replayed")), (&rest.text, "true"));
        assert_eq!(waiting(&app).await, ["2024-01-19 80.50 A2", "2024-01-25 -1.50 A4"]);
        assert_eq!(accept(&app, json!({})).await.expect(200)["matches"], json!([]));
        for (body, pointer) in [(json!({ "line_ids": [] }), "/line_ids"), (json!({ "all": true }), "/all")] {
            accept(&app, body).await.expect(422).problem("invalid").names(pointer);
        }
    }

    async fn a_name_that_was_matched_once_is_known(app: TestApp) {
        receipts(&app).await;
        match_with(&app, &["A2"], &["R-INV-102"], None).await.expect(200);
        app.posted(INVOICE, with(invoice("INV-104", "61.25"), json!({ "customer_id": "C-2" }))).await;
        let paid = on(invoice_payment("R-INV-104", "INV-104", "61.25"), "2024-01-28");
        app.posted(INVOICE_PAYMENT, with(paid, json!({ "customer_id": "C-2" }))).await;
        brought_in(&app, &[sheet("2", "2024-02-01 2024-02-29", "242.00", &["2024-02-01 61.25 B1 | Nobody | transfer"])]).await;
        let found = proposals(&app).await;
        assert_eq!(best(&found, &line(&app, "B1").await), "R-INV-104 sure", "{}", found.text);
    }

    async fn a_returned_receipt_takes_its_line_back(app: TestApp) {
        receipts(&app).await;
        let back = "2024-02-02 -119.00 B1 | Somebody | returned direct debit INV-101";
        brought_in(&app, &[sheet("2", "2024-02-01 2024-02-29", "242.00", &[back])]).await;
        let found = proposals(&app).await;
        let bounced = line(&app, "B1").await;
        let bounce = found["bounces"].as_array().and_then(|all| all.iter().find(|one| one["line_id"] == bounced)).cloned();
        assert_eq!(bounce.expect("a bounce")["takes_back"], line(&app, "A1").await, "{}", found.text);
        assert_eq!(best(&found, &bounced), "");
    }

    async fn a_call_may_look_further_and_less_closely(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("INV-7", "80.50")).await;
        app.posted(INVOICE_PAYMENT, on(invoice_payment("R-7", "INV-7", "80.50"), "2024-01-16")).await;
        let lines = ["2024-01-28 80.00 A1 | Somebody | invoice INV-7"];
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)]).await;
        let ask = async |query: &str| app.get(&format!("accounts/{CASH}/proposals{query}"), &accountant(&app)).await;
        for nothing in ["", "?tolerance=0.50", "?days_before=12", "?days_before=12&tolerance=0.49"] {
            assert_eq!(ask(nothing).await.expect(200)["proposals"], json!([]), "{nothing}");
        }
        let found = ask("?days_before=12&tolerance=0.50").await.expect(200);
        assert_eq!((&found["proposals"][0]["doubt"], &found["proposals"][0]["is_sure"]), (&json!("amounts_differ"), &json!(false)));
        ask("?days_before=91&tolerance=0.001").await.expect(422).problem("invalid").names("days_before");
        ask("?tolerance=-1").await.expect(422);
    }
}
