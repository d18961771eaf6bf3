//! Each operation that a rule may guard: it waits, nobody may be able to sign it, and it is carried out.

use reqwest::Method;
use tests::prelude::*;

use super::guarded_things::open;
use super::sensitive::{Sensitive, all};

async fn ask(app: &TestApp, of: &Sensitive, who: &Token) -> Answer {
    let (method, path) = of.request.split_once(' ').expect("a method and a path");
    let body = Some(of.body.clone()).filter(|body| !body.is_null());
    app.send(method.parse::<Method>().expect("a method"), path, who, &[], body).await
}

/// Deactivates a rule, though it may itself need Mona's signature.
pub async fn take_away(app: &TestApp, path: &str, who: &Token) {
    let answer = app.delete(path, who).await;
    if answer.status == 202 {
        let id = answer.string("change_request_id");
        app.act(&format!("change-requests/{id}/approve"), &app.manager()).await.expect(200);
    }
    assert_eq!(app.get(path, who).await.expect(200)["is_active"], false, "{}", answer.text);
}

async fn proof(app: &TestApp, of: &Sensitive) -> Value {
    let read = app.get(&of.proof.0, &app.admin()).await.expect(200);
    read.json.pointer(of.proof.1).unwrap_or_else(|| panic!("no {} in {}", of.proof.1, read.text)).clone()
}

tests::on_both! {
    async fn each_guarded_operation_waits_and_is_carried_out(app: TestApp) {
        open(&app).await;
        let (admin, mut failed) = (app.admin(), Vec::new());
        for (number, of) in all().into_iter().enumerate() {
            let rule = with(guard(of.of, of.action, "manager"), json!({ "rule_id": format!("G-{number}") }));
            let path = format!("approval-rules/G-{number}");
            app.post("approval-rules", &admin, rule).await.expect(201);
            let before = proof(&app, &of).await;
            let asked = ask(&app, &of, &admin).await.expect(202);
            assert_eq!(asked.string("status"), "Pending Approval", "{}", asked.text);
            assert_eq!((asked.string("document_type"), asked.string("action")), (of.of, of.action));
            assert_eq!(proof(&app, &of).await, before, "{}: nothing has happened yet", of.request);
            let change = format!("change-requests/{}", asked.string("change_request_id"));
            assert!(asked.header("location").ends_with(&change), "{}", asked.header("location"));
            let read = app.get(&change, &app.manager()).await.expect(200);
            let (method, _) = of.request.split_once(' ').expect("a method");
            assert_eq!(read["request"]["method"], method, "{}", read.text);
            assert_eq!(read["request"]["body"], of.body, "{}", read.text);
            let done = app.act(&format!("{change}/approve"), &app.manager()).await.expect(200);
            if done["status"] == "Done" {
                // A close is done by a job of its own.
                app.eventually(&of.proof.0, &admin, |read| read.json.pointer(of.proof.1) != Some(&before)).await;
            } else {
                failed.push(format!("{}: {}", of.request, done.text));
            }
            take_away(&app, &path, &admin).await;
        }
        assert!(failed.is_empty(), "{}", failed.join("\n"));
    }

    /// Alma has no manager, Nora's is inactive, and Ute's is Mona.
    async fn what_nobody_could_sign_is_refused_by_each(app: TestApp) {
        open(&app).await;
        let (alma, nora, ute) = (app.admin(), app.token("nora", &[], &["*.*"]), app.token("ute", &[], &["*.*"]));
        app.post("users", &alma, json!({ "user_id": "ida", "name": "Ida", "is_active": false })).await.expect(201);
        app.post("users", &alma, json!({ "user_id": "nora", "name": "Nora", "manager_user_id": "ida" })).await.expect(201);
        app.put("users/ute", &alma, json!({ "manager_user_id": "mona" })).await.expect(200);
        let mut wrong = Vec::new();
        for (number, of) in all().into_iter().enumerate() {
            let rule = guard(of.of, of.action, "manager");
            let by_manager = json!({
                "approver_type": "manager", "approver_role": null, "rule_id": format!("G-{number}"),
            });
            app.post("approval-rules", &alma, with(rule, by_manager)).await.expect(201);
            for (who, code) in [(&alma, "no_manager"), (&nora, "no_approver")] {
                let answer = ask(&app, &of, who).await;
                if answer.status != 422 || answer["code"] != code {
                    wrong.push(format!("{}: {} {}, not {code}", of.request, answer.status, answer.text));
                }
            }
            take_away(&app, &format!("approval-rules/G-{number}"), &ute).await;
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
