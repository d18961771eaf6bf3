//! Statements of account. See docs/rules/reports.md#statement-of-account.

use tests::prelude::*;

use super::{cells, lines};

const COLUMNS: [&str; 6] = ["posting_date", "document_id", "posting", "debit", "credit", "balance"];

async fn statement(app: &TestApp, query: &str) -> Answer {
    app.report(&format!("statement-of-account?{query}")).await
}

tests::on_both! {
    async fn a_vendors_lines_lead_from_opening_to_closing(app: TestApp) {
        app.open_books().await;
        app.post("vendors", &app.admin(), vendor("V-2", "Vulcan")).await.expect(201);
        app.posted(BILL, with(on(due(bill("B-1", "100.00"), "2024-02-10"), "2024-01-10"), json!({ "reference": "R-17" }))).await;
        app.posted(BILL, on(due(bill("B-2", "50.00"), "2024-03-10"), "2024-02-05")).await;
        app.posted(BILL, with(on(due(bill("B-3", "7.00"), "2024-03-10"), "2024-02-05"), json!({ "vendor_id": "V-2" }))).await;
        app.posted(BILL_PAYMENT, on(bill_payment("P-1", "B-1", "40.00"), "2024-02-20")).await;
        let query = "party_type=vendor&party_id=V-1&from=2024-02-01&to=2024-02-29";
        let february = statement(&app, query).await;
        assert_eq!(lines(february.data(), &COLUMNS), [
            "2024-02-05 B-2 document 0.00 50.00 150.00",
            "2024-02-20 P-1 document 40.00 0.00 110.00",
        ]);
        let frame = ["opening_balance", "total_debit", "total_credit", "closing_balance", "party_name", "has_more"];
        assert_eq!(cells(&february.json, &frame), ["100.00", "40.00", "50.00", "110.00", "Verdant Supplies", "false"]);
        let open = february["open_items"].as_array().expect("open items");
        assert_eq!(lines(open, &["document_id", "bucket", "base_open_amount"]), ["B-1 days_1_30 60.00", "B-2 current 50.00"]);
        assert_eq!(cells(&february["aging"], &["current", "days_1_30", "total"]), ["50.00", "60.00", "110.00"]);
        // Page by page they are the same lines, with the balance that goes on.
        let first = statement(&app, &format!("{query}&limit=1")).await;
        let second = statement(&app, &format!("{query}&limit=1&cursor={}", first.string("next_cursor"))).await;
        let both: Vec<Value> = [first.data(), second.data()].concat();
        assert_eq!(lines(&both, &COLUMNS), lines(february.data(), &COLUMNS));
        assert_eq!((&second["has_more"], &second["next_cursor"], &second["open_items"]), (&json!(false), &Value::Null, &json!([])));
        assert_eq!(second["opening_balance"], first["opening_balance"]);
        let csv = app.csv(&format!("statement-of-account?{query}")).await;
        let told: Vec<String> = csv.iter().map(|row| format!("{} {} {}", row["row"], row["document_id"], row["balance"])).collect();
        assert_eq!(told, ["opening  100.00", "posting B-2 150.00", "posting P-1 110.00", "closing  110.00", "open B-1 60.00", "open B-2 50.00"]);
        let all = statement(&app, "party_type=vendor&party_id=V-1&to=2024-02-29").await;
        assert_eq!((&all["from"], all.data().len()), (&Value::Null, 3));
        assert_eq!(all.data()[0]["reference"], "R-17");
    }

    async fn a_customers_void_and_other_currencies(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(on(due(invoice("I-1", "100.00"), "2024-02-10"), "2024-01-10"), "EUR", "1.5")).await;
        let voided = app.posted(INVOICE, on(due(invoice("I-2", "10.00"), "2024-02-10"), "2024-01-11")).await;
        let void = json!({ "reason": "twice", "void_date": "2024-02-01" });
        app.post(&format!("{voided}/void"), &app.controller(), void).await.expect(200);
        let january = statement(&app, "party_type=customer&party_id=C-1&to=2024-01-31").await;
        assert_eq!(january["closing_balance"].to_string(), "160.00");
        let all = statement(&app, "party_type=customer&party_id=C-1&to=2024-03-31").await;
        assert_eq!(lines(all.data(), &["document_id", "posting", "amount", "currency", "balance"]), [
            "I-1 document 100.00 EUR 150.00",
            "I-2 document 10.00 USD 160.00",
            "I-2 void -10.00 USD 150.00",
        ]);
    }

    async fn what_is_wrong_with_the_query(app: TestApp) {
        app.open_books().await;
        for (query, field) in [
            ("party_type=vendor&party_id=none", "party_id"),
            ("party_type=vendor&party_id=C-1", "party_id"),
            ("party_type=employee&party_id=emil", "party_type"),
            ("party_type=vendor", "party_id"),
            ("party_type=vendor&party_id=V-1&from=2024-02-01&to=2024-01-01", "to"),
            ("party_type=vendor&party_id=V-1&cursor=x", "cursor"),
            ("party_type=vendor&party_id=V-1&limit=0", "limit"),
        ] {
            let path = format!("reports/statement-of-account?{query}");
            app.get(&path, &app.controller()).await.expect(422).problem("invalid").names(field);
            app.get(&format!("{path}&format=csv"), &app.controller()).await.expect(422).problem("invalid").names(field);
        }
        let path = "reports/statement-of-account?party_type=vendor&party_id=V-1";
        app.get(path, &app.clerk()).await.expect(403).problem("forbidden");
    }
}
