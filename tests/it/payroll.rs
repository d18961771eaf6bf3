//! Payroll is for those who may see it. See docs/rules/access.md#payroll.

use tests::prelude::*;

fn salaries(id: &str) -> Value {
    with(entry_named(id, "900.00"), json!({ "entry_type": "Payroll" }))
}

/// Somebody who may do everything to journal entries, and that alone.
fn olga(app: &TestApp) -> Token {
    app.token("olga", &[], &["journal_entry.*", "accounting_period.read", "recurring_document.*"])
}

/// The same with these permissions of payroll.
fn paula(app: &TestApp, user: &str, payroll: &[&str]) -> Token {
    let all: Vec<String> = payroll.iter().map(|action| format!("payroll.{action}")).collect();
    let all: Vec<&str> = all.iter().map(String::as_str).chain(["journal_entry.*"]).collect();
    app.token(user, &["manager-of-entries"], &all)
}

fn ids(list: &Answer) -> Vec<&str> {
    list.data().iter().filter_map(|entry| entry["journal_entry_id"].as_str().or(entry["id"].as_str())).collect()
}

tests::on_both! {
    /// Each way to an entry, by somebody who may do everything to journal entries but nothing to payroll.
    async fn whoever_reads_none_finds_none(app: TestApp) {
        app.open_books().await;
        let (admin, olga) = (app.admin(), olga(&app));
        app.post("journal-entries", &olga, entry_named("JE-1", "5.00")).await.expect(201);
        app.post("journal-entries", &admin, salaries("JE-2")).await.expect(201);
        for path in ["JE-2", "JE-2/postings", "JE-2/audit-trail"] {
            let told = app.get(&format!("journal-entries/{path}"), &olga).await.expect(403);
            assert_eq!(told.problem("forbidden")["detail"], json!("needs the permission payroll.read"), "{path}");
            app.get(&format!("journal-entries/{path}"), &paula(&app, "petra", &["read"])).await.expect(200);
        }
        let list = app.get("journal-entries?count=true&totals=true", &olga).await.expect(200);
        assert_eq!((ids(&list), &list["total"], &list["totals"][0]["documents"]), (vec!["JE-1"], &json!(1), &json!(1)), "{}", list.text);
        let list = app.get("journal-entries?status=Draft,Posted&sort=amount", &olga).await.expect(200);
        assert_eq!(ids(&list), ["JE-1"], "{}", list.text);
        let all = app.get("journal-entries?count=true", &paula(&app, "petra", &["read"])).await.expect(200);
        assert_eq!(all["total"], json!(2), "{}", all.text);
        // It bars the close, and is counted there; which it is is not said.
        let unposted = app.get("accounting-periods/2024-01/unposted-entries", &olga).await.expect(200);
        let drafts = &unposted["by_document_type"]["journal_entries"]["draft"];
        assert_eq!((&unposted["total_unposted"], drafts.as_array().map(Vec::len)), (&json!(2), Some(1)), "{}", unposted.text);
    }

    async fn whoever_writes_none_changes_none(app: TestApp) {
        app.open_books().await;
        let (admin, olga) = (app.admin(), olga(&app));
        let wanted = json!("needs the permission payroll.write");
        let refused = |answer: Answer| assert_eq!(answer.expect(403).problem("forbidden")["detail"], wanted);
        refused(app.post("journal-entries", &olga, salaries("JE-1")).await);
        app.post("journal-entries", &olga, entry_named("JE-1", "5.00")).await.expect(201);
        app.post("journal-entries", &admin, salaries("JE-2")).await.expect(201);
        // Neither into payroll, nor out of it.
        refused(app.put("journal-entries/JE-1", &olga, salaries("JE-1")).await);
        refused(app.put("journal-entries/JE-2", &olga, entry_named("JE-2", "900.00")).await);
        refused(app.act("journal-entries/JE-2/submit-for-approval", &olga).await);
        refused(app.delete("journal-entries/JE-2", &olga).await);
        let both = app.post("journal-entries/bulk", &olga, json!({ "items": [salaries("JE-3"), entry_named("JE-4", "1.00")] })).await.expect(200);
        let of = |at: usize| both["data"][at]["problem"]["detail"].clone();
        assert_eq!((of(0), of(1)), (wanted.clone(), Value::Null), "{}", both.text);
        let petra = paula(&app, "petra", &["write"]);
        app.put("journal-entries/JE-2", &petra, with(salaries("JE-2"), json!({ "memo": "March" }))).await.expect(200);
        // What a template would make is asked for, too, and is not shown.
        let body = |id: &str, entry_type: &str| json!({
            "recurring_document_id": id, "name": id, "document_type": "journal_entry", "makes": "draft",
            "document": { "entry_type": entry_type, "lines": entry("900.00")["lines"] },
            "schedule": { "every": "month", "day": 31, "start_date": app.engine().clock.wall().date().next().to_string() },
        });
        refused(app.post("recurring-documents", &olga, body("RD-1", "Payroll")).await);
        app.post("recurring-documents", &admin, body("RD-1", "Payroll")).await.expect(201);
        app.post("recurring-documents", &olga, body("RD-2", "Standard")).await.expect(201);
        refused(app.act("recurring-documents/RD-1/pause", &olga).await);
        app.get("recurring-documents/RD-1", &olga).await.expect(404);
        app.get("recurring-documents/RD-1/documents", &olga).await.expect(404);
        let list = app.get("recurring-documents?count=true", &olga).await.expect(200);
        assert_eq!((&list["total"], &list.data()[0]["recurring_document_id"]), (&json!(1), &json!("RD-2")), "{}", list.text);
    }

    /// It waits on the desks of those alone who may sign it, and its reversal is payroll as well.
    async fn whoever_signs_none_has_none_to_sign(app: TestApp) {
        app.open_books().await;
        let admin = app.admin();
        app.post("journal-entries", &admin, salaries("JE-1")).await.expect(201);
        app.post("journal-entries", &admin, entry_named("JE-2", "900.00")).await.expect(201);
        for id in ["JE-1", "JE-2"] {
            app.act(&format!("journal-entries/{id}/submit-for-approval"), &admin).await.expect(200);
        }
        let signer = |user: &str, more: &[&str]| {
            let all: Vec<&str> = ["journal_entry.read", "journal_entry.approve"].into_iter().chain(more.iter().copied()).collect();
            app.token(user, &["manager", "controller", "cfo"], &all)
        };
        for role in ["manager", "controller", "cfo"] {
            let known = app.get(&format!("roles/{role}"), &admin).await.expect(200);
            let rest: Vec<Value> = known["permissions"].as_array().expect("permissions").iter()
                .filter(|permission| !permission.as_str().is_some_and(|text| text.starts_with("payroll."))).cloned().collect();
            app.put(&format!("roles/{role}"), &admin, json!({ "permissions": rest })).await.expect(200);
        }
        let (olga, petra) = (signer("olga", &[]), signer("petra", &["payroll.approve"]));
        let desk = app.get("approvals/pending?count=true", &olga).await.expect(200);
        assert_eq!((&desk["total"], desk.data().len()), (&json!(1), 1), "{}", desk.text);
        let counted = app.get("approvals/pending?count=true&limit=1", &olga).await.expect(200);
        assert_eq!(counted["total"], json!(1), "{}", counted.text);
        let desk = app.get("approvals/pending?count=true", &petra).await.expect(200);
        assert_eq!(desk["total"], json!(2), "{}", desk.text);
        let told = app.act("journal-entries/JE-1/approve", &olga).await.expect(403);
        assert_eq!(told.problem("forbidden")["detail"], json!("needs the permission payroll.approve"));
        app.act("journal-entries/JE-1/approve", &petra).await.expect(200);
        app.eventually("journal-entries/JE-1", &admin, |entry| entry["status"] == json!("Posted")).await;
        let told = app.act("journal-entries/JE-1/reverse", &app.token("olaf", &[], &["journal_entry.*"])).await.expect(403);
        assert_eq!(told.problem("forbidden")["detail"], json!("needs the permission payroll.write"));
        let body = json!({ "reversal_date": "2024-01-31" });
        let reversal = app.post("journal-entries/JE-1/reverse", &admin, body).await.expect(201);
        let id = reversal["reversing_entry_id"].as_str().or(reversal["journal_entry_id"].as_str()).expect("an id").to_owned();
        app.get(&format!("journal-entries/{id}"), &olga).await.expect(403);
        let list = app.get("journal-entries?count=true", &olga).await.expect(200);
        assert_eq!((ids(&list), &list["total"]), (vec!["JE-2"], &json!(1)), "{}", list.text);
    }
}
