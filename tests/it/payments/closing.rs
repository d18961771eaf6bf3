//! Closes of periods: the unposted documents that bar them, and the date of an application near a closed period.
//! See docs/rules/periods.md#unposted-documents.

use engine::kernel::entity::credit_application;
use engine::values::kind::Control;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use tests::prelude::*;

/// Creates one document of each type in the period, and submits all but the expense.
async fn strand(app: &TestApp) {
    app.open_debts().await;
    for kind in all_kinds() {
        if kind == EXPENSE_REPORT {
            app.draft(kind, kind.body("S-1")).await;
        } else {
            app.pending(kind, kind.body("S-1")).await;
        }
    }
}

tests::on_both! {
    async fn what_is_unposted_is_listed_by_type(app: TestApp) {
        strand(&app).await;
        app.post("credit-memos/S-1/hold", &app.manager(), json!({ "reason": "r" })).await.expect(200);
        let report = app.get(&format!("accounting-periods/{PERIOD}/unposted-entries"), &app.controller()).await.expect(200);
        assert_eq!((report.number("total_unposted"), report.string("period_name")), (all_kinds().len().to_string(), "January 2024"));
        assert_eq!(report["summary"], json!({ "by_status": { "draft": 1, "pending_approval": all_kinds().len() - 2, "on_hold": 1, "approved": 0 } }));
        let types = report["by_document_type"].as_object().cloned().unwrap_or_default();
        let mut names: Vec<_> = types.keys().map(String::as_str).collect();
        names.sort_unstable();
        let mut wanted = all_kinds().map(|kind| kind.path.replace('-', "_"));
        wanted.sort_unstable();
        assert_eq!(names, wanted);
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
        strand(&app).await;
        let path = format!("accounting-periods/{PERIOD}/close");
        let in_control = |control| all_kinds().into_iter().filter(|kind| kind.control() == Some(control)).collect::<Vec<_>>();
        let (payable, receivable) = (in_control(Control::Payable), in_control(Control::Receivable));
        for (close_type, kinds) in [("ap", &payable), ("ar", &receivable), ("all", &all_kinds().to_vec())] {
            let barred = app.post(&path, &app.controller(), json!({ "close_type": close_type })).await.expect(409).problem("unposted_documents");
            let mut counted: Vec<_> = barred["counts"].as_object().into_iter().flatten().map(|(of, _)| of.as_str()).collect();
            counted.sort_unstable();
            let mut types: Vec<_> = kinds.iter().map(|kind| kind.name).collect();
            types.sort_unstable();
            assert_eq!(counted, types, "{close_type}");
        }
        app.post(&path, &app.controller(), json!({ "close_type": "payroll" })).await.expect(200);
        for kind in receivable {
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

    async fn an_application_counts_from_the_later_posting_in_an_open_period(app: TestApp) {
        app.open_books().await;
        app.posted(INVOICE, invoice("I-0", "10000.00")).await;
        let late = with(credit_memo("late", "30.00"), json!({ "tran_date": "2023-12-05", "posting_period_id": "2024-02" }));
        for (memo, closed, counts_from) in [(late, None, "2024-02-01"), (credit_memo("early", "30.00"), None, DAY), (credit_memo("shut", "30.00"), Some(PERIOD), "2024-02-01")] {
            let id = memo["credit_memo_id"].as_str().expect("an id").to_owned();
            app.posted(CREDIT_MEMO, memo).await;
            if let Some(period) = closed {
                app.close(period, "ar").await;
            }
            app.apply(CREDIT_MEMO, &id, "I-0", "10.00").await.expect(200);
            let applied = credit_application::Entity::find().filter(credit_application::Column::CreditId.eq(&id));
            let row = applied.one(&app.engine().store.reader).await.expect("it reads").expect("a row");
            assert_eq!(row.applied_on, counts_from, "{id}");
        }
    }
}
