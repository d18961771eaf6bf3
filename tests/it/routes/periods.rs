//! `/accounting-periods`. See docs/rules/periods.md.

use tests::prelude::*;

tests::on_both! {
    async fn periods_do_not_overlap_and_close_in_order(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let overlap = period("P", "P", "2024-03-31", "2024-04-30");
        app.post("accounting-periods", &admin, overlap).await.expect(409).problem("period_overlap");
        let backwards = period("P", "P", "2024-05-31", "2024-05-01");
        app.post("accounting-periods", &admin, backwards).await.expect(422).names("/end_date");
        let hard = json!({ "reason": "year end" });
        let refused = app.post("accounting-periods/2024-01/hard-close", &admin, hard.clone()).await;
        refused.expect(409).problem("not_ready_to_hard_close");
        for id in ["2024-01", "2024-02"] {
            app.act(&format!("accounting-periods/{id}/close"), &admin).await.expect(200);
        }
        let early = app.post("accounting-periods/2024-02/hard-close", &admin, hard.clone()).await;
        early.expect(409).problem("not_ready_to_hard_close");
        app.post("accounting-periods/2024-01/hard-close", &admin, hard.clone()).await.expect(200);
        let back = app.post("accounting-periods/2024-01/reopen", &admin, hard).await;
        back.expect(409).problem("hard_closed");
        let before = period("P", "P", "2023-12-01", "2023-12-31");
        app.post("accounting-periods", &admin, before).await.expect(422).names("/end_date");
        app.post("accounting-periods", &admin, period("P", "P", "2025-01-01", "2025-01-31")).await.expect(201);
    }

    async fn each_sub_ledger_closes_by_itself(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        let close = "accounting-periods/2024-01/close";
        let answer = app.post(close, &admin, json!({ "close_type": "ap" })).await.expect(200);
        assert_eq!((&answer["is_closed"], answer.string("close_type")), (&json!(true), "ap"));
        let whole = app.get("accounting-periods/2024-01", &admin).await.expect(200);
        assert_eq!((&whole["is_closed"], &whole["sub_ledgers"]["ap"]), (&json!(false), &json!("soft_closed")));
        app.post(close, &admin, json!({ "close_type": "ap" })).await.expect(409).problem("already_closed");
        // One on a receivables account bars the close that would bar it.
        let receivable = entry_of(vec![debit(RECEIVABLE, "1.00"), credit(EXPENSE, "1.00")]);
        let draft = app.draft(JOURNAL_ENTRY, receivable).await;
        let barred = app.post(close, &admin, json!({ "close_type": "ar" })).await.expect(409).problem("unposted_documents");
        assert_eq!(barred["counts"], json!({ "journal_entry": { "draft": 1 } }), "{}", barred.text);
        app.post(close, &admin, json!({ "close_type": "payroll" })).await.expect(200);
        // The general ledger closes by itself, too.
        app.post(close, &admin, json!({ "close_type": "gl" })).await.expect(409).problem("unposted_documents");
        app.post(close, &admin, json!({ "close_type": "gl", "force": true })).await.expect(200);
        app.post("journal-entries", &app.clerk(), entry("1.00")).await.expect(409).problem("period_closed");
        let back = json!({ "reopen_type": "gl", "reason": "r" });
        app.post("accounting-periods/2024-01/reopen", &admin, back).await.expect(200);
        app.delete(&draft, &app.clerk()).await.expect(204);
        // An entry on a payables account needs that sub-ledger open, too.
        let payable = entry_of(vec![debit(EXPENSE, "1.00"), credit(PAYABLE, "1.00")]);
        app.post("journal-entries", &app.clerk(), payable).await.expect(409).problem("period_closed");
        app.post("journal-entries", &app.clerk(), entry("1.00")).await.expect(201);
        let reopen = "accounting-periods/2024-01/reopen";
        app.post(reopen, &admin, json!({ "reopen_type": "ap" })).await.expect(422).names("/reason");
        let other = json!({ "reopen_type": "ar", "reason": "r" });
        app.post(reopen, &admin, other).await.expect(409).problem("not_closed");
        app.post(reopen, &admin, json!({ "reopen_type": "ap", "reason": "r" })).await.expect(200);
    }
}
