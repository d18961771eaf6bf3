//! What may not precede what, with the field named: asked when a draft is written and when it is submitted, and never of what
//! is submitted already.

use engine::entity::credit_application;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use tests::prelude::*;

/// Something to pay, all of January 15: bill `B-0`, invoice `I-0`, expense `E-0`.
async fn open(app: &TestApp) {
    app.prepare(BILL_PAYMENT).await;
    app.posted(INVOICE, invoice("I-0", "10000.00")).await;
    app.posted(EXPENSE_REPORT, expense("E-0", "10000.00")).await;
}

fn payments(id: &str) -> [(Kind, Value); 3] {
    [
        (BILL_PAYMENT, bill_payment(&format!("{id}-b"), "B-0", "1.00")),
        (BILL_PAYMENT, expense_payment(&format!("{id}-e"), "E-0", "1.00")),
        (INVOICE_PAYMENT, invoice_payment(&format!("{id}-i"), "I-0", "1.00")),
    ]
}

async fn refused(app: &TestApp, method: &str, path: &str, body: Value, field: &str) {
    let answer = app.send(method.parse().expect("a method"), path, &app.controller(), &[], Some(body)).await;
    answer.expect(422).problem("invalid").names(field);
}

async fn sql(app: &TestApp, statement: &str) {
    app.engine().store.writer.execute_unprepared(statement).await.expect(statement);
}

tests::on_both! {
    async fn a_payment_does_not_precede_what_it_pays(app: TestApp) {
        open(&app).await;
        for (kind, body) in payments("P") {
            for (day, good) in [("2024-01-14", false), ("2023-12-31", false), (DAY, true), ("2024-01-16", true)] {
                let body = with(body.clone(), json!({ "tran_date": day, kind.id: format!("{}-{day}", body[kind.id].as_str().unwrap()) }));
                if good {
                    app.post(kind.path, &app.clerk(), body).await.expect(201);
                } else {
                    refused(&app, "POST", kind.path, body, "/tran_date").await;
                }
            }
            let path = app.draft(kind, body.clone()).await;
            refused(&app, "PUT", &path, with(body.clone(), json!({ "tran_date": "2024-01-14" })), "/tran_date").await;
            app.put(&path, &app.clerk(), with(body, json!({ "tran_date": DAY }))).await.expect(200);
        }
        let early = json!({ "payment_date": "2024-01-14", "payment_amount": 1, "deposit_account_id": CASH });
        refused(&app, "POST", "invoices/I-0/receive-payment", early, "/payment_date").await;
    }

    async fn what_is_paid_does_not_move_behind_its_payments(app: TestApp) {
        open(&app).await;
        let clerk = app.clerk();
        let bill_path = app.draft(BILL, bill("B-1", "50.00")).await;
        let waiting = app.draft(BILL_PAYMENT, bill_payment("P-1", "B-1", "1.00")).await;
        // Nobody has submitted the payment yet: the bill moves, and the payment is not submitted as it is.
        app.put(&bill_path, &clerk, with(bill("B-1", "50.00"), json!({ "tran_date": "2024-01-21" }))).await.expect(200);
        app.act(&format!("{waiting}/submit-for-approval"), &clerk).await.expect(422).problem("invalid").names("/tran_date");
        app.put(&bill_path, &clerk, with(bill("B-1", "50.00"), json!({ "tran_date": PAY_DAY }))).await.expect(200);
        app.act(&format!("{waiting}/submit-for-approval"), &clerk).await.expect(200);
        refused(&app, "PUT", &bill_path, with(bill("B-1", "50.00"), json!({ "tran_date": "2024-01-21" })), "/tran_date").await;
        app.put(&bill_path, &clerk, with(bill("B-1", "60.00"), json!({ "tran_date": DAY }))).await.expect(200);
        app.post(&format!("{waiting}/reject"), &app.manager(), json!({ "reason": "r" })).await.expect(200);
        app.put(&bill_path, &clerk, with(bill("B-1", "50.00"), json!({ "tran_date": "2024-01-21" }))).await.expect(200);
    }

    async fn a_reversal_does_not_precede_its_original(app: TestApp) {
        open(&app).await;
        let controller = app.controller();
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        refused(&app, "POST", "journal-entries/JE-1/reverse", json!({ "reversal_date": "2024-01-14" }), "/reversal_date").await;
        let made = app.post("journal-entries/JE-1/reverse", &controller, json!({ "reversal_date": DAY })).await.expect(201);
        let path = format!("journal-entries/{}", made.string("journal_entry_id"));
        refused(&app, "PUT", &path, with(made.json.clone(), json!({ "tran_date": "2024-01-14" })), "/tran_date").await;
        sql(&app, "UPDATE document SET tran_date = '2024-01-14' WHERE original_entry_id = 'JE-1'").await;
        app.act(&format!("{path}/submit-for-approval"), &controller).await.expect(422).problem("invalid").names("/tran_date");
        sql(&app, "UPDATE document SET tran_date = '2024-01-15' WHERE original_entry_id = 'JE-1'").await;
        app.act(&format!("{path}/submit-for-approval"), &controller).await.expect(200);
    }

    async fn a_document_precedes_its_period_by_a_year_at_most(app: TestApp) {
        open(&app).await;
        // 2024-01 begins on January 1.
        for (kind, body) in [(JOURNAL_ENTRY, JOURNAL_ENTRY.body("D")), (BILL, BILL.body("D")), (INVOICE, INVOICE.body("D")), (CREDIT_MEMO, CREDIT_MEMO.body("D")), (EXPENSE_REPORT, EXPENSE_REPORT.body("D"))] {
            let at = |day: &str| with(body.clone(), json!({ "tran_date": day }));
            refused(&app, "POST", kind.path, at("2022-12-30"), "/tran_date").await;
            let path = app.draft(kind, at("2022-12-31")).await;
            refused(&app, "PUT", &path, at("1999-12-31"), "/tran_date").await;
        }
    }

    async fn what_the_bank_shows_lies_in_a_recorded_period(app: TestApp) {
        open(&app).await;
        let cleared = app.posted(BILL_PAYMENT, bill_payment("P-1", "B-0", "1.00")).await;
        let deposited = app.posted(INVOICE_PAYMENT, invoice_payment("P-2", "I-0", "1.00")).await;
        let session = json!({ "reconciliation_id": "R-1", "account_id": CASH, "statement_date": "2024-03-31", "statement_ending_balance": 0 });
        app.post("reconciliations", &app.controller(), session).await.expect(201);
        for day in ["2024-04-01", "2042-01-31"] {
            refused(&app, "POST", &format!("{cleared}/clear"), json!({ "cleared_date": day }), "/cleared_date").await;
            refused(&app, "POST", &format!("{deposited}/deposit"), json!({ "deposit_date": day }), "/deposit_date").await;
            let marks = json!({ "transaction_ids": ["P-2"], "cleared_date": day });
            refused(&app, "POST", "reconciliations/R-1/clear", marks, "/cleared_date").await;
        }
        app.close("2024-03", "all").await;
        app.post(&format!("{cleared}/clear"), &app.controller(), json!({ "cleared_date": "2024-03-31" })).await.expect(200);
        app.post(&format!("{deposited}/deposit"), &app.controller(), json!({ "deposit_date": "2024-03-31" })).await.expect(200);
    }

    async fn an_application_counts_from_the_later_posting_in_an_open_period(app: TestApp) {
        open(&app).await;
        let late = with(credit_memo("late", "30.00"), json!({ "tran_date": "2023-12-05", "posting_period_id": "2024-02" }));
        for (memo, closed, counts_from) in [(late, None, "2024-02-01"), (credit_memo("early", "30.00"), None, DAY), (credit_memo("shut", "30.00"), Some(PERIOD), "2024-02-01")] {
            let id = memo["credit_memo_id"].as_str().expect("an id").to_owned();
            app.posted(CREDIT_MEMO, memo).await;
            if let Some(period) = closed {
                app.close(period, "ar").await;
            }
            app.apply(&id, "I-0", "10.00").await.expect(200);
            let applied = credit_application::Entity::find().filter(credit_application::Column::CreditMemoId.eq(&id));
            let row = applied.one(&app.engine().store.reader).await.expect("it reads").expect("a row");
            assert_eq!(row.applied_on, counts_from, "{id}");
        }
    }

    async fn what_is_submitted_goes_on(app: TestApp) {
        open(&app).await;
        let mut waiting = Vec::new();
        for (kind, body) in payments("W") {
            waiting.push(app.pending(kind, body).await);
        }
        app.posted(JOURNAL_ENTRY, entry_named("JE-1", "5.00")).await;
        let made = app.post("journal-entries/JE-1/reverse", &app.controller(), json!({ "reversal_date": PAY_DAY })).await.expect(201);
        let reversal = format!("journal-entries/{}", made.string("journal_entry_id"));
        app.act(&format!("{reversal}/submit-for-approval"), &app.clerk()).await.expect(200);
        waiting.push(reversal);
        // As older books may have it: what they pay and undo is dated later than they are.
        for statement in ["UPDATE document SET tran_date = '2024-01-25' WHERE document_id IN ('B-0', 'E-0', 'I-0', 'JE-1')"] {
            sql(&app, statement).await;
        }
        for path in waiting {
            let signed = app.approve(&path).await.expect(200);
            assert_eq!(signed.string("status"), "Posted", "{path}: {}", signed.text);
        }
        sql(&app, "UPDATE document SET tran_date = '2024-01-15' WHERE document_id IN ('B-0', 'E-0', 'I-0', 'JE-1')").await;
    }
}
