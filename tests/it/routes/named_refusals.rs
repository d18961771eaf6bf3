//! The refusals that have a name of their own, tested for every operation that has them. The commands declare the refusals of an
//! operation (`Refuses`); `tests/answers` lists those that no test has seen.

use engine::values::kind::{Action, Family};
use tests::prelude::*;

use super::every_type::actions;

/// No accounting period holds it.
const NOWHERE: &str = "2030-01-01";

/// `POST path`, `PUT path` or `DELETE path` by somebody who may do everything but sign: refused in this way.
pub(super) async fn refused(app: &TestApp, request: &str, body: Value, status: u16, code: &str) {
    let (method, path) = request.split_once(' ').expect("a method and a path");
    let who = if path.ends_with("/approve") { app.manager() } else { app.token("carl", &[], &["*.*"]) };
    let body = Some(body).filter(|body| !body.is_null());
    let answer = app.send(method.parse().expect("a method"), path, &who, &[], body).await;
    answer.expect(status).problem(code);
}

/// A body of the type whose conversion to dollars leaves a cent over. `B-0` and `I-0` are then in euros, at 1.5.
fn uneven(kind: Kind, id: &str) -> Value {
    const THIRDS: [&str; 3] = ["0.33", "0.33", "0.34"];
    let of_lines = |lines: Vec<Value>| in_currency(with(kind.body(id), json!({ "lines": lines })), "EUR", "1.5");
    match kind.of.facts().family {
        Family::Journal => {
            of_lines(THIRDS.map(|part| debit(EXPENSE, part)).into_iter().chain([credit(CASH, "1.00")]).collect())
        }
        Family::Items(_) => of_lines(THIRDS.map(|part| item(kind.line_account(), "1", part)).to_vec()),
        Family::Payment(_) => with(kind.of_amount(id, "1.00"), json!({ "exchange_rate": number("1.6") })),
    }
}

tests::on_both! {
    async fn nothing_lands_in_a_closed_period_or_in_none(app: TestApp) {
        app.open_debts().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        let closed = |body| dated(body, "2024-02", "2024-02-15");
        for kind in all_kinds() {
            app.draft(kind, closed(kind.body("D-1"))).await;
            app.pending(kind, closed(kind.body("D-2"))).await;
        }
        app.close("2024-02", "all").await;
        let nowhere = |body| with(dated(body, "", NOWHERE), json!({ "posting_period_id": null }));
        for kind in all_kinds() {
            let (path, draft) = (kind.path, kind.at("D-1"));
            for (request, body, status, code) in [
                (format!("POST {path}"), closed(kind.body("D-3")), 409, "period_closed"),
                (format!("PUT {draft}"), closed(kind.body("D-1")), 409, "period_closed"),
                (format!("POST {draft}/submit-for-approval"), Value::Null, 409, "period_closed"),
                (format!("POST {path}/D-2/approve"), Value::Null, 409, "period_closed"),
                (format!("PUT {path}/D-2"), kind.body("D-2"), 409, "wrong_status"),
                (format!("DELETE {path}/D-2"), Value::Null, 409, "wrong_status"),
            ] {
                refused(&app, &request, body, status, code).await;
            }
            // The interface requires the period of the other two.
            if kind != INVOICE && kind != INVOICE_PAYMENT {
                refused(&app, &format!("POST {path}"), nowhere(kind.body("D-3")), 422, "no_open_period").await;
                refused(&app, &format!("PUT {draft}"), nowhere(kind.body("D-1")), 422, "no_open_period").await;
            }
        }
        for (day, status, code) in [("2024-02-20", 409, "period_closed"), (NOWHERE, 422, "no_open_period")] {
            refused(&app, "POST journal-entries/JE-1/reverse", json!({ "reversal_date": day }), status, code).await;
            let pay = json!({ "payment_date": day, "payment_amount": 1, "deposit_account_id": CASH });
            refused(&app, "POST invoices/I-0/receive-payment", pay, status, code).await;
        }
        let unbalanced = with(entry_of(vec![debit(EXPENSE, "2"), credit(CASH, "1")]), json!({ "tran_date": "2024-01-31" }));
        app.draft(JOURNAL_ENTRY, entry_named("D-4", "1.00")).await;
        refused(&app, "PUT journal-entries/D-4", unbalanced, 422, "unbalanced").await;
        refused(&app, "POST journal-entries", entry_named("D-4", "1.00"), 409, "already_exists").await;
    }

    async fn what_the_state_does_not_allow(app: TestApp) {
        app.open_debts().await;
        for kind in all_kinds() {
            let path = app.pending(kind, kind.body("R-1")).await;
            app.post(&format!("{path}/reject"), &app.manager(), json!({ "reason": "r" })).await.expect(200);
            let sam = app.token("sam", &[], &["*.*"]);
            let before = app.get(&format!("{path}?explain=true"), &sam).await.expect(200);
            assert_eq!(before["allowed_actions"], json!([]), "{}", before.text);
            for (action, body) in actions(kind) {
                assert!(before["why_not"][action].is_string(), "{action}: {}", before.text);
                let refused = app.post(&format!("{path}/{action}"), &sam, body).await.expect(409).problem("wrong_status");
                assert_eq!((refused.string("document_status"), &refused["allowed_actions"]), ("Rejected", &json!([])));
            }
            refused(&app, &format!("PUT {path}"), kind.body("R-1"), 409, "wrong_status").await;
            refused(&app, &format!("DELETE {path}"), Value::Null, 409, "wrong_status").await;
            assert_eq!(app.get(&path, &sam).await.expect(200)["version"], before["version"]);
        }
    }

    async fn more_than_is_due_is_not_paid(app: TestApp) {
        app.open_debts().await;
        for kind in payment_kinds() {
            let over = app.draft(kind, kind.of_amount("P-1", "10000.01")).await;
            let refused = app.act(&format!("{over}/submit-for-approval"), &app.clerk()).await.expect(422);
            assert_eq!(refused.problem("overpayment").names("/payment").number("amount_due"), "10000.00");
            // Two are submitted while all is due: the first signature takes it.
            let slow = app.pending(kind, kind.of_amount("P-2", "10000.00")).await;
            app.posted(kind, kind.of_amount("P-3", "0.01")).await;
            let refused = app.approve(&slow).await.expect(422).problem("overpayment").names("/payment");
            assert_eq!(refused.number("amount_due"), "9999.99");
            // Nor is it by what is moved there.
            let paid = kind.pays()[0].0;
            if !kind.has(Action::Reassign) {
                continue;
            }
            app.posted(paid, paid.of_amount("S-1", "1.00")).await;
            let path = app.posted(kind, kind.of_amount("P-4", "5.00")).await;
            let moved = app.post(&format!("{path}/reassign"), &app.controller(), json!({ paid.id: "S-1" })).await;
            moved.expect(422).problem("overpayment");
        }
    }

    async fn what_no_rule_covers_or_no_manager_can_sign_is_not_submitted(app: TestApp) {
        app.open_debts().await;
        for level in 1..=3 {
            app.delete(&format!("approval-rules/journal_entry-{level}"), &app.admin()).await.expect(204);
        }
        for kind in all_kinds() {
            let submit = format!("POST {}/submit-for-approval", app.draft(kind, kind.body("D-1")).await);
            let small = rule(kind.name, kind.name, 1, "0", Some("1"), "manager");
            app.post("approval-rules", &app.admin(), small).await.expect(201);
            refused(&app, &submit, Value::Null, 422, "no_matching_rule").await;
            if kind == INVOICE_PAYMENT {
                let pay = json!({ "payment_date": PAY_DAY, "payment_amount": 2, "deposit_account_id": CASH });
                refused(&app, "POST invoices/I-0/receive-payment", pay, 422, "no_matching_rule").await;
            }
            let change = json!({ "max_amount": null, "approver_type": "manager" });
            app.put(&format!("approval-rules/{}", kind.name), &app.admin(), change).await.expect(200);
            refused(&app, &submit, Value::Null, 422, "no_manager").await;
        }
        let pay = || json!({ "payment_date": PAY_DAY, "payment_amount": 1, "deposit_account_id": CASH });
        refused(&app, "POST invoices/I-0/receive-payment", pay(), 422, "no_manager").await;
        let admin = app.admin();
        app.post("users", &admin, json!({ "user_id": "boss", "name": "Boss", "is_active": false })).await.expect(201);
        app.post("users", &admin, json!({ "user_id": "carl", "name": "Carl", "manager_user_id": "boss" })).await.expect(201);
        for kind in all_kinds() {
            refused(&app, &format!("POST {}/submit-for-approval", kind.at("D-1")), Value::Null, 422, "no_approver").await;
        }
        refused(&app, "POST invoices/I-0/receive-payment", pay(), 422, "no_approver").await;
    }

    async fn nobody_signs_above_their_limit(app: TestApp) {
        app.open_debts().await;
        let limits: Vec<Value> =
            all_kinds().iter().map(|kind| json!({ "document_type": kind.name, "approval_limit": 0 })).collect();
        let mona = json!({ "user_id": "mona", "name": "Mona", "approval_limits": limits });
        app.post("users", &app.admin(), mona).await.expect(201);
        for kind in all_kinds() {
            let path = app.pending(kind, kind.body("D-1")).await;
            refused(&app, &format!("POST {path}/approve"), json!({}), 403, "over_limit").await;
        }
    }

    async fn a_difference_needs_an_account_to_go_to(app: TestApp) {
        app.open_books().await;
        let euros = |body| in_currency(body, "EUR", "1.5");
        for kind in debt_kinds() {
            app.posted(kind, euros(kind.of_amount(&kind.debt(), "100.00"))).await;
        }
        app.posted(INVOICE, euros(invoice("I-1", "0.03"))).await;
        app.receive("I-1", "0.01").await.expect(201);
        for (credit, _) in credits() {
            app.posted(credit, in_currency(credit.of_amount("C-1", "1.00"), "EUR", "1.6")).await;
        }
        for kind in kinds_with(Action::Reassign) {
            let paid = kind.pays()[0].0;
            app.posted(paid, in_currency(paid.of_amount("M-1", "10.00"), "EUR", "1.6")).await;
            app.posted(kind, euros(kind.of_amount("M-2", "1.00"))).await;
        }
        let mut submitted = Vec::new();
        for kind in all_kinds() {
            app.draft(kind, uneven(kind, "D-1")).await;
            submitted.push(app.pending(kind, uneven(kind, "D-2")).await);
        }
        for account in [ROUNDING, GAIN_LOSS] {
            app.put(&format!("accounts/{account}"), &app.admin(), json!({ "is_active": false })).await.expect(200);
        }
        for (kind, path) in all_kinds().into_iter().zip(&submitted) {
            let submit = format!("POST {}/submit-for-approval", kind.at("D-1"));
            refused(&app, &submit, Value::Null, 422, "missing_account").await;
            refused(&app, &format!("POST {path}/approve"), Value::Null, 422, "missing_account").await;
        }
        for (credit, credited) in credits() {
            let apply = credit.application(&credited.debt(), "1");
            let several = json!({ "applications": [apply.clone()] });
            refused(&app, &format!("POST {}/apply", credit.at("C-1")), apply, 422, "missing_account").await;
            refused(&app, &format!("POST {}/apply-several", credit.at("C-1")), several, 422, "missing_account").await;
        }
        for kind in kinds_with(Action::Reassign) {
            let (reassign, other) = (format!("POST {}/reassign", kind.at("M-2")), kind.pays()[0].0.id);
            refused(&app, &reassign, json!({ other: "M-1" }), 422, "missing_account").await;
        }
        let pay = json!({ "payment_date": PAY_DAY, "payment_amount": number("0.01"), "deposit_account_id": CASH });
        refused(&app, "POST invoices/I-1/receive-payment", pay, 422, "missing_account").await;
    }

    async fn what_the_bank_shows_is_not_voided(app: TestApp) {
        app.open_debts().await;
        let (mut voids, mut shown) = (Vec::new(), Vec::new());
        for kind in kinds_with(Action::Void) {
            let (id, body) = (format!("V-{}", kind.name), kind.body(&format!("V-{}", kind.name)));
            let has_lines = body["lines"].is_array();
            let body = if has_lines { with(body, json!({ "lines": [item(CASH, "1", "100.00")] })) } else { body };
            voids.push(format!("POST {}/void", app.posted(kind, body).await));
            shown.push(if has_lines { format!("{id}#1") } else { id });
        }
        let bo = app.token("bo", &["accountant"], &[]);
        let session = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0,
        });
        app.post("reconciliations", &bo, session).await.expect(201);
        let marks = json!({ "transaction_ids": shown, "cleared_date": "2024-01-31" });
        app.post("reconciliations/R-1/clear", &bo, marks).await.expect(200);
        let reason = json!({ "reason": "r" });
        for void in &voids {
            refused(&app, void, reason.clone(), 409, "transaction_cleared").await;
            refused(&app, &void.replace("/void", "/correct"), reason.clone(), 409, "transaction_cleared").await;
        }
        let balance = app.get("reconciliations/R-1/worksheet", &bo).await.expect(200)["summary"]["gl_ending_balance"].clone();
        app.put("reconciliations/R-1", &bo, json!({ "statementEndingBalance": balance })).await.expect(200);
        app.act("reconciliations/R-1/complete", &bo).await.expect(200);
        for void in &voids {
            refused(&app, void, reason.clone(), 409, "reconciliation_completed").await;
            refused(&app, &void.replace("/void", "/correct"), reason.clone(), 409, "reconciliation_completed").await;
        }
    }

    /// What a session or a match has as cleared is not taken back, nor what a completed reconciliation counts.
    async fn what_the_bank_shows_is_not_taken_back(app: TestApp) {
        app.open_debts().await;
        let (bo, conrad) = (app.token("bo", &["accountant"], &[]), app.controller());
        let (mut ended, mut marked) = (Vec::new(), Vec::new());
        for (kind, done, day, back) in ending_kinds() {
            let id = format!("E-{}", kind.name);
            let path = app.posted(kind, kind.of_amount(&id, "5.00")).await;
            app.post(&format!("{path}/{done}"), &conrad, json!({ day: "2024-01-25" })).await.expect(200);
            // What is cleared is marked by that; what is deposited is not yet.
            if done == "deposit" {
                marked.push(id);
            }
            ended.push((done, format!("{path}/{done}"), json!({ day: "2024-01-25" }), format!("{path}/{back}")));
        }
        let session = json!({
            "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-01-31", "statement_ending_balance": 0,
        });
        app.post("reconciliations", &bo, session).await.expect(201);
        let marks = json!({ "transaction_ids": marked, "cleared_date": "2024-01-31" });
        app.post("reconciliations/R-1/clear", &bo, marks).await.expect(200);
        for (done, path, body, back) in &ended {
            if *done == "deposit" {
                refused(&app, &format!("POST {back}"), json!({}), 409, "transaction_cleared").await;
            } else {
                app.act(back, &conrad).await.expect(200);
                app.post(path, &conrad, body.clone()).await.expect(200);
            }
        }
        app.act("reconciliations/R-1/complete", &bo).await.expect(200);
        for (.., back) in &ended {
            refused(&app, &format!("POST {back}"), json!({}), 409, "reconciliation_completed").await;
        }
        app.post("reconciliations/R-1/reopen", &conrad, json!({ "reason": "r" })).await.expect(200);
        for (.., back) in ended.iter().filter(|(done, ..)| *done == "clear") {
            app.act(back, &conrad).await.expect(200);
            refused(&app, &format!("POST {back}"), json!({}), 409, "wrong_status").await;
        }
    }

    async fn what_was_posted_is_not_voided_without_an_open_period(app: TestApp) {
        app.open_debts().await;
        let mut voids = Vec::new();
        for kind in kinds_with(Action::Void) {
            let body = dated(kind.body("V-1"), "2024-03", "2024-03-15");
            voids.push(format!("POST {}/void", app.posted(kind, body).await));
        }
        app.posted(JOURNAL_ENTRY, dated(JOURNAL_ENTRY.body("V-1"), "2024-03", "2024-03-15")).await;
        for (credit, credited) in credits() {
            let path = app.posted(credit, dated(credit.of_amount("W-1", "5.00"), "2024-03", "2024-03-15")).await;
            let apply = credit.application(&credited.debt(), "1");
            app.post(&format!("{path}/apply"), &app.controller(), apply).await.expect(200);
        }
        app.close("2024-03", "all").await;
        for void in &voids {
            refused(&app, void, json!({ "reason": "r" }), 422, "no_open_period").await;
            let dated = json!({ "reason": "r", "void_date": "2024-03-20" });
            refused(&app, void, dated, 409, "period_closed").await;
        }
        for kind in all_kinds() {
            let correct = format!("POST {}/correct", kind.at("V-1"));
            refused(&app, &correct, json!({ "reason": "r" }), 422, "no_open_period").await;
            let dated = json!({ "reason": "r", "correction_date": "2024-03-20" });
            refused(&app, &correct, dated, 409, "period_closed").await;
        }
        for kind in kinds_with(Action::Return) {
            let back = json!({ "return_date": "2024-03-20", "reason": "r" });
            refused(&app, &format!("POST {}/return", kind.at("V-1")), back, 409, "period_closed").await;
        }
        for kind in kinds_with(Action::Reassign) {
            let (reassign, other) = (format!("POST {}/reassign", kind.at("V-1")), kind.pays()[0].0.id);
            refused(&app, &reassign, json!({ other: "V-1" }), 422, "no_open_period").await;
            let dated = json!({ other: "V-1", "reassign_date": "2024-03-20" });
            refused(&app, &reassign, dated, 409, "period_closed").await;
        }
        for (credit, credited) in credits() {
            let apply = format!("POST {}/apply", credit.at("V-1"));
            refused(&app, &apply, credit.application(&credited.debt(), "1"), 422, "no_open_period").await;
            let several = json!({ "applications": [credit.application(&credited.debt(), "1")] });
            refused(&app, &format!("{apply}-several"), several, 422, "no_open_period").await;
            let unapply = format!("POST {}/unapply", credit.at("W-1"));
            refused(&app, &unapply, json!({ credited.id: credited.debt() }), 422, "no_open_period").await;
        }
    }

    /// What is not posted is edited, and what is reversed was taken back.
    async fn what_stands_not_is_not_corrected(app: TestApp) {
        app.open_debts().await;
        let reason = || json!({ "reason": "r" });
        for kind in all_kinds() {
            let path = app.draft(kind, kind.body("D-1")).await;
            refused(&app, &format!("POST {path}/correct"), reason(), 409, "wrong_status").await;
        }
        let path = app.posted(JOURNAL_ENTRY, entry_named("JE-1", "1.00")).await;
        app.post(&format!("{path}/correct"), &app.controller(), reason()).await.expect(200);
        refused(&app, &format!("POST {path}/correct"), reason(), 409, "already_reversed").await;
    }

    async fn several_are_applied_to_as_one_is(app: TestApp) {
        app.open_debts().await;
        for (credit, credited) in credits() {
            let several = |amount: &str| json!({ "applications": [credit.application(&credited.debt(), amount)] });
            let draft = app.draft(credit, credit.body("D-1")).await;
            refused(&app, &format!("POST {draft}/apply-several"), several("1"), 409, "wrong_status").await;
            let path = app.posted(credit, credit.body("C-1")).await;
            refused(&app, &format!("POST {path}/apply-several"), several("999999"), 422, "overpayment").await;
        }
    }

    async fn a_partys_number_is_used_once(app: TestApp) {
        app.open_books().await;
        let is_unique = |kind: &Kind| kind.items().is_some_and(|items| items.has_unique_reference);
        for kind in item_kinds().into_iter().filter(is_unique) {
            let numbered = |id: &str| with(kind.body(id), json!({ "reference": "R-1" }));
            app.draft(kind, numbered("D-1")).await;
            app.draft(kind, kind.body("D-2")).await;
            refused(&app, &format!("POST {}", kind.path), numbered("D-3"), 409, "already_exists").await;
            refused(&app, &format!("PUT {}", kind.at("D-2")), numbered("D-2"), 409, "already_exists").await;
        }
    }

    async fn master_data_and_periods(app: TestApp) {
        app.open_books().await;
        let entry = with(entry_named("JE-1", "1.00"), json!({ "tran_date": DAY }));
        app.draft(JOURNAL_ENTRY, entry).await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-2", "1.00")).await;
        app.post("users", &app.admin(), json!({ "user_id": "ute", "name": "Ute" })).await.expect(201);
        app.close(PERIOD, "all").await;
        let (reason, nothing) = (json!({ "reason": "r" }), Value::Null);
        for (request, body, status, code) in [
            ("POST approval-rules/simulate", json!({ "document_type": "bill", "document_id": "none" }), 404, "not_found"),
            ("POST accounts", account(CASH, "Cash", "asset"), 409, "already_exists"),
            ("PUT accounts/6000", json!({ "account_type": "income" }), 409, "in_use"),
            ("DELETE accounts/6000", nothing.clone(), 409, "in_use"),
            ("POST users", json!({ "user_id": "ute", "name": "Ute" }), 409, "already_exists"),
            ("POST roles", json!({ "role_id": "clerk", "permissions": [] }), 409, "already_exists"),
            ("PUT roles/admin", json!({ "permissions": [] }), 409, "fixed_role"),
            ("DELETE roles/clerk", nothing.clone(), 409, "fixed_role"),
            ("POST accounting-periods", period(PERIOD, "January", "2024-01-01", "2024-01-31"), 409, "already_exists"),
            ("POST accounting-periods/2024-01/hard-close", reason.clone(), 409, "unposted_documents"),
        ] {
            refused(&app, request, body, status, code).await;
        }
        app.delete("journal-entries/JE-1", &app.clerk()).await.expect(204);
        app.post("accounting-periods/2024-01/hard-close", &app.admin(), reason.clone()).await.expect(200);
        refused(&app, "POST accounting-periods/2024-01/hard-close", reason, 409, "hard_closed").await;
    }
}
