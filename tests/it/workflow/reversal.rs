//! Reversals: one live one at a time, in the period that holds its date. See docs/rules/postings.md#one-live-reversal.

use tests::prelude::*;

async fn posted(app: &TestApp, id: &str) {
    app.post("journal-entries", &app.clerk(), entry_named(id, "70.00")).await.expect(201);
    app.act(&format!("journal-entries/{id}/submit-for-approval"), &app.clerk()).await.expect(200);
    app.act(&format!("journal-entries/{id}/approve"), &app.manager()).await.expect(200);
}

tests::on_both! {
    async fn a_reversal_that_was_rejected_or_deleted_makes_way_for_another(app: TestApp) {
        app.open_books().await;
        posted(&app, "JE-1").await;
        let (controller, when) = (app.controller(), json!({ "reversal_date": "2024-02-05", "memo": "Undo" }));
        let reverse = "journal-entries/JE-1/reverse";
        let first = app.post(reverse, &controller, when.clone()).await.expect(201);
        assert_eq!((first.string("memo"), first.string("posting_period_id")), ("Undo", "2024-02"));
        assert!(first.header("location").ends_with(first.string("journal_entry_id")), "{:?}", first.headers);
        let shown = app.get("journal-entries/JE-1", &controller).await.expect(200);
        assert_eq!(shown["reversing_entry_id"], first["journal_entry_id"]);
        app.delete(&format!("journal-entries/{}", first.string("journal_entry_id")), &controller).await.expect(204);
        let second = app.post(reverse, &controller, when.clone()).await.expect(201);
        let path = format!("journal-entries/{}", second.string("journal_entry_id"));
        app.act(&format!("{path}/submit-for-approval"), &controller).await.expect(200);
        app.post(reverse, &controller, when.clone()).await.expect(409).problem("already_reversed");
        app.post(&format!("{path}/reject"), &app.manager(), json!({ "reason": "r" })).await.expect(200);
        app.post(reverse, &controller, when).await.expect(201);
    }
}

/// A posted entry in EUR whose conversion leaves a cent over, and its reversal in Draft, of this path.
async fn rounded_and_reversed(app: &TestApp) -> String {
    let mut lines = vec![debit(EXPENSE, "0.05"), debit(REVENUE, "0.05"), credit(CASH, "0.10")];
    lines[0]["department_id"] = json!("D1");
    let entry = with(in_currency(entry_of(lines), "EUR", "1.101"), json!({ "journal_entry_id": "JE-1" }));
    app.posted(JOURNAL_ENTRY, entry).await;
    assert_eq!(app.balance(ROUNDING).await, "-0.01");
    let when = json!({ "reversal_date": "2024-02-05" });
    let made = app.post("journal-entries/JE-1/reverse", &app.controller(), when).await.expect(201);
    format!("journal-entries/{}", made.string("journal_entry_id"))
}

tests::on_both! {
    async fn a_reversal_takes_a_rounding_back_from_where_it_stands(app: TestApp) {
        app.open_books().await;
        let path = rounded_and_reversed(&app).await;
        let admin = app.admin();
        let other = with(account("6999", "Other roundings", "expense"), json!({ "subtype": "rounding" }));
        app.post("accounts", &admin, other).await.expect(201);
        let shown = app.get(&format!("{path}/postings"), &app.controller()).await.expect(200);
        assert_eq!(shown["is_posted"], json!(false), "{}", shown.text);
        let accounts: Vec<_> = shown.data().iter().map(|line| line["account_id"].as_str().unwrap_or("?")).collect();
        assert_eq!(accounts, [EXPENSE, REVENUE, CASH, ROUNDING]);
        app.act(&format!("{path}/submit-for-approval"), &app.controller()).await.expect(200);
        app.approve(&path).await.expect(200);
        for account in [ROUNDING, "6999", EXPENSE, REVENUE, CASH] {
            assert_eq!(app.balance(account).await, "0.00", "{account}");
        }
    }

    async fn a_reversal_needs_no_account_for_roundings(app: TestApp) {
        app.open_books().await;
        let path = rounded_and_reversed(&app).await;
        app.put(&format!("accounts/{ROUNDING}"), &app.admin(), json!({ "is_active": false })).await.expect(200);
        app.act(&format!("{path}/submit-for-approval"), &app.controller()).await.expect(200);
        app.approve(&path).await.expect(200);
        assert_eq!(app.balance(ROUNDING).await, "0.00");
    }

    async fn only_the_memos_of_its_lines_are_edited(app: TestApp) {
        app.open_books().await;
        let path = rounded_and_reversed(&app).await;
        let read = app.get(&path, &app.controller()).await.expect(200);
        let mut written = read.json.clone();
        written["lines"][0]["memo"] = json!("Undone");
        let read = app.put(&path, &app.controller(), written).await.expect(200);
        assert_eq!(read["lines"][0]["memo"], "Undone");
        let mut written = read.json.clone();
        written["lines"][0]["department_id"] = json!("D2");
        app.put(&path, &app.controller(), written).await.expect(422).names("/lines");
    }
}
