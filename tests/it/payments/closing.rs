//! Unposted documents of all types bar a close; what a forced close strands can only be put right.
//! See docs/rules/periods.md#forced-close.

use tests::prelude::*;

/// One document of each type, each submitted but the expense, in the period.
async fn strand(app: &TestApp) {
    app.posted(BILL, bill("B-0", "100.00")).await;
    app.posted(INVOICE, invoice("I-0", "100.00")).await;
    app.pending(JOURNAL_ENTRY, entry_named("S-1", "5.00")).await;
    for kind in TRADE {
        if kind == EXPENSE_REPORT {
            app.draft(kind, kind.body("S-1")).await;
        } else {
            app.pending(kind, kind.body("S-1")).await;
        }
    }
}

tests::on_both! {
    async fn what_is_unposted_is_listed_by_type(app: TestApp) {
        app.open_books().await;
        strand(&app).await;
        app.post("credit-memos/S-1/hold", &app.manager(), json!({ "reason": "r" })).await.expect(200);
        let report = app.get(&format!("accounting-periods/{PERIOD}/unposted-entries"), &app.controller()).await.expect(200);
        assert_eq!((report.number("total_unposted"), report.string("period_name")), ("7".into(), "January 2024"));
        assert_eq!(report["summary"], json!({ "by_status": { "draft": 1, "pending_approval": 5, "on_hold": 1, "approved": 0 } }));
        let types = report["by_document_type"].as_object().cloned().unwrap_or_default();
        let mut names: Vec<_> = types.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["bill_payments", "bills", "credit_memos", "expenses", "invoice_payments", "invoices", "journal_entries"]);
        for (of, statuses) in &types {
            let mut keys: Vec<_> = statuses.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
            keys.sort_unstable();
            assert_eq!(keys, ["approved", "draft", "on_hold", "pending_approval"], "{of}");
        }
        let hundred = number("100.00");
        assert_eq!(types["bills"]["pending_approval"], json!([{ "id": "S-1", "vendor": "Verdant Supplies", "amount": hundred, "due_date": "2024-02-14" }]));
        assert_eq!(types["invoices"]["pending_approval"], json!([{ "id": "S-1", "customer": "Cobalt Corp", "amount": hundred, "due_date": "2024-02-14" }]));
        assert_eq!(types["invoice_payments"]["pending_approval"], json!([{ "id": "S-1", "party": "Cobalt Corp", "amount": hundred, "tran_date": PAY_DAY }]));
        assert_eq!(types["bill_payments"]["pending_approval"], json!([{ "id": "S-1", "party": "Verdant Supplies", "amount": hundred, "tran_date": PAY_DAY }]));
        assert_eq!(types["expenses"]["draft"], json!([{ "id": "S-1", "party": "emil", "amount": hundred, "tran_date": DAY }]));
        assert_eq!(types["credit_memos"]["on_hold"][0]["party"], "Cobalt Corp");
        assert_eq!(types["journal_entries"]["pending_approval"][0]["memo"], "Office chairs");
        assert_eq!(types["credit_memos"]["pending_approval"], json!([]));
    }

    async fn each_close_is_barred_by_what_it_covers(app: TestApp) {
        app.open_books().await;
        strand(&app).await;
        let path = format!("accounting-periods/{PERIOD}/close");
        for (close_type, types) in [
            ("ap", &["bill", "bill_payment", "expense"][..]),
            ("ar", &["credit_memo", "invoice", "invoice_payment"]),
            ("all", &["bill", "bill_payment", "credit_memo", "expense", "invoice", "invoice_payment", "journal_entry"]),
        ] {
            let barred = app.post(&path, &app.controller(), json!({ "close_type": close_type })).await.expect(409).problem("unposted_documents");
            let mut counted: Vec<_> = barred["counts"].as_object().into_iter().flatten().map(|(of, _)| of.as_str()).collect();
            counted.sort_unstable();
            assert_eq!(counted, types, "{close_type}");
        }
        app.post(&path, &app.controller(), json!({ "close_type": "payroll" })).await.expect(200);
        for kind in [INVOICE, INVOICE_PAYMENT, CREDIT_MEMO] {
            app.void(&kind.at("S-1")).await.expect(200);
        }
        app.post(&path, &app.controller(), json!({ "close_type": "ar" })).await.expect(200);
        app.approve("bills/S-1").await.expect(200);
        let receivable = entry_of(vec![debit(RECEIVABLE, "1.00"), credit(CASH, "1.00")]);
        app.post("journal-entries", &app.clerk(), receivable).await.expect(409).problem("period_closed");
        app.post("invoices", &app.clerk(), invoice("I-9", "1.00")).await.expect(409).problem("period_closed");
        app.draft(BILL, bill("B-9", "1.00")).await;
        let on_revenue = with(credit_memo("C-9", "1.00"), json!({ "posting_period_id": "2024-02" }));
        app.draft(CREDIT_MEMO, on_revenue).await;
    }

    async fn a_forced_close_strands_and_a_reopening_lets_go_on(app: TestApp) {
        app.open_books().await;
        strand(&app).await;
        app.draft(BILL, bill("S-2", "1.00")).await;
        app.close(PERIOD, "all").await;
        let (clerk, manager) = (app.clerk(), app.manager());
        for kind in TRADE {
            let path = kind.at("S-1");
            if kind == EXPENSE_REPORT {
                app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(409).problem("period_closed");
            } else {
                app.approve(&path).await.expect(409).problem("period_closed");
                app.post(&format!("{path}/hold"), &manager, json!({ "reason": "r" })).await.expect(200);
                app.act(&format!("{path}/unhold"), &manager).await.expect(200);
                app.post(&format!("{path}/request-change"), &manager, json!({ "comments": "c" })).await.expect(200);
            }
            app.put(&path, &clerk, kind.body("S-1")).await.expect(409).problem("period_closed");
        }
        // Out of the closed period, away, or off.
        app.put("bills/S-1", &clerk, with(bill("S-1", "100.00"), json!({ "posting_period_id": "2024-02" }))).await.expect(200);
        app.act("bills/S-1/submit-for-approval", &clerk).await.expect(200);
        app.approve("bills/S-1").await.expect(200);
        app.delete("bills/S-2", &clerk).await.expect(204);
        app.void("invoices/S-1").await.expect(200);
        app.receive("I-0", "1.00").await.expect(409).problem("period_closed");
        app.reopen(PERIOD).await;
        for path in ["bill-payments/S-1", "invoice-payments/S-1", "credit-memos/S-1", "expenses/S-1"] {
            app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(200);
            app.approve(path).await.expect(200);
        }
        app.approve("journal-entries/S-1").await.expect(200);
        app.post(&format!("accounting-periods/{PERIOD}/close"), &app.controller(), json!({})).await.expect(200);
    }

    async fn an_application_lands_where_it_may(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, in_currency(invoice("I-1", "100.00"), "EUR", "1.10")).await;
        app.posted(CREDIT_MEMO, in_currency(credit_memo("C-1", "80.00"), "EUR", "1.25")).await;
        app.close(PERIOD, "ar").await;
        app.apply("C-1", "I-1", "10.00").await.expect(200);
        assert_table(&app.ledger(CREDIT_MEMO, "C-1", "application-1").await, "
            2024-02-01  1100  -  -  EUR   1.50
            2024-02-01  7900  -  -  EUR  -1.50");
        app.close("2024-02", "ar").await;
        app.close("2024-03", "ar").await;
        app.apply("C-1", "I-1", "10.00").await.expect(422).problem("no_open_period");
        app.expect_fields("credit-memos/C-1", &[("amount_paid", "10.00")]).await;
    }
}
