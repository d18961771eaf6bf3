//! What an account may be used for: its subtype fits its type, and payments go through those that hold money.

use sea_orm::ConnectionTrait;
use tests::prelude::*;

const TYPES: [&str; 5] = ["asset", "liability", "equity", "income", "expense"];
const FITTING: [(&str, &[&str]); 9] = [
    ("bank", &["asset"]),
    ("cash", &["asset"]),
    ("card", &["asset", "liability"]),
    ("ar", &["asset"]),
    ("ap", &["liability"]),
    ("tax", &["asset", "liability"]),
    ("rounding", &["income", "expense"]),
    ("exchange_gain_loss", &["income", "expense"]),
    ("retained_earnings", &["equity"]),
];

fn of(id: &str, account_type: &str, subtype: &str) -> Value {
    with(account(id, "A", account_type), json!({ "subtype": subtype }))
}

/// As older books have it.
async fn sql(app: &TestApp, statement: &str) {
    app.engine().store.writer.execute_unprepared(statement).await.expect(statement);
}

tests::on_both! {
    async fn a_subtype_fits_its_type(app: TestApp) {
        let admin = app.admin();
        for (subtype, fitting) in FITTING {
            for account_type in TYPES {
                let (id, plain) = (format!("{subtype}-{account_type}"), format!("plain-{subtype}-{account_type}"));
                app.post("accounts", &admin, account(&plain, "A", account_type)).await.expect(201);
                let made = app.post("accounts", &admin, of(&id, account_type, subtype)).await;
                let set = app.put(&format!("accounts/{plain}"), &admin, json!({ "subtype": subtype })).await;
                if fitting.contains(&account_type) {
                    made.expect(201);
                    set.expect(200);
                } else {
                    made.expect(422).problem("invalid").names("/subtype");
                    set.expect(422).problem("invalid").names("/subtype");
                    // The subtype stays, and the type would leave it.
                    let path = format!("accounts/{subtype}-{}", fitting[0]);
                    let change = json!({ "account_type": account_type });
                    if TYPES.iter().position(|one| *one == fitting[0]) < TYPES.iter().position(|one| *one == account_type) {
                        app.put(&path, &admin, change).await.expect(422).problem("invalid").names("/account_type");
                    }
                }
            }
        }
    }

    async fn what_older_books_hold_stays(app: TestApp) {
        let admin = app.admin();
        app.post("accounts", &admin, account("odd", "Odd", "expense")).await.expect(201);
        app.post("accounts", &admin, account("other", "Other", "asset")).await.expect(201);
        sql(&app, "UPDATE account SET subtype = 'ar' WHERE account_id = 'odd'").await;
        sql(&app, "UPDATE catalog_revision SET revision = revision + 1").await;
        let renamed = app.put("accounts/odd", &admin, json!({ "account_name": "Odder" })).await.expect(200);
        assert_eq!((renamed.string("account_name"), renamed.string("subtype")), ("Odder", "ar"));
        app.put("accounts/odd", &admin, json!({ "subtype": "ap" })).await.expect(422).names("/subtype");
        app.put("accounts/odd", &admin, json!({ "subtype": null })).await.expect(200);
    }

    async fn payments_go_through_accounts_that_hold_money(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        app.posted(INVOICE, invoice("I-0", "100.00")).await;
        let (admin, clerk) = (app.admin(), app.clerk());
        for body in [account("1500", "Equipment", "asset"), account("2300", "Payroll", "liability"), of("1010", "asset", "cash"), of("2900", "liability", "card"), of("1011", "asset", "bank")] {
            app.post("accounts", &admin, body).await.expect(201);
        }
        for through in ["1500", "2300", RECEIVABLE, TAX, EXPENSE, "3000"] {
            let change = json!({ "account_id": through });
            for (kind, body) in [(BILL_PAYMENT, bill_payment("P", "B-0", "1.00")), (INVOICE_PAYMENT, invoice_payment("P", "I-0", "1.00"))] {
                app.post(kind.path, &clerk, with(body, change.clone())).await.expect(422).problem("invalid").names("/account_id");
            }
            let received = json!({ "payment_date": PAY_DAY, "payment_amount": 1, "deposit_account_id": through });
            app.post("invoices/I-0/receive-payment", &app.controller(), received).await.expect(422).problem("invalid").names("/deposit_account_id");
        }
        for through in ["1010", "2900", "1011", CASH] {
            let body = with(bill_payment(&format!("P-{through}"), "B-0", "1.00"), json!({ "account_id": through }));
            app.posted(BILL_PAYMENT, body).await;
            let received = json!({ "payment_date": PAY_DAY, "payment_amount": 1, "deposit_account_id": through });
            app.post("invoices/I-0/receive-payment", &app.controller(), received).await.expect(201);
        }
        let path = app.draft(BILL_PAYMENT, bill_payment("P-9", "B-0", "1.00")).await;
        let through = |id: &str| with(bill_payment("P-9", "B-0", "1.00"), json!({ "account_id": id }));
        app.put(&path, &clerk, through("1500")).await.expect(422).problem("invalid").names("/account_id");
        // A draft of older books, and an account with postings that is told what it holds.
        sql(&app, "UPDATE document SET cash_account_id = '1500' WHERE document_id = 'P-9'").await;
        app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(422).problem("invalid").names("/account_id");
        app.posted(JOURNAL_ENTRY, entry_of(vec![debit("1500", "5.00"), credit(CASH, "5.00")])).await;
        app.put("accounts/1500", &admin, json!({ "subtype": "tax" })).await.expect(409).problem("in_use");
        app.put("accounts/1500", &admin, json!({ "subtype": "cash" })).await.expect(200);
        app.act(&format!("{path}/submit-for-approval"), &clerk).await.expect(200);
        app.put("accounts/1500", &admin, json!({ "subtype": null })).await.expect(409).problem("in_use");
    }

    async fn cards_are_reconciled_and_tills_are_not(app: TestApp) {
        app.prepare(BILL_PAYMENT).await;
        let bo = app.token("bo", &["accountant"], &[]);
        for (id, account_type, subtype) in [("1010", "asset", "cash"), ("2900", "liability", "card")] {
            app.post("accounts", &app.admin(), of(id, account_type, subtype)).await.expect(201);
        }
        app.posted(BILL_PAYMENT, with(bill_payment("P-1", "B-0", "25.00"), json!({ "account_id": "2900" }))).await;
        let session = |account: &str| json!({
            "reconciliation_id": "R", "account_id": account, "statement_date": "2024-01-31", "statement_ending_balance": -25,
        });
        app.post("reconciliations", &bo, session("1010")).await.expect(422).problem("invalid").names("/account_id");
        app.post("reconciliations", &bo, session("2900")).await.expect(201);
        let marks = json!({ "transaction_ids": ["P-1"], "cleared_date": "2024-01-25" });
        app.post("reconciliations/R/clear", &bo, marks).await.expect(200);
        app.act("reconciliations/R/complete", &bo).await.expect(200);
    }
}
