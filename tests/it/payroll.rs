//! Payroll is for those who may see it. See docs/rules/access.md#payroll.

use reqwest::Method;
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

    /// Jobs, exceptions and the history of a period name documents, but no payroll to who reads none.
    async fn nor_is_its_id_told_elsewhere(app: TestApp) {
        app.open_books().await;
        let (admin, signer) = (app.admin(), app.manager());
        let see = &["job.read", "accounting_period.read", "period_exception.*", "journal_entry.*"];
        let olga = app.token("olga", &[], see);
        let petra = app.token("petra", &[], &see.iter().copied().chain(["payroll.read"]).collect::<Vec<_>>());
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        app.post("journal-entries", &admin, salaries("PAY-1")).await.expect(201);
        app.act("journal-entries/PAY-1/submit-for-approval", &admin).await.expect(200);
        app.act("journal-entries/PAY-1/approve", &signer).await.expect(200);
        app.post("journal-entries", &admin, salaries("PAY-2")).await.expect(201);
        app.post("journal-entries", &admin, entry_named("JE-2", "5.00")).await.expect(201);
        let about = async |who: &Token| {
            let jobs = app.get("jobs?count=true", who).await.expect(200);
            assert_eq!(jobs["total"], json!(jobs.data().len()), "{}", jobs.text);
            let of = |job: &Value| (job["resource_id"].as_str().unwrap_or_default().to_owned(), job["job_id"].clone());
            jobs.data().iter().map(of).collect::<std::collections::BTreeMap<_, _>>()
        };
        assert_eq!(about(&olga).await.into_keys().collect::<Vec<_>>(), ["JE-1"]);
        let all = about(&petra).await;
        assert_eq!(all.keys().collect::<Vec<_>>(), ["JE-1", "PAY-1"]);
        let job = format!("jobs/{}", all["PAY-1"].as_str().expect("an id"));
        let told = app.get(&job, &olga).await.expect(403);
        assert_eq!(told.problem("forbidden")["detail"], json!("needs the permission payroll.read"));
        for who in [&petra, &signer] {
            app.get(&job, who).await.expect(200);
        }

        app.post("accounting-periods/2024-01/close", &admin, json!({ "force": true })).await.expect(200);
        app.post("period-exceptions", &admin, period_exception("PE-1", PERIOD, "PAY-2")).await.expect(201);
        app.post("period-exceptions", &olga, period_exception("PE-2", PERIOD, "JE-2")).await.expect(201);
        let trail = async |who: &Token| app.get("accounting-periods/2024-01/audit-trail", who).await.expect(200);
        assert!(!trail(&olga).await.text.contains("PAY-2"), "{}", trail(&olga).await.text);
        let close = |trail: &Answer| {
            let rows = trail["audit_trail"].as_array().cloned().unwrap_or_default();
            let details = rows.into_iter().find(|row| row["action"] == "Close").unwrap_or_default()["details"].clone();
            let ids = details["stranded"].as_array().into_iter().flatten().map(|document| document["id"].clone());
            (ids.collect::<Vec<_>>(), details["stranded_not_shown"].clone(), details["stranded_counts"].clone())
        };
        let (less, all) = (close(&trail(&olga).await), close(&trail(&petra).await));
        assert_eq!((less.0, less.1), (vec![json!("JE-2")], json!(1)));
        assert_eq!((all.0, all.1), (vec![json!("JE-2"), json!("PAY-2")], Value::Null));
        assert_eq!(less.2, all.2);

        let list = app.get("period-exceptions?count=true", &olga).await.expect(200);
        assert_eq!((&list["total"], &list.data()[0]["document_id"]), (&json!(1), &json!("JE-2")), "{}", list.text);
        assert_eq!(app.get("period-exceptions?count=true", &petra).await.expect(200)["total"], json!(2));
        for path in ["period-exceptions/PE-1", "period-exceptions/PE-1/audit-trail"] {
            app.get(path, &olga).await.expect(403).problem("forbidden");
            app.get(path, &petra).await.expect(200);
        }
        app.put("period-exceptions/PE-1", &olga, json!({ "reason": "Another" })).await.expect(403).problem("forbidden");
        app.delete("period-exceptions/PE-1", &olga).await.expect(403).problem("forbidden");
        app.delete("period-exceptions/PE-1", &petra).await.expect(204);
    }

    /// Who lost the permission of payroll since gets no kept answer about it.
    async fn a_kept_answer_asks_for_it_again(app: TestApp) {
        app.open_books().await;
        app.post("journal-entries", &app.admin(), salaries("JE-1")).await.expect(201);
        app.post("journal-entries", &app.admin(), entry_named("JE-2", "5.00")).await.expect(201);
        let petra = paula(&app, "petra", &["write"]);
        let less = paula(&app, "petra", &[]);
        let send = async |who: &Token, path: &str, key: &str| {
            let body = (key == "recall").then(|| json!({ "comments": "Wrong month" }));
            app.send(Method::POST, &format!("journal-entries/{path}"), who, &[("X-Idempotency-Key", key)], body).await
        };
        for (id, replayed) in [("JE-1", 403), ("JE-2", 200)] {
            let submit = format!("{id}/submit-for-approval");
            send(&petra, &submit, id).await.expect(200);
            send(&less, &submit, id).await.expect(replayed);
            assert_eq!(send(&petra, &submit, id).await.expect(200).header("Idempotent-Replayed"), "true");
        }
        // Who sent it into its approval recalls it without, and gets that answer again.
        let recall = "JE-1/request-change";
        send(&less, recall, "recall").await.expect(200);
        assert_eq!(send(&less, recall, "recall").await.expect(200).header("Idempotent-Replayed"), "true");
    }
}
