//! Lists of the trading types: filters, what waits for a signature, the workflow's lists over all types.
//! See docs/rules/interface.md#lists.

use std::collections::BTreeSet;

use tests::prelude::*;

tests::on_both! {
    async fn filters_narrow_by_party_period_status_and_what_is_paid(app: TestApp) {
        app.open_books().await;
        app.post("customers", &app.admin(), customer("C-2", "Copper Ltd")).await.expect(201);
        app.posted(INVOICE, invoice("I-1", "10.00")).await;
        app.draft(INVOICE, with(invoice("I-2", "10.00"), json!({ "customer_id": "C-2" }))).await;
        app.draft(INVOICE, dated(invoice("I-3", "10.00"), "2024-02", "2024-02-03")).await;
        app.draft(INVOICE_PAYMENT, invoice_payment("P-1", "I-1", "4.00")).await;
        let second = with(invoice_payment("P-2", "I-2", "4.00"), json!({ "customer_id": "C-2" }));
        app.draft(INVOICE_PAYMENT, second).await;
        for (query, found) in [
            ("invoices?party=C-2", "I-2"),
            ("invoices?status=Draft", "I-3 I-2"),
            ("invoices?status=Draft,Posted&period=2024-01", "I-2 I-1"),
            ("invoices?from=2024-02-01", "I-3"),
            ("invoices?to=2024-01-31&party=C-1", "I-1"),
            ("invoices?status=Paid", ""),
            ("invoice-payments?pays=I-2", "P-2"),
            ("invoice-payments?party=C-1", "P-1"),
        ] {
            let page = app.get(&format!("{query}&count=true"), &app.clerk()).await.expect(200);
            let ids = page.data().iter().filter_map(|row| row["customer_payment_id"].as_str().or(row["invoice_id"].as_str()));
            assert_eq!(ids.collect::<Vec<_>>().join(" "), found, "{query}");
            assert_eq!(page.number("total"), found.split_whitespace().count().to_string(), "{query}");
        }
        app.get("invoices?status=Open", &app.clerk()).await.expect(422).problem("invalid").names("status");
    }

    async fn what_waits_for_a_signature_is_listed_over_all_types(app: TestApp) {
        app.open_debts().await;
        let all: BTreeSet<_> = all_kinds().iter().map(|kind| kind.name).collect();
        for kind in all_kinds() {
            app.pending(kind, kind.body("W-1")).await;
        }
        let waiting = app.get("approvals/pending", &app.manager()).await.expect(200);
        assert_eq!(waiting.number("total"), all.len().to_string());
        let types: BTreeSet<_> = waiting.data().iter().filter_map(|row| row["document_type"].as_str()).collect();
        assert_eq!(types, all, "{}", waiting.text);
        let own = app.get("approvals/pending", &app.token("carl", &["manager"], &[])).await.expect(200);
        assert_eq!(own.number("total"), "0", "nobody signs their own: {}", own.text);
        let entries = app.get("journal-entries/pending-approvals", &app.manager()).await.expect(200);
        assert_eq!(entries.number("total"), "1");
        let bills_only = app.token("bob", &[], &["bill.read", "bill.approve"]);
        let waiting = app.get("approvals/pending", &bills_only).await.expect(200);
        assert_eq!(waiting.data().iter().map(|row| row["document_type"].clone()).collect::<Vec<_>>(), [json!("bill")], "{}", waiting.text);
    }
}
