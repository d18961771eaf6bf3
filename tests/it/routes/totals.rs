//! `totals=true` of lists of documents: what all that match come to, by currency, to the last minor unit.

use tests::prelude::*;

/// The totals of a list, as `currency documents total amount_due`.
async fn totals(app: &TestApp, path: &str) -> Vec<String> {
    let joint = if path.contains('?') { '&' } else { '?' };
    let list = app.get(&format!("{path}{joint}totals=true&limit=1"), &app.admin()).await.expect(200);
    let told = |one: &Value| {
        format!(
            "{} {} {} {}",
            one["currency"].as_str().unwrap_or("?"),
            one["documents"],
            one["total"],
            one["amount_due"]
        )
    };
    list["totals"].as_array().expect("totals").iter().map(told).collect()
}

tests::on_both! {
    async fn all_that_match_are_summed_up_by_currency(app: TestApp) {
        app.open_books().await;
        assert_eq!(totals(&app, "invoices").await, Vec::<String>::new());
        app.rate("EUR", "2024-01-01", "1.10").await;
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        app.receive("I-1", "30.00").await.expect(201);
        app.pending(INVOICE, invoice("I-2", "20.50")).await;
        app.draft(INVOICE, invoice("I-3", "7.00")).await;
        app.void("invoices/I-3").await.expect(200);
        let mut foreign = invoice("I-4", "9.99");
        foreign["currency"] = json!("EUR");
        foreign["exchange_rate"] = number("1.10");
        app.draft(INVOICE, foreign).await;
        for (path, told) in [
            ("invoices", vec!["EUR 1 9.99 9.99", "USD 3 127.50 90.50"]),
            ("invoices?status=Posted", vec!["USD 1 100.00 70.00"]),
            ("invoices?status=Draft,Voided", vec!["EUR 1 9.99 9.99", "USD 1 7.00 0.00"]),
            ("invoices?party=C-1&from=2024-01-01&to=2024-12-31", vec!["EUR 1 9.99 9.99", "USD 3 127.50 90.50"]),
            ("invoices?from=2024-12-31", vec![]),
            ("invoice-payments", vec!["USD 1 30.00 null"]),
        ] {
            assert_eq!(totals(&app, path).await, told, "{path}");
        }
        let without = app.get("invoices", &app.admin()).await.expect(200);
        assert!(without.json.get("totals").is_none(), "{}", without.text);
    }

    async fn no_sum_is_too_large(app: TestApp) {
        app.open_books().await;
        let item = |number: usize| entry_named(&format!("JE-{number}"), "999999999999999.99");
        let items: Vec<Value> = (0..150).map(item).collect();
        app.post("journal-entries/bulk", &app.clerk(), json!({ "items": items })).await.expect(200);
        assert_eq!(totals(&app, "journal-entries").await, ["USD 150 149999999999999998.50 null"]);
    }
}
