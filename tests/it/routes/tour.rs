//! Every operation that the interface does not show, done: with its fields, a stale version, a spent key and a retry
//! ([`TestApp::step`]). Those that it shows are in `interface.rs`.

use super::interface::{VOIDS, WORKFLOWS, workflow};
use super::tour_of_master_data::{period_exceptions, tax_codes};
use crate::bank_statements::{brought_in, line, sheet};
use crate::reconciliation::deposit;
use engine::values::kind::Action;
use tests::prelude::*;

const NOTHING: Value = Value::Null;
const TRAIL: &str =
    "audit_trail.0.action audit_trail.0.performed_by audit_trail.0.performed_at audit_trail.0.details:object";

const MANY: &str = "data.0.index:integer data.0.status data.0.id succeeded:integer failed:integer";

/// Read, listed, edited, with its trail.
async fn kept(app: &TestApp, path: &str, id_field: &str, change: Value) {
    let collection = path.split('/').next().unwrap_or_default();
    app.step("alma", &format!("GET {path}"), NOTHING, 200, id_field).await;
    app.step("alma", &format!("GET {collection}"), NOTHING, 200, &format!("data.0.{id_field} has_more:boolean")).await;
    if !change.is_null() {
        app.step("alma", &format!("PUT {path}"), change, 200, id_field).await;
    }
}

async fn trail(app: &TestApp, path: &str) {
    app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, TRAIL).await;
}

async fn gone(app: &TestApp, path: &str) {
    app.step("alma", &format!("DELETE {path}"), NOTHING, 204, "").await;
}

tests::on_both! {
    async fn documents_of_every_type(app: TestApp) {
        app.open_debts().await;
        app.spend_keys().await;
        for kind in all_kinds() {
            let (path, body) = (kind.at("D-1"), kind.body("D-1"));
            app.step("carl", &format!("POST {}", kind.path), body.clone(), 201, &format!("{} status", kind.id)).await;
            let fields = format!("{} status memo version:integer", kind.id);
            let changed = app.step("carl", &format!("PUT {path}"), with(body, json!({ "memo": "m" })), 200, &fields).await;
            assert_eq!(changed.string("memo"), "m");
            kept(&app, &path, kind.id, NOTHING).await;
            gone(&app, &path).await;
        }
        for kind in all_kinds() {
            let many = json!({ "items": [kind.body("M-1")], "submit": true });
            app.step("carl", &format!("POST {}/bulk", kind.path), many, 200, MANY).await;
            let sign = json!({ "document_type": kind.name, "id": "M-1", "action": "hold", "reason": "r" });
            app.step("mona", "POST approvals/bulk", json!({ "items": [sign] }), 200, MANY).await;
        }
        for kind in all_kinds().into_iter().filter(|kind| !WORKFLOWS.contains(kind)) {
            app.draft(kind, kind.body("W-1")).await;
            app.draft(kind, kind.body("W-2")).await;
            workflow(&app, kind, "W-1", "W-2").await;
        }
        let waiting = app.pending(BILL, bill("W-1", "1.00")).await;
        let lines = "is_posted:boolean data.0.account_id data.0.amount:number";
        app.step("carl", "GET bills/W-1/postings", NOTHING, 200, lines).await;
        let row = "data.0.document_type data.0.document_id total:integer";
        app.step("mona", "GET approvals/pending", NOTHING, 200, row).await;
        let row = "data.0.document_type data.0.document_id data.0.returned.by data.0.returned.comments has_more:boolean";
        app.step("carl", "GET approvals/returned", NOTHING, 200, row).await;
        for (credit, credited) in credits() {
            let (debt, fields) = (credited.debt(), format!("{} {} amount:number", credit.id, credited.id));
            let (path, apply) = (credit.at("W-1"), credit.application(&debt, "1.00"));
            app.step("conrad", &format!("POST {path}/apply"), apply, 200, &fields).await;
            let several = json!({ "applications": [credit.application(&debt, "1.00")] });
            let row = format!("data.0.{} data.0.amount:number", credited.id);
            app.step("conrad", &format!("POST {path}/apply-several"), several, 200, &row).await;
            for path in [path.clone(), credited.at(&debt)] {
                let row = format!("data.0.{}", credited.id);
                app.step("carl", &format!("GET {path}/applications"), NOTHING, 200, &row).await;
            }
            let fields = format!("{fields} application_number:integer unapplied_on");
            let back = json!({ credited.id: debt, "application_number": 1, "reason": "r" });
            app.step("conrad", &format!("POST {path}/unapply"), back, 200, &fields).await;
        }
        for (kind, done, day, back) in ending_kinds() {
            let path = app.posted(kind, kind.of_amount("E-1", "1.00")).await;
            app.post(&format!("{path}/{done}"), &app.controller(), json!({ day: "2024-01-31" })).await.expect(200);
            let fields = format!("{} status reason {back}ed_at", kind.id);
            let reason = json!({ "reason": "r" });
            app.step("conrad", &format!("POST {path}/{back}"), reason, 200, &fields).await;
        }
        for kind in kinds_with(Action::Return) {
            let path = app.posted(kind, kind.of_amount("E-2", "1.00")).await;
            let back = json!({ "return_date": "2024-02-01", "reason": "r" });
            let fields = format!("{} status return_reason return_date returned_at return_period_id", kind.id);
            app.step("conrad", &format!("POST {path}/return"), back, 200, &fields).await;
            let fields = format!("{} status reason unreturn_date unreturned_at unreturn_period_id", kind.id);
            app.step("conrad", &format!("POST {path}/unreturn"), json!({ "reason": "r" }), 200, &fields).await;
        }
        app.more_debts().await;
        for kind in kinds_with(Action::Reassign) {
            let path = app.posted(kind, kind.of_amount("E-3", "1.00")).await;
            let fields = format!("{} status from_type from_id to_type to_id reassign_date reassign_period_id", kind.id);
            app.step("conrad", &format!("POST {path}/reassign"), kind.reassignment(), 200, &fields).await;
        }
        for kind in all_kinds() {
            let path = app.posted(kind, kind.of_amount("K-1", "1.00")).await;
            let fields = format!("{} status correction_id reversal_date reversal_period_id", kind.id);
            app.step("conrad", &format!("POST {path}/correct"), json!({ "reason": "r" }), 200, &fields).await;
        }
        let mut voided = vec![waiting];
        for kind in kinds_with(Action::Void).into_iter().filter(|kind| !VOIDS.contains(kind)) {
            voided.push(app.posted(kind, kind.of_amount("V-1", "1.00")).await);
        }
        for path in voided {
            let reason = json!({ "reason": "r" });
            app.step("conrad", &format!("POST {path}/void"), reason, 200, "status void_reason voided_at").await;
        }
    }

    async fn master_data(app: TestApp) {
        app.spend_keys().await;
        app.step("alma", "POST accounts", account("1", "One", "asset"), 201, "account_id account_name account_type").await;
        kept(&app, "accounts/1", "account_id", json!({ "account_name": "Uno" })).await;
        trail(&app, "accounts/1").await;
        gone(&app, "accounts/1").await;
        trail(&app, "accounts/1").await;
        app.step("alma", "POST customers", customer("C-1", "C"), 201, "customer_id customer_name").await;
        kept(&app, "customers/C-1", "customer_id", json!({ "customer_name": "D" })).await;
        trail(&app, "customers/C-1").await;
        app.step("alma", "POST vendors", vendor("V-1", "V"), 201, "vendor_id vendor_name").await;
        kept(&app, "vendors/V-1", "vendor_id", json!({ "vendor_name": "W" })).await;
        trail(&app, "vendors/V-1").await;
        for path in ["customers/C-1/bank-details", "vendors/V-1/bank-details"] {
            let details = json!({ "account_holder": "W", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFFXXX" });
            app.step("alma", &format!("PUT {path}"), details, 200, "iban changed_by.0 version:integer").await;
            app.step("alma", &format!("GET {path}"), NOTHING, 200, "account_holder iban changed_at version:integer").await;
        }
        app.step("alma", "GET audit", NOTHING, 200, "data.0.resource data.0.resource_id data.0.action has_more:boolean").await;
        app.step("alma", "GET audit/head", NOTHING, 200, "position:integer hash").await;
        app.step("alma", "GET audit/verification", NOTHING, 200, "verified:integer sealed:integer is_whole:boolean").await;
        let rate = json!({ "exchange_rate_id": "R-1", "currency": "EUR", "date": "2024-01-15", "rate": number("1.1") });
        app.step("alma", "POST exchange-rates", rate, 201, "exchange_rate_id currency date rate:number").await;
        kept(&app, "exchange-rates/R-1", "exchange_rate_id", json!({ "rate": number("1.2") })).await;
        trail(&app, "exchange-rates/R-1").await;
        let ute = json!({ "user_id": "ute", "name": "Ute" });
        app.step("alma", "POST users", ute, 201, "user_id name is_active:boolean").await;
        kept(&app, "users/ute", "user_id", json!({ "name": "Uta" })).await;
        trail(&app, "users/ute").await;
        let readers = json!({ "role_id": "reader", "permissions": ["*.read"] });
        app.step("alma", "POST roles", readers, 201, "role_id permissions:array").await;
        kept(&app, "roles/reader", "role_id", json!({ "permissions": ["bill.read"] })).await;
        trail(&app, "roles/reader").await;
        gone(&app, "roles/reader").await;
        let first = rule("R-1", "bill", 1, "0", Some("1000"), "manager");
        app.step("alma", "POST approval-rules", first, 201, "rule_id").await;
        kept(&app, "approval-rules/R-1", "rule_id", json!({ "priority": 3 })).await;
        trail(&app, "approval-rules/R-1").await;
        app.step("alma", "GET approval-rules/R-1/history", NOTHING, 200, TRAIL).await;
        app.step("alma", "GET approval-rules/coverage?document_type=bill", NOTHING, 200, "gaps:array").await;
        let ask = json!({ "rules": [rule("R-2", "bill", 1, "0", None, "manager")] });
        app.step("alma", "POST approval-rules/coverage", ask, 200, "gaps:array weak_steps:array").await;
        let ask = json!({ "document_type": "bill", "amount": 5 });
        app.step("alma", "POST approval-rules/simulate", ask, 200, "required_approval_level:integer").await;
        let ask = json!({ "from": "2026-01-01", "to": "2026-01-31", "rules": [] });
        let asked = app.step("alma", "POST approval-rules/replay", ask, 202, "replay_id job_id").await;
        app.step("alma", "GET approval-rule-replays", NOTHING, 200, "data.0.replay_id data.0.state").await;
        let one = format!("GET approval-rule-replays/{}", asked.string("replay_id"));
        app.step("alma", &one, NOTHING, 200, "replay_id state progress.done:integer rules:array").await;
        app.step("alma", &format!("{one}/documents"), NOTHING, 200, "data:array has_more:boolean").await;
        gone(&app, "approval-rules/R-1").await;
    }

    async fn change_requests(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        app.post("approval-rules", &app.admin(), guard("role", "create", "manager")).await.expect(201);
        let mut asked = Vec::new();
        for id in ["one", "two", "three"] {
            let role = json!({ "role_id": id, "permissions": [] });
            let answer = app.post("roles", &app.admin(), role).await.expect(202);
            asked.push(format!("change-requests/{}", answer.string("change_request_id")));
        }
        let fields = "change_request_id status version:integer request.method approval_plan:object";
        let (one, two, three) = (&asked[0], &asked[1], &asked[2]);
        kept(&app, one, "change_request_id", NOTHING).await;
        app.step("mona", &format!("POST {one}/hold"), json!({ "reason": "r" }), 200, fields).await;
        app.step("mona", &format!("POST {one}/unhold"), NOTHING, 200, fields).await;
        let done = app.step("mona", &format!("POST {one}/approve"), NOTHING, 200, fields).await;
        assert_eq!(done.string("status"), "Done", "{}", done.text);
        app.step("mona", &format!("POST {two}/reject"), json!({ "reason": "r" }), 200, fields).await;
        app.step("alma", &format!("POST {three}/withdraw"), NOTHING, 200, fields).await;
        for path in [one, two, three] {
            trail(&app, path).await;
            app.post(&format!("{path}/approve"), &app.manager(), json!({})).await.expect(409).problem("wrong_status");
        }
        for (word, body) in [("reject", json!({ "reason": "r" })), ("hold", json!({ "reason": "r" })), ("unhold", json!({}))] {
            app.post(&format!("{one}/{word}"), &app.manager(), body).await.expect(409).problem("wrong_status");
        }
        app.post(&format!("{one}/withdraw"), &app.admin(), json!({})).await.expect(409).problem("wrong_status");
    }

    async fn periods_and_reconciliations(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        app.posted(BILL_PAYMENT, bill_payment("P-1", "B-0", "5.00")).await;
        app.spend_keys().await;
        let april = period("2024-04", "April", "2024-04-01", "2024-04-30");
        app.step("alma", "POST accounting-periods", april, 201, "period_id period_name start_date end_date").await;
        kept(&app, "accounting-periods/2024-04", "period_id", NOTHING).await;
        trail(&app, "accounting-periods/2024-04").await;
        let body = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "April", "start_date": "2024-04-01", "end_date": "2024-04-30",
        });
        app.step("alma", "POST fiscal-years", body, 201, "fiscal_year_id period_ids.0 is_closed:boolean").await;
        kept(&app, "fiscal-years/FY1", "fiscal_year_id", NOTHING).await;
        app.close("2024-04", "all").await;
        let fields = "fiscal_year_id is_closed:boolean carried:number lines:array version:integer";
        app.step("alma", "POST fiscal-years/FY1/close", json!({}), 200, fields).await;
        let why = json!({ "reason": "a line was missed" });
        app.step("alma", "POST fiscal-years/FY1/reopen", why, 200, "fiscal_year_id changed_at changed_by reason").await;
        trail(&app, "fiscal-years/FY1").await;
        let fields = "period_id revaluation_date accounts:array missing:number entries:array";
        app.step("alma", "POST revaluations", json!({ "period_id": "2024-04" }), 200, fields).await;
        app.step("alma", "GET revaluations/proposal?period_id=2024-04", NOTHING, 200, fields).await;
        let body = |id: &str| json!({
            "reconciliation_id": id, "account_id": CASH, "statement_date": "2024-01-31",
            "statement_ending_balance": 0,
        });
        app.step("alma", "POST reconciliations", body("R-1"), 201, "reconciliation_id status").await;
        kept(&app, "reconciliations/R-1", "reconciliation_id", json!({ "memo": "m" })).await;
        let marks = json!({ "transaction_ids": ["P-1"], "cleared_date": "2024-01-25" });
        let unmarks = json!({ "transaction_ids": ["P-1"] });
        app.step("alma", "POST reconciliations/R-1/clear", marks, 200, "reconciliation_id").await;
        app.step("alma", "POST reconciliations/R-1/unclear", unmarks, 200, "reconciliation_id").await;
        gone(&app, "reconciliations/R-1").await;
        trail(&app, "reconciliations/R-1").await;
        app.step("alma", "POST reconciliations", body("R-2"), 201, "reconciliation_id status").await;
        app.step("alma", "POST reconciliations/R-2/complete", NOTHING, 200, "reconciliation_id status").await;
        let why = json!({ "reason": "a line was missed" });
        app.step("alma", "POST reconciliations/R-2/reopen", why, 200, "reconciliation_id status").await;
        app.step("alma", "POST accounting-periods/2024-01/close", NOTHING, 200, "closed_at").await;
        let fields = "period_id is_closed:boolean closed_at";
        let reason = json!({ "reason": "year end" });
        app.step("alma", "POST accounting-periods/2024-01/hard-close", reason, 200, fields).await;
        let job = app.step("alma", "GET jobs", NOTHING, 200, "data.0.job_id data.0.job_type data.0.state").await;
        let id = job.data()[0]["job_id"].as_str().unwrap_or_default();
        app.step("alma", &format!("GET jobs/{id}"), NOTHING, 200, "job_id job_type state").await;
        app.step("alma", "GET queues", NOTHING, 200, "data.0.job_type data.0.workers:integer data.0.queued:integer").await;
    }

    async fn bank_statements_and_matches(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        deposit(&app, "JE-4711", "2024-01-05", "10.00").await;
        let lines = ["2024-01-05 10.00 A1 | Somebody | JE-4711", "2024-01-31 -1.50 A2 | The Bank | fee"];
        brought_in(&app, &[sheet("1", "2024-01-01 2024-01-31", "0.00", &lines)]).await;
        let account = format!("accounts/{CASH}");
        let columns = json!({ "date_column": "Day", "date_format": "%d.%m.%Y", "amount_column": "Amount" });
        app.step("alma", &format!("PUT {account}/csv-mapping"), columns, 200, "mapping.date_column mapping.amount_column").await;
        let made = "matches.0.match_id matches.0.line_ids:array matches.0.matched_by";
        let fee = json!({ "line_ids": [line(&app, "A2").await], "reason": "a fee" });
        app.step("alma", &format!("POST {account}/match"), fee.clone(), 200, made).await;
        let fee = json!({ "line_ids": fee["line_ids"] });
        app.step("alma", &format!("POST {account}/unmatch"), fee, 200, made).await;
        let rule = json!({ "text_contains": "fee", "account_id": EXPENSE, "makes": "draft" });
        let kept = "matching_rule_id is_active:boolean version:integer text created_at updated_by";
        let rule = app.step("alma", "POST matching-rules", rule, 201, kept).await;
        let path = format!("matching-rules/{}", rule.string("matching_rule_id"));
        app.step("alma", &format!("PUT {path}"), json!({ "memo": "a fee" }), 200, "memo version:integer").await;
        app.step("alma", &format!("GET {path}"), NOTHING, 200, kept).await;
        app.step("alma", "GET matching-rules", NOTHING, 200, "data.0.matching_rule_id").await;
        app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
        app.step("alma", &format!("GET {account}/matching-rule-offers"), NOTHING, 200, "data:array").await;
        let made = "data.0.id data.0.status";
        app.step("alma", &format!("POST {account}/apply-matching-rules"), json!({}), 200, made).await;
        let template = json!({
            "name": "Rent", "document_type": "journal_entry", "makes": "draft",
            "document": { "lines": [debit(EXPENSE, "5.00"), credit(CASH, "5.00")] },
            "schedule": { "every": "month", "day": 31, "start_date": "2999-01-01" },
        });
        let kept = "recurring_document_id status next_dates.0 document.lines.0.account_id version:integer owner";
        let template = app.step("alma", "POST recurring-documents", template, 201, kept).await;
        let path = format!("recurring-documents/{}", template.string("recurring_document_id"));
        app.step("alma", &format!("PUT {path}"), json!({ "name": "Office" }), 200, "name version:integer").await;
        app.step("alma", &format!("GET {path}"), NOTHING, 200, kept).await;
        app.step("alma", "GET recurring-documents", NOTHING, 200, "data.0.recurring_document_id").await;
        app.step("alma", &format!("GET {path}/documents"), NOTHING, 200, "data:array has_more:boolean").await;
        app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
        for step in ["skip", "pause", "resume", "end"] {
            app.step("alma", &format!("POST {path}/{step}"), json!({}), 200, "status version:integer").await;
        }
        let deferred = app.prepaid("BILL-DF", "30.00").await;
        let kept = "deferral_id status parts.2.amount:number parts.0.journal_entry_id version:integer owner";
        let deferral = app.step("alma", "POST deferrals", deferred, 201, kept).await;
        let path = format!("deferrals/{}", deferral.string("deferral_id"));
        app.step("alma", &format!("GET {path}"), NOTHING, 200, kept).await;
        app.step("alma", "GET deferrals", NOTHING, 200, "data.0.deferral_id").await;
        app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
        app.step("alma", &format!("POST {path}/end"), json!({}), 200, "status version:integer").await;
        let kept = "close_task_id kind title is_required:boolean version:integer created_at updated_by";
        period_exceptions(&app).await;
        let task = json!({ "kind": "manual", "title": "Count the cash", "due_days": 3 });
        let task = app.step("alma", "POST close-tasks", task, 201, kept).await;
        let id = task.string("close_task_id");
        app.step("alma", &format!("GET close-tasks/{id}"), NOTHING, 200, kept).await;
        app.step("alma", &format!("PUT close-tasks/{id}"), json!({ "due_days": 5 }), 200, "due_days:integer").await;
        app.step("alma", "GET close-tasks", NOTHING, 200, "data.0.close_task_id").await;
        app.step("alma", &format!("GET close-tasks/{id}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
        let kept = "dimension_id dimension_name takes is_active:boolean version:integer created_at updated_by";
        let project = json!({ "dimension_id": "project", "dimension_name": "Project" });
        app.step("alma", "POST dimensions", project, 201, kept).await;
        app.step("alma", "GET dimensions/project", NOTHING, 200, kept).await;
        app.step("alma", "PUT dimensions/project", json!({ "dimension_name": "Job" }), 200, "dimension_name").await;
        app.step("alma", "GET dimensions", NOTHING, 200, "data.0.dimension_id").await;
        app.step("alma", "GET dimensions/project/audit-trail", NOTHING, 200, "audit_trail.0.action").await;
        let kept = "dimension_value_id dimension_id value_id value_name is_active:boolean version:integer created_at";
        let value = json!({ "dimension_id": "project", "value_id": "P-1", "value_name": "Bridge" });
        app.step("alma", "POST dimension-values", value, 201, kept).await;
        let path = "dimension-values/project:P-1";
        app.step("alma", &format!("GET {path}"), NOTHING, 200, kept).await;
        app.step("alma", &format!("PUT {path}"), json!({ "valid_to": "2099-12-31" }), 200, "valid_to").await;
        app.step("alma", "GET dimension-values?dimension_id=project", NOTHING, 200, "data.0.value_id").await;
        app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
        let sums = "dimension_name income:number net_income:number data.0.account_id values.0.own_income:number";
        app.step("alma", "GET reports/by-dimension?dimension_id=department", NOTHING, 200, sums).await;
        tax_codes(&app).await;
        let checklist = format!("accounting-periods/{PERIOD}/checklist");
        app.step("alma", &format!("GET {checklist}"), NOTHING, 200, "bars_close:boolean tasks.0.status").await;
        let signed = "status sign_off.evidence sign_off.signed_by due_date";
        let evidence = json!({ "evidence": "Counted it" });
        app.step("alma", &format!("POST {checklist}/{id}/sign-off"), evidence, 200, signed).await;
        let reason = json!({ "reason": "Counted wrong" });
        app.step("alma", &format!("POST {checklist}/{id}/withdraw"), reason, 200, "status bars_close:boolean").await;
        let path = format!("POST {account}/accept-proposals");
        app.step("alma", &path, json!({}), 200, "matches.0.match_id matches.0.transaction_ids.0 has_more:boolean").await;
    }

    async fn reports(app: TestApp) {
        app.open_books().await;
        app.spend_keys().await;
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        let year = json!({
            "fiscal_year_id": "FY1", "fiscal_year_name": "First", "start_date": "2024-01-01", "end_date": "2024-03-31",
        });
        app.post("fiscal-years", &app.admin(), year).await.expect(201);
        let layout = json!({
            "layout_id": "RL-1", "layout_name": "Result", "statement": "income_statement",
            "lines": [{ "line_id": "sales", "title": "Sales", "accounts": ["4000..4999"] }],
        });
        let kept = "layout_id lines.0.accounts.0 lines.0.positive lines.0.sum_of:null version:integer";
        app.step("alma", "POST report-layouts", layout, 201, kept).await;
        app.step("alma", "GET report-layouts", NOTHING, 200, "data.0.layout_id").await;
        app.step("alma", "GET report-layouts/RL-1", NOTHING, 200, kept).await;
        app.step("alma", "PUT report-layouts/RL-1", json!({ "layout_name": "Net" }), 200, "layout_name").await;
        app.step("alma", "GET report-layouts/RL-1/audit-trail", NOTHING, 200, "audit_trail.0.action").await;
        let line = json!({ "account_id": EXPENSE, "period_id": PERIOD, "amount": 4 });
        let budget = json!({ "budget_name": "First", "fiscal_year_id": "FY1", "lines": [line] });
        let kept = "budget_id version_number:integer status copied_from:null line_count:integer version:integer";
        let budget = app.step("alma", "POST budgets", budget, 201, kept).await;
        let path = format!("budgets/{}", budget.string("budget_id"));
        app.step("alma", &format!("GET {path}"), NOTHING, 200, kept).await;
        app.step("alma", "GET budgets", NOTHING, 200, "data.0.budget_id has_more:boolean").await;
        app.step("alma", &format!("PUT {path}"), json!({ "budget_name": "Agreed" }), 200, "budget_name").await;
        let line = "data.0.account_id data.0.period_id data.0.department_id:null data.0.amount:number";
        app.step("alma", &format!("GET {path}/lines"), NOTHING, 200, line).await;
        app.step("alma", &format!("POST {path}/lock"), json!({}), 200, "status version:integer").await;
        app.step("alma", &format!("POST {path}/activate"), json!({}), 200, "status activated_at activated_by").await;
        app.step("alma", &format!("GET {path}/audit-trail"), NOTHING, 200, "audit_trail.0.action").await;
        for (path, fields) in [
            ("reports/trial-balance", "data.0.account_id data.0.closing_balance:number total_debit:number total_credit:number"),
            ("reports/budget-vs-actual?fiscal_year_id=FY1", "data.0.budget:number data.0.variance_percent totals.0.actual:number net_income.variance:number"),
            ("reports/general-ledger?account_id=1000", "opening_balance:number"),
            ("reports/balance-sheet", ""),
            ("reports/income-statement", ""),
            ("reports/income-statement?layout_id=RL-1", "layout.layout_version:integer layout.lines.0.total:number"),
            ("reports/aging?kind=ar", ""),
            ("reports/cash-flow?period_id=2024-01&method=direct", "operating.accounts.0.account_id net_income:null net_change:number closing_cash:number"),
            ("reports/statement-of-account?party_type=customer&party_id=C-1", "party_name closing_balance:number has_more:boolean"),
            ("reports/journal?from=2024-01-01&to=2024-12-31", "data.0.lines.0.account_id data.0.lines.0.debit:number total_debit:number has_more:boolean"),
            ("reports/vat?period_id=2024-01", "rows:array accounts:array payable:number"),
            ("reports/vat-lines", "data:array has_more:boolean"),
            ("export/journal?format=hledger", ""),
        ] {
            app.step("alma", &format!("GET {path}"), NOTHING, 200, fields).await;
        }
    }
}
