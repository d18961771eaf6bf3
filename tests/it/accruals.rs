//! Accruals: what the job makes of the day that an entry names. See docs/rules/accruals.md.

use tests::prelude::*;

fn accrual(id: &str, day: &str) -> Value {
    with(entry_named(id, "70.00"), json!({ "entry_type": "Accrual", "reversal_date": day }))
}

async fn tick(app: &TestApp) -> u64 {
    app.engine().reverse_due_accruals().await.expect("a tick")
}

tests::on_both! {
    /// Reversed once, however many look at once; in approval, by nobody who wrote it; both name each other, and net to nothing.
    async fn it_is_reversed_once_on_its_day(app: TestApp) {
        app.open_books().await;
        let (admin, clerk) = (app.admin(), app.clerk());
        for (id, body) in [("JE-1", accrual("JE-1", "2024-02-01")), ("JE-9", accrual("JE-9", "2099-02-01"))] {
            app.draft(JOURNAL_ENTRY, body).await;
            let shown = app.get(&format!("journal-entries/{id}"), &clerk).await.expect(200);
            assert_eq!(shown["reversing_entry_id"], Value::Null, "{}", shown.text);
        }
        // A draft's day is changed, and cleared by leaving it out.
        let none = app.put("journal-entries/JE-1", &app.controller(), entry_named("JE-1", "70.00")).await.expect(200);
        assert_eq!(none["reversal_date"], Value::Null, "{}", none.text);
        let late = app.put("journal-entries/JE-1", &clerk, accrual("JE-1", DAY)).await.expect(422).problem("invalid");
        assert_eq!(late["errors"][0]["pointer"], "/reversal_date", "{}", late.text);
        app.put("journal-entries/JE-1", &clerk, accrual("JE-1", "2024-02-01")).await.expect(200);
        assert_eq!(tick(&app).await, 0, "a draft is no accrual yet");
        for id in ["JE-1", "JE-9"] {
            app.act(&format!("journal-entries/{id}/submit-for-approval"), &clerk).await.expect(200);
            app.approve(&format!("journal-entries/{id}")).await.expect(200);
        }
        // Two processes look at once, and one of them twice; the schedule of either may be faster.
        let other = TestApp::start_on(Database::at(app.database.url().to_owned()), &[]).await;
        let (engine, beside) = (app.engine(), other.engine());
        let (one, second, third) =
            tokio::join!(engine.reverse_due_accruals(), beside.reverse_due_accruals(), beside.reverse_due_accruals());
        let made: u64 = [one, second, third].into_iter().map(|made| made.expect("a tick")).sum();
        assert!(made <= 1 && tick(&app).await == 0, "{made} were made");
        let trail = app.get("journal-entries/JE-1/audit-trail", &admin).await.expect(200);
        let rows = trail["audit_trail"].as_array().expect("rows").iter();
        assert_eq!(rows.filter(|row| row["action"] == "Reversed on Its Day").count(), 1, "{}", trail.text);
        let path = "journal-entries/JE-1-RV";
        let reversal = app.get(path, &admin).await.expect(200);
        let expected = json!({
            "status": "Pending Approval", "tran_date": "2024-02-01", "posting_period_id": "2024-02", "original_entry_id": "JE-1",
            "entry_type": "Reversing", "reversal_date": null, "submitted_by": "carl", "created_by": "carl",
        });
        for (member, value) in expected.as_object().expect("members") {
            assert_eq!(&reversal[member.as_str()], value, "{member}: {}", reversal.text);
        }
        let original = app.get("journal-entries/JE-1", &admin).await.expect(200);
        assert_eq!((&original["reversing_entry_id"], &original["reversal_problem"]), (&json!("JE-1-RV"), &Value::Null));
        // Who edited the accrual is among the authors.
        app.act(&format!("{path}/approve"), &app.controller()).await.expect(403).problem("forbidden");
        app.approve(path).await.expect(200);
        assert_eq!((app.balance(CASH).await, app.balance(EXPENSE).await), ("-70.00".into(), "70.00".into()), "JE-9 alone");
        // One that is deleted is not made again.
        app.posted(JOURNAL_ENTRY, accrual("JE-2", "2024-02-02")).await;
        tick(&app).await;
        app.post("journal-entries/JE-2-RV/request-change", &app.manager(), json!({ "comments": "c" })).await.expect(200);
        app.delete("journal-entries/JE-2-RV", &clerk).await.expect(204);
        assert_eq!(tick(&app).await, 0);
        // One that somebody took back before is not reversed again.
        app.posted(JOURNAL_ENTRY, accrual("JE-3", "2024-02-02")).await;
        app.post("journal-entries/JE-3/reverse", &app.controller(), json!({ "reversal_date": "2024-02-05" })).await.expect(201);
        app.posted(JOURNAL_ENTRY, accrual("JE-4", "2024-02-02")).await;
        let copy = app.post("journal-entries/JE-4/correct", &app.controller(), json!({ "reason": "r" })).await.expect(200);
        assert_eq!(tick(&app).await, 0);
        let copy = app.get(&format!("journal-entries/{}", copy.string("correction_id")), &admin).await.expect(200);
        assert_eq!(copy["reversal_date"], "2024-02-02", "{}", copy.text);
    }

    /// A closed period, and a right that is gone, are said once, and the entry is made when they no longer stand.
    async fn what_bars_it_is_said_and_tried_again(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.posted(JOURNAL_ENTRY, accrual("JE-1", "2024-02-01")).await;
        app.close("2024-02", "all").await;
        for _ in 0..2 {
            assert_eq!(tick(&app).await, 0);
        }
        let stuck = app.get("journal-entries/JE-1", &admin).await.expect(200);
        assert_eq!(stuck["reversal_problem"]["code"], "period_closed", "{}", stuck.text);
        app.reopen("2024-02").await;
        app.post("roles", &admin, json!({ "role_id": "reader", "permissions": ["journal_entry.read"] })).await.expect(201);
        app.post("users", &admin, json!({ "user_id": "carl", "name": "Carl", "roles": ["reader"] })).await.expect(201);
        assert_eq!(tick(&app).await, 0);
        let stuck = app.get("journal-entries/JE-1", &admin).await.expect(200);
        assert_eq!(stuck["reversal_problem"]["detail"], "needs the permission journal_entry.write", "{}", stuck.text);
        app.put("users/carl", &admin, json!({ "is_active": false })).await.expect(200);
        assert_eq!(tick(&app).await, 0);
        let stuck = app.get("journal-entries/JE-1", &admin).await.expect(200);
        assert_eq!(stuck["reversal_problem"]["code"], "user_inactive", "{}", stuck.text);
        app.put("users/carl", &admin, json!({ "is_active": true, "roles": ["clerk"] })).await.expect(200);
        tick(&app).await;
        let trail = app.get("journal-entries/JE-1/audit-trail", &admin).await.expect(200);
        let rows: Vec<_> = trail["audit_trail"].as_array().expect("rows").iter().filter_map(|row| row["action"].as_str()).collect();
        assert_eq!(rows[rows.len() - 4..], ["Not Reversed", "Not Reversed", "Not Reversed", "Reversed on Its Day"], "{}", trail.text);
        let shown = app.get("journal-entries/JE-1", &admin).await.expect(200);
        assert_eq!((&shown["reversal_problem"], &shown["reversing_entry_id"]), (&Value::Null, &json!("JE-1-RV")), "{}", shown.text);
    }
}
