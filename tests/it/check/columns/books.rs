//! Books in which each column of each table that is compared has a value somewhere, and none somewhere else.

use engine::kernel::outsiders::Reach;
use reqwest::Method;
use tests::prelude::*;

use super::months_and_years;
use crate::payments::several::several;

const VENDOR_CREDIT: Kind = Kind::of(engine::values::kind::DocumentKind::VendorCredit);

/// Makes them, by the service alone.
pub async fn make(app: &TestApp) {
    app.open_books().await;
    people(app).await;
    rules(app).await;
    entries(app).await;
    purchases(app).await;
    sales(app).await;
    statements(app).await;
    bank_files(app).await;
    requests(app).await;
    rule_sets(app).await;
    let closes = json!({ "force": true, "close_type": "ap" });
    app.post("accounting-periods/2024-03/close", &app.controller(), closes).await.expect(200);
    app.engine().seal(Reach::All).await.expect("sealed");
}

pub async fn made(app: &TestApp, path: &str, bodies: impl IntoIterator<Item = Value>) {
    for body in bodies {
        app.post(path, &app.admin(), body).await.expect(201);
    }
}

async fn people(app: &TestApp) {
    let limits = json!([{ "document_type": "bill", "approval_limit": 5000 }]);
    let role =
        |id: &str| json!({ "role_id": id, "permissions": ["bill.read", "bill.approve"], "approval_limits": limits });
    made(app, "roles", [role("auditor"), role("helper")]).await;
    app.delete("roles/helper", &app.admin()).await.expect(204);
    let hanna = json!([{ "delegate_user_id": "hanna", "from": "2020-01-01", "to": "2099-12-31" }]);
    made(
        app,
        "users",
        [
            json!({ "user_id": "mona", "name": "Mona", "roles": ["manager"], "delegations": hanna }),
            json!({ "user_id": "emil", "name": "Emil", "manager_user_id": "mona", "approval_limits": limits }),
            json!({ "user_id": "vic", "name": "Vic" }),
        ],
    )
    .await;
    app.put("users/vic", &app.admin(), json!({ "is_active": false })).await.expect(200);
    made(app, "vendors", [with(vendor("V-2", "Vitreous"), json!({ "user_id": "vic" })), vendor("V-3", "Vast")]).await;
    let found = json!({
        "address": { "lines": ["12 Mill Road", "Unit 3"], "postal_code": "01040", "city": "Holyoke", "region": "MA", "country": "US" },
        "vat_id": "XX123", "email": "ap@vast.example", "phone": "+1 413 555 0117",
    });
    app.put("vendors/V-3", &app.admin(), found).await.expect(200);
    let numbers =
        json!({ "account_holder": "Vast", "account_number": "123456", "routing_code": "021000021", "bic": "BARCGB22" });
    app.put("vendors/V-3/bank-details", &app.admin(), numbers).await.expect(200);
    let iban = json!({ "account_holder": "Vitreous", "iban": "DE89370400440532013000" });
    app.put("vendors/V-2/bank-details", &app.admin(), iban).await.expect(200);
    made(
        app,
        "accounts",
        [
            with(account("1010", "Euros at bank", "asset"), json!({ "subtype": "bank", "currency": "EUR" })),
            account("8000", "Short", "asset"),
        ],
    )
    .await;
    app.delete("accounts/8000", &app.admin()).await.expect(204);
    let limited = json!({ "document_types": ["bill"], "amount_limit": 700 });
    made(app, "delegations", [delegation("DLG-1"), with(delegation("DLG-2"), limited), delegation("DLG-3")]).await;
    app.delete("delegations/DLG-3", &app.admin()).await.expect(204);
    let always = json!({ "to_user_id": "hanna", "first_day": "2020-01-01", "last_day": "2099-12-31" });
    app.post("delegations", &app.manager(), with(delegation("DLG-4"), always)).await.expect(201);
    let rate = json!({ "exchange_rate_id": format!("EUR-{DAY}"), "currency": "EUR", "date": DAY, "rate": number("1.25"), "source": "ECB" });
    let paid = json!({ "exchange_rate_id": format!("EUR-{PAY_DAY}"), "currency": "EUR", "date": PAY_DAY, "rate": number("1.5") });
    made(app, "exchange-rates", [rate, paid]).await;
}

async fn rules(app: &TestApp) {
    let soon = json!({ "due_in_hours": 4, "remind_every_hours": 3, "escalate_to": { "approver_type": "role", "approver_role": "cfo" } });
    let sums = json!({ "aggregate_days": 7, "aggregate_by": "author" });
    made(
        app,
        "approval-rules",
        [
            with(rule("soon", "bill", 1, "0", None, "manager"), soon),
            with(rule("sums", "expense", 1, "0", None, "manager"), sums),
            rule("gone", "invoice", 1, "0", None, "manager"),
        ],
    )
    .await;
    app.delete("approval-rules/gone", &app.admin()).await.expect(204);
}

/// Submits as the clerk; its path.
async fn pending(app: &TestApp, kind: Kind, body: Value) -> String {
    app.pending(kind, body).await
}

async fn told(app: &TestApp, path: &str, by: &Token, body: Value) {
    app.post(path, by, body).await.expect(200);
}

async fn entries(app: &TestApp) {
    let hanna = app.token("hanna", &[], &["journal_entry.approve"]);
    let lines = || {
        let dimensions = json!({ "memo": "Chairs", "department_id": "D1", "cost_center_id": "CC1" });
        vec![with(debit(EXPENSE, "5.00"), dimensions), credit(CASH, "5.00")]
    };
    let entry = |id: &str| with(entry_of(lines()), json!({ "journal_entry_id": id }));
    app.draft(JOURNAL_ENTRY, entry("JE-01")).await;
    let other = with(entry("JE-01"), json!({ "memo": "Other chairs" }));
    app.put("journal-entries/JE-01", &app.clerk(), other).await.expect(200);
    app.draft(JOURNAL_ENTRY, with(entry("JE-02"), json!({ "memo": null }))).await;
    pending(app, JOURNAL_ENTRY, with(entry_named("JE-03", "5000.00"), json!({}))).await;
    told(app, "journal-entries/JE-03/approve", &hanna, json!({ "comments": "for Mona" })).await;
    for (id, word, body) in [
        ("JE-04", "reject", json!({ "reason": "no" })),
        ("JE-05", "hold", json!({ "reason": "asked" })),
        ("JE-06", "request-change", json!({ "comments": "another account" })),
    ] {
        let path = pending(app, JOURNAL_ENTRY, entry(id)).await;
        told(app, &format!("{path}/{word}"), &app.manager(), body).await;
    }
    let posted = app.posted(JOURNAL_ENTRY, entry("JE-07")).await;
    app.post(&format!("{posted}/reverse"), &app.accountant(), json!({ "reversal_date": DAY })).await;
    // One accrual that was reversed on its day, and one whose day lies in no period.
    for (id, day) in [("JE-17", "2024-02-01"), ("JE-18", "2024-09-01")] {
        app.posted(JOURNAL_ENTRY, with(entry(id), json!({ "reversal_date": day }))).await;
    }
    app.engine().reverse_due_accruals().await.expect("a tick");
    let gone = app.draft(JOURNAL_ENTRY, entry("JE-10")).await;
    app.delete(&gone, &app.clerk()).await.expect(204);
    pending(app, JOURNAL_ENTRY, entry("JE-11")).await;
    app.rate("EUR", DAY, "1.25").await;
    let own = json!({ "journal_entry_id": "JE-13", "exchange_rate_reason": "hedged", "exchange_rate": number("1.3"), "currency": "EUR" });
    let chief = app.token("fred", &["cfo"], &["*.write"]);
    app.post("journal-entries", &chief, with(entry("JE-13"), own)).await;
    let foreign =
        vec![with(debit(EXPENSE, "10.01"), json!({ "memo": "a" })), credit(REVENUE, "3.33"), credit(REVENUE, "6.68")];
    app.posted(
        JOURNAL_ENTRY,
        with(in_currency(entry_of(foreign), "EUR", "1.25"), json!({ "journal_entry_id": "JE-12" })),
    )
    .await;
}

fn referred(body: Value, reference: &str) -> Value {
    with(body, json!({ "reference": reference }))
}

async fn purchases(app: &TestApp) {
    let taxed = json!({ "lines": [with(taxed(EXPENSE, "2", "50.00", "0.19"), json!({ "tax_account_id": TAX, "description": "Paper" }))] });
    app.posted(BILL, with(referred(bill("B-1", "100.00"), "Re 17/a"), taxed.clone())).await;
    let held = pending(app, BILL, referred(bill("B-2", "20.00"), "Re 18")).await;
    told(app, &format!("{held}/hold"), &app.manager(), json!({ "reason": "asked" })).await;
    told(app, &format!("{held}/unhold"), &app.manager(), json!({})).await;
    let held = pending(app, BILL, bill("B-3", "30.00")).await;
    told(app, &format!("{held}/hold"), &app.manager(), json!({ "reason": "asked" })).await;
    app.draft(BILL, with(referred(bill("B-4", "40.00"), "Re 19"), taxed)).await;
    let foreign = in_currency(bill("B-5", "33.33"), "EUR", "1.25");
    app.posted(BILL, foreign).await;
    app.posted(BILL_PAYMENT, bill_payment("BP-1", "B-1", "50.00")).await;
    told(app, "bill-payments/BP-1/clear", &app.accountant(), json!({ "cleared_date": PAY_DAY })).await;
    let (_, paid) = BILL.paid_by("B-5", "BP-2", "11.11");
    let more = json!({ "exchange_rate": number("1.5"), "reference": "wire 7", "payment_method": "wire" });
    app.posted(BILL_PAYMENT, with(paid, more)).await;
    let posted = app.posted(BILL, bill("B-6", "8.00")).await;
    app.void(&posted).await.expect(200);
    let draft = app.draft(BILL, bill("B-7", "9.00")).await;
    app.void(&draft).await.expect(200);
    app.posted(BILL, bill("B-8", "9.00")).await;
    app.draft(BILL_PAYMENT, bill_payment("BP-3", "B-1", "5.00")).await;
    app.posted(VENDOR_CREDIT, VENDOR_CREDIT.of_amount("VC-1", "10.00")).await;
    app.apply(VENDOR_CREDIT, "VC-1", "B-1", "4.00").await.expect(200);
    pending(app, EXPENSE_REPORT, expense("E-1", "12.00")).await;
    app.posted(EXPENSE_REPORT, expense("E-2", "13.00")).await;
    let path = pending(app, EXPENSE_REPORT, expense("E-3", "14.00")).await;
    told(app, &format!("{path}/reject"), &app.manager(), json!({ "reason": "private" })).await;
}

async fn sales(app: &TestApp) {
    app.posted(INVOICE, invoice("I-1", "200.00")).await;
    app.receive("I-1", "150.00").await;
    let invoiced = in_currency(invoice("I-2", "100.00"), "EUR", "1.25");
    app.posted(INVOICE, invoiced).await;
    app.posted(INVOICE_PAYMENT, invoice_payment("IP-1", "I-1", "20.00")).await;
    told(app, "invoice-payments/IP-1/deposit", &app.controller(), json!({ "deposit_date": PAY_DAY })).await;
    app.posted(INVOICE_PAYMENT, invoice_payment("IP-2", "I-1", "10.00")).await;
    told(app, "invoice-payments/IP-2/void", &app.controller(), json!({ "reason": "bounced" })).await;
    let credit = in_currency(on(credit_memo("CM-1", "60.00"), PAY_DAY), "EUR", "1.5");
    app.posted(CREDIT_MEMO, credit).await;
    app.apply(CREDIT_MEMO, "CM-1", "I-2", "25.00").await.expect(200);
    app.apply(CREDIT_MEMO, "CM-1", "I-2", "5.00").await.expect(200);
    let parts = |id: &str| several(INVOICE_PAYMENT, id, &[("I-1", "2.00"), ("I-4", "3.00")]);
    app.posted(INVOICE, invoice("I-4", "9.00")).await;
    for id in ["IP-3", "IP-4"] {
        app.posted(INVOICE_PAYMENT, parts(id)).await;
    }
    told(app, "invoice-payments/IP-4/void", &app.controller(), json!({ "reason": "bounced" })).await;
    app.draft(INVOICE_PAYMENT, parts("IP-5")).await;
    app.posted(INVOICE, invoice("I-3", "8.00")).await;
    app.receive("I-3", "8.00").await;
}

async fn statements(app: &TestApp) {
    let bo = app.token("bo", &["accountant"], &[]);
    for (id, amount) in [("JE-21", "100.00"), ("JE-22", "60.00"), ("JE-23", "1.00")] {
        let lines = vec![debit(CASH, amount), credit(REVENUE, amount)];
        app.posted(JOURNAL_ENTRY, with(entry_of(lines), json!({ "journal_entry_id": id, "tran_date": "2024-01-10" })))
            .await;
    }
    let session = |id: &str, day: &str, balance: &str| json!({ "reconciliation_id": id, "account_id": CASH, "statement_date": day, "statement_ending_balance": number(balance), "memo": id });
    let clear = |ids: &[&str]| json!({ "transaction_ids": ids, "cleared_date": "2024-01-11" });
    let item = |amount: &str| json!([{ "amount": number(amount), "reason": "Taken twice" }]);
    app.post("reconciliations", &bo, session("S-1", "2024-01-12", "100.00")).await.expect(201);
    told(app, "reconciliations/S-1/clear", &bo, clear(&["JE-21#1", "JE-23#1"])).await;
    told(app, "reconciliations/S-1/unclear", &bo, json!({ "transaction_ids": ["journal_entry/JE-23#1"] })).await;
    let balance =
        json!({ "statementEndingBalance": number("95.00"), "bankAdjustments": 5, "bankAdjustmentItems": item("5") });
    app.put("reconciliations/S-1", &bo, balance).await.expect(200);
    app.act("reconciliations/S-1/complete", &bo).await.expect(200);
    app.post("reconciliations", &bo, session("S-2", "2024-01-31", "100.00")).await.expect(201);
    told(app, "reconciliations/S-2/clear", &bo, clear(&["JE-22#1"])).await;
    let items = json!({ "bankAdjustmentItems": item("3"), "bookAdjustmentItems": item("-2") });
    app.put("reconciliations/S-2", &bo, items).await.expect(200);
    let other = with(session("S-3", "2024-01-31", "0"), json!({ "account_id": "1010", "memo": null }));
    app.post("reconciliations", &bo, other).await.expect(201);
    app.delete("reconciliations/S-3", &bo).await.expect(204);
}

/// Two lines: one with all that a bank can say, one with next to nothing.
const MT940: &str = ":20:STARTUMS\n:25:12030000/0020205100\n:28C:00017/001\n:60F:C240130USD0,00\n\
    :61:2401310131CR12,50NTRFNONREF//BANKREF1\n:86:166?00GUTSCHRIFT?20EREF+E2E-1?21SVWZ+payment JE-31?3012030000\
    ?31DE0212030000?32Mueller\n:61:240131D1,00NTRFNONREF\n:62F:C240131USD11,50\n";

/// Of a bank that says no balances, and neither its number nor the account's.
const CSV: &str = "Day,Amount\n2024-01-30,7.00\n2024-01-31,9.00\n2024-02-01,-3.00\n";

async fn bank_files(app: &TestApp) {
    let bo = app.token("bo", &["accountant"], &[]);
    let bank = |id: &str| with(account(id, "Another bank", "asset"), json!({ "subtype": "bank" }));
    made(app, "accounts", [bank("1020"), bank("1021")]).await;
    for (id, account, amount, day) in
        [("JE-31", "1020", "12.50", "2024-01-30"), ("JE-32", "1021", "6.50", "2024-01-30")]
    {
        let lines = vec![debit(account, amount), credit(REVENUE, amount)];
        app.posted(JOURNAL_ENTRY, with(entry_of(lines), json!({ "journal_entry_id": id, "tran_date": day }))).await;
    }
    let fee = entry_of(vec![debit(EXPENSE, "1.00"), credit("1020", "1.00")]);
    app.posted(JOURNAL_ENTRY, with(fee, json!({ "journal_entry_id": "JE-33", "tran_date": "2024-01-31" }))).await;
    let columns = json!({ "date_format": "%Y-%m-%d", "date_column": "Day", "amount_column": "Amount" });
    app.put("accounts/1021/csv-mapping", &bo, columns).await.expect(200);
    let brought_in = async |account: &str, file: &str| {
        let path = format!("bank-statements?account_id={account}");
        let answer = app.send_text(Method::POST, &path, &bo, &[("Content-Type", "text/plain")], Some(file)).await;
        answer.expect(200)["statements"][0]["statement_id"].as_str().expect("an id").to_owned()
    };
    brought_in("1020", MT940).await;
    let of_csv = brought_in("1021", CSV).await;
    let accepted = app.post("accounts/1020/accept-proposals", &bo, json!({})).await.expect(200);
    assert_eq!(accepted["matches"].as_array().map(Vec::len), Some(1), "{}", accepted.text);
    let open = app.get("accounts/1020/unmatched-lines", &bo).await.expect(200);
    let fee = json!({ "line_ids": [open.data()[0]["line_id"]], "transaction_ids": ["JE-33#2"] });
    told(app, "accounts/1020/match", &bo, fee).await;
    let january = json!({
        "reconciliation_id": "S-4", "account_id": "1020", "statement_date": "2024-01-31",
        "statement_ending_balance": number("11.50"),
    });
    app.post("reconciliations", &bo, january).await.expect(201);
    app.act("reconciliations/S-4/complete", &bo).await.expect(200);
    let line = |position: usize| json!([format!("{of_csv}-{position}")]);
    let less = json!({ "line_ids": line(1), "transaction_ids": ["JE-32#1"], "reason": "0.50 too much" });
    told(app, "accounts/1021/match", &bo, less).await;
    told(app, "accounts/1021/match", &bo, json!({ "line_ids": line(2), "reason": "Interest" })).await;
    matching_rules(app).await;
    months_and_years::make(app).await;
}

/// One that names all that a rule can, one that names next to nothing and was changed.
async fn matching_rules(app: &TestApp) {
    let bo = app.token("bo", &["accountant"], &[]);
    let full = json!({
        "matching_rule_id": "MR-1", "bank_account_id": "1021", "direction": "out", "counterparty_account": "DE12",
        "text_contains": "rent", "vendor_id": "V-1", "account_id": EXPENSE, "makes": "draft", "memo": "Rent",
    });
    made(
        app,
        "matching-rules",
        [full, json!({ "matching_rule_id": "MR-2", "text_contains": "fee", "customer_id": "C-1" })],
    )
    .await;
    app.put("matching-rules/MR-2", &bo, json!({ "is_active": false })).await.expect(200);
}

async fn requests(app: &TestApp) {
    app.asked_for().await;
    made(app, "approval-rules", [guard("account", "change", "manager"), guard("bill", "void", "manager")]).await;
    let admin = app.admin();
    let version = app.get("accounts/3000", &admin).await.expect(200)["version"].to_string();
    let named = |name: &str| Some(json!({ "account_name": name }));
    let etag = format!("\"{version}\"");
    let asked =
        app.send(Method::PUT, "accounts/3000", &admin, &[("If-Match", &etag)], named("Vaster")).await.expect(202);
    let first = asked.string("change_request_id").to_owned();
    let asked = app.send(Method::PUT, "accounts/3900", &admin, &[], named("Vim")).await.expect(202);
    let held = asked.string("change_request_id").to_owned();
    let asked =
        app.send(Method::PUT, "accounts/3000", &admin, &[("If-Match", &etag)], named("Vastest")).await.expect(202);
    let second = asked.string("change_request_id").to_owned();
    let asked = app.post("bills/B-8/void", &app.controller(), json!({ "reason": "twice" })).await.expect(202);
    let rejected = asked.string("change_request_id").to_owned();
    let signer = app.token("mona", &["manager"], &["*.read", "*.approve", "account.*"]);
    app.act(&format!("change-requests/{first}/approve"), &signer).await.expect(200);
    // It is done, so what the second was asked about has another version now.
    app.act(&format!("change-requests/{second}/approve"), &signer).await.expect(200);
    told(app, &format!("change-requests/{held}/hold"), &signer, json!({ "reason": "asked" })).await;
    told(app, &format!("change-requests/{rejected}/reject"), &signer, json!({ "reason": "no" })).await;
}

async fn rule_sets(app: &TestApp) {
    let admin = app.admin();
    for id in ["D-1", "D-2", "D-3"] {
        let drafted = json!({ "draft_id": id, "description": "next year" });
        app.post("approval-rule-drafts", &admin, drafted).await.expect(201);
    }
    app.delete("approval-rule-drafts/D-3", &admin).await.expect(204);
    let begun = app.get("approval-rule-drafts/D-1", &admin).await.expect(200);
    let mut rules = begun["rules"].as_array().expect("a copy").clone();
    for rule in &mut rules {
        rule.as_object_mut().expect("a rule").retain(|_, value| !value.is_null());
    }
    rules.push(rule("invoice-late", "invoice", 1, "0", None, "controller"));
    app.send(Method::PUT, "approval-rule-drafts/D-1", &admin, &[], Some(json!({ "rules": rules }))).await.expect(200);
    told(app, "approval-rule-drafts/D-1/put-in-force", &admin, json!({ "version": 2 })).await;
}
