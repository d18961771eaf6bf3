//! A dry run gives the answer that the real call gives, and changes nothing. See docs/rules/interface.md#dry-runs.

use reqwest::Method;
use tests::prelude::*;

/// The answer without the members that only a dry run has, and without those that differ between any two calls.
fn comparable(answer: &Answer) -> Value {
    let mut json = answer.json.clone();
    if let Some(members) = json.as_object_mut() {
        members.retain(|name, _| {
            !["would_post", "approval_plan", "request_id", "payment_id"].contains(&name.as_str())
                && !name.ends_with("_at")
        });
    }
    json!({ "status": answer.status, "ETag": answer.header("ETag"), "json": json })
}

/// Tries the call dry, then makes it.
async fn dry_then_real(app: &TestApp, path: &str, token: &Token, body: Option<Value>) -> (Answer, Answer) {
    let dry = app.send(Method::POST, &format!("{path}?dry_run=true"), token, &[], body.clone()).await;
    let real = app.send(Method::POST, path, token, &[], body).await;
    assert_eq!(comparable(&dry), comparable(&real), "dry and real {path}");
    assert!(real.json.get("would_post").is_none(), "{}", real.text);
    assert_eq!(dry.json.get("would_post").is_some(), dry.status < 400, "{}", dry.text);
    (dry, real)
}

fn rows(answer: &Answer) -> usize {
    answer["would_post"].as_array().map_or(0, Vec::len)
}

tests::on_both! {
    async fn payments_and_credits_answer_dry_as_they_answer_then(app: TestApp) {
        app.open_books().await;
        for rule in app.get("approval-rules?document_type=invoice_payment", &app.admin()).await.expect(200).data() {
            let path = format!("approval-rules/{}/deactivate", rule["rule_id"].as_str().expect("an id"));
            app.act(&path, &app.admin()).await.expect(200);
        }
        app.posted(INVOICE, invoice("I-1", "100.00")).await;
        app.posted(CREDIT_MEMO, credit_memo("C-1", "30.00")).await;
        let controller = app.controller();
        let pay = |amount: &str| json!({
            "payment_date": "2024-01-20", "payment_amount": number(amount), "deposit_account_id": CASH,
        });
        let (dry, real) = dry_then_real(&app, "invoices/I-1/receive-payment", &controller, Some(pay("20.00"))).await;
        assert_eq!((rows(&dry), real.string("invoice_status"), real.number("amount_due").as_str()), (2, "Posted", "80.00"));
        let apply = json!({ "invoice_id": "I-1", "amount": number("30.00") });
        let (dry, _) = dry_then_real(&app, "credit-memos/C-1/apply", &controller, Some(apply)).await;
        assert_eq!(rows(&dry), 0, "nothing moves under one rate");
        let (_, real) = dry_then_real(&app, "invoices/I-1/receive-payment", &controller, Some(pay("50.00"))).await;
        assert_eq!((real.string("payment_status"), real.string("invoice_status")), ("Posted", "Paid"));
        dry_then_real(&app, "invoices/I-1/receive-payment", &controller, Some(pay("1.00"))).await.1.expect(409);
    }

    async fn each_call_answers_dry_as_it_answers_then(app: TestApp) {
        app.open_books().await;
        let (clerk, manager, controller) = (app.clerk(), app.manager(), app.controller());
        dry_then_real(&app, "journal-entries", &clerk, Some(entry_named("JE-1", "5000.00"))).await;
        let at = |action: &str| format!("journal-entries/JE-1/{action}");
        dry_then_real(&app, &at("submit-for-approval"), &clerk, None).await;
        let (dry, real) = dry_then_real(&app, &at("approve"), &manager, None).await;
        assert_eq!((real.string("status"), rows(&dry)), ("Pending Approval", 0), "one more level");
        let (dry, real) = dry_then_real(&app, &at("approve"), &controller, None).await;
        assert_eq!((real.string("status"), rows(&dry)), ("Posted", 2));
        dry_then_real(&app, &at("approve"), &controller, None).await.1.expect(409);
        let reversal = json!({ "reversal_date": "2024-01-20" });
        let dry = app.post(&at("reverse?dry_run=true"), &controller, reversal).await.expect(201);
        assert_eq!(rows(&dry), 2);
        dry_then_real(&app, &format!("accounting-periods/{PERIOD}/close"), &controller, None).await.1.expect(200);
        dry_then_real(&app, &format!("accounting-periods/{PERIOD}/close"), &controller, None).await.1.expect(409);
    }
}

/// The job of a close posts what waits before it closes, and so the dry run counts it as posted.
async fn what_waits_for_its_posting_bars_no_close(backend: Backend) {
    let app = TestApp::start_with(backend, &[("GL_WORKERS", "none"), ("GL_POSTING_WAIT", "20ms")]).await;
    let end = app.end();
    app.open_books().await;
    for number in 0..10 {
        let path = app.pending(JOURNAL_ENTRY, entry_named(&format!("JE-{number}"), "3.00")).await;
        app.act(&format!("{path}/approve"), &app.manager()).await.expect(200);
    }
    let close = format!("accounting-periods/{PERIOD}/close?dry_run=true");
    let dry = app.act(&close, &app.controller()).await.expect(200);
    assert_eq!((&dry["is_closed"], rows(&dry)), (&json!(true), 20), "{}", dry.text);
    app.draft(JOURNAL_ENTRY, entry_named("JE-D", "3.00")).await;
    let refused = app.act(&close, &app.controller()).await.expect(409).problem("unposted_documents");
    assert_eq!(refused["counts"], json!({ "journal_entry": { "draft": 1 } }), "{}", refused.text);
    end.check().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_its_posting_bars_no_close_on_sqlite() {
    what_waits_for_its_posting_bars_no_close(Backend::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_waits_for_its_posting_bars_no_close_on_postgres() {
    what_waits_for_its_posting_bars_no_close(Backend::Postgres).await;
}
