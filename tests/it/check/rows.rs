//! The catalog: accounts, parties, rules, roles, people, periods.

use reqwest::Method;
use tests::prelude::*;

use super::{differences, found, tamper};

/// What [`TestApp::asked_for`] asked for.
const ASKED: &str = "change_request WHERE requested_by = 'alma'";

/// Row, column, stored value, tampered value, and the name in the finding.
const FIELDS: [(&str, &str, &str, &str, &str); 29] = [
    ("rule_set_draft WHERE draft_id = 'D-1'", "based_on", "1", "2", "approval_rule_draft D-1: based_on"),
    ("rule_set_draft WHERE draft_id = 'D-1'", "status", "'Draft'", "'In Force'", "approval_rule_draft D-1: status"),
    ("rule_version WHERE rule_id = 'bill-1'", "until_set", "NULL", "9", "rule_version bill-1 of set"),
    (ASKED, "status", "'Withdrawn'", "'Approved'", ": status"),
    (ASKED, "level", "0", "1", ": level"),
    (ASKED, "uri", "'/service/general-ledger/roles'", "'/service/general-ledger/users'", ": call"),
    (ASKED, "job_id", "NULL", "'J-1'", ": job_id"),
    (ASKED, "resource_id", "'asked-for'", "'admin'", ": resource_id"),
    ("exchange_rate WHERE exchange_rate_id = 'R-1'", "rate", "'1.25'", "'0.005'", "exchange_rate R-1: rate"),
    ("exchange_rate WHERE exchange_rate_id = 'R-1'", "date", "'2023-11-30'", "'2023-12-01'", "exchange_rate R-1: date"),
    ("account WHERE account_id = '6000'", "account_type", "'expense'", "'asset'", "account 6000: account_type"),
    ("account WHERE account_id = '6000'", "account_name", "'Office expense'", "'X'", "account 6000: account_name"),
    ("account WHERE account_id = '6000'", "subtype", "NULL", "'bank'", "account 6000: subtype"),
    ("account WHERE account_id = '6000'", "currency", "NULL", "'EUR'", "account 6000: currency"),
    ("account WHERE account_id = '6000'", "is_active", "true", "false", "account 6000: is_active"),
    ("party WHERE party_id = 'C-1'", "party_name", "'Cobalt Corp'", "'Mallory'", "customer C-1: party_name"),
    ("party WHERE party_id = 'V-1'", "is_active", "true", "false", "vendor V-1: is_active"),
    (
        "approval_rule WHERE rule_id = 'bill-1'",
        "document_type",
        "'bill'",
        "'expense'",
        "approval_rule bill-1: document_type",
    ),
    ("role WHERE role_id = 'clerk'", "is_builtin", "true", "false", "role clerk: is_builtin"),
    ("directory_user WHERE user_id = 'emil'", "name", "'Emil'", "'Mallory'", "user emil: name"),
    ("directory_user WHERE user_id = 'emil'", "manager_user_id", "'mona'", "'mallory'", "user emil: manager_user_id"),
    ("directory_user WHERE user_id = 'emil'", "is_active", "false", "true", "user emil: is_active"),
    (
        "period WHERE period_id = '2024-03'",
        "period_name",
        "'March 2024'",
        "'X'",
        "accounting_period 2024-03: period_name",
    ),
    (
        "period WHERE period_id = '2024-03'",
        "start_date",
        "'2024-03-01'",
        "'2024-03-02'",
        "accounting_period 2024-03: start_date",
    ),
    (
        "period WHERE period_id = '2024-03'",
        "end_date",
        "'2024-03-31'",
        "'2024-03-30'",
        "accounting_period 2024-03: end_date",
    ),
    (
        "period WHERE period_id = '2024-03'",
        "closing_gl",
        "'soft_closed'",
        "'open'",
        "accounting_period 2024-03: closing_gl",
    ),
    (
        "period WHERE period_id = '2024-03'",
        "closing_ap",
        "'soft_closed'",
        "'open'",
        "accounting_period 2024-03: closing_ap",
    ),
    (
        "period WHERE period_id = '2024-03'",
        "closing_ar",
        "'soft_closed'",
        "'hard_closed'",
        "accounting_period 2024-03: closing_ar",
    ),
    (
        "period WHERE period_id = '2024-03'",
        "closing_payroll",
        "'soft_closed'",
        "'open'",
        "accounting_period 2024-03: closing_payroll",
    ),
];

/// Parts of columns that hold JSON: row, column, stored text, tampered text, and the name in the finding.
const PARTS: [(&str, &str, &str, &str, &str); 11] = [
    ("rule_set_draft WHERE draft_id = 'D-1'", "rules", "\"manager\"", "\"clerk\"", "approval_rule_draft D-1: rules"),
    ("rule_version WHERE rule_id = 'bill-1'", "rule", "\"manager\"", "\"clerk\"", "rule_version bill-1 of set"),
    (ASKED, "body", "asked-for", "mine", ": call"),
    (ASKED, "plan", "\"manager\"", "\"clerk\"", ": plan.steps"),
    (ASKED, "permissions", "*.*", "bill.read", ": permissions"),
    (
        "approval_rule WHERE rule_id = 'bill-1'",
        "rule",
        "\"max_amount\":100000",
        "\"max_amount\":100001",
        "approval_rule bill-1: rule.max_amount",
    ),
    (
        "approval_rule WHERE rule_id = 'bill-1'",
        "rule",
        "\"is_active\":true",
        "\"is_active\":false",
        "approval_rule bill-1: rule.is_active",
    ),
    (
        "approval_rule WHERE rule_id = 'bill-1'",
        "rule",
        "\"manager\"",
        "\"clerk\"",
        "approval_rule bill-1: rule.approver.approver_role",
    ),
    (
        "approval_rule WHERE rule_id = 'bill-1'",
        "rule",
        "\"approval_level\":1",
        "\"approval_level\":2",
        "approval_rule bill-1: rule.approval_level",
    ),
    ("role WHERE role_id = 'clerk'", "permissions", "\"bill.read\"", "\"bill.void\"", "role clerk: permissions"),
    ("directory_user WHERE user_id = 'mona'", "delegations", "\"hanna\"", "\"mallory\"", "user mona: delegations"),
];

async fn open(app: &TestApp) {
    app.open_books().await;
    let admin = app.admin();
    app.post("approval-rules", &admin, rule("bill-1", "bill", 1, "0", Some("1000"), "manager")).await.expect(201);
    let hanna = json!([{ "delegate_user_id": "hanna", "from": "2024-01-01", "to": "2024-12-31" }]);
    app.post("users", &admin, json!({ "user_id": "mona", "name": "Mona", "delegations": hanna })).await.expect(201);
    let emil = json!({ "user_id": "emil", "name": "Emil", "manager_user_id": "mona" });
    app.post("users", &admin, emil).await.expect(201);
    app.put("users/emil", &admin, json!({ "is_active": false })).await.expect(200);
    let rate = json!({ "exchange_rate_id": "R-1", "currency": "CHF", "date": "2023-11-30", "rate": number("1.25") });
    app.post("exchange-rates", &admin, rate).await.expect(201);
    app.close("2024-03", "all").await;
    app.asked_for().await;
    app.post("approval-rule-drafts", &admin, json!({ "draft_id": "D-1" })).await.expect(201);
    app.send(Method::PUT, "approval-rule-drafts/D-1", &admin, &[], Some(json!({ "based_on": 1 }))).await.expect(200);
}

tests::on_both! {
    async fn each_field_that_decides_is_held_against_the_trail(app: TestApp) {
        open(&app).await;
        assert_eq!(differences(&app).await, Vec::<String>::new());
        for (row, column, is, made, named) in FIELDS {
            let (table, which) = row.split_once(' ').expect("a table and a row");
            let set = |value: &str| format!("UPDATE {table} SET {column} = {value} {which}");
            found(&app, &set(made), named, &set(is)).await;
        }
        for (row, column, is, made, named) in PARTS {
            let (table, which) = row.split_once(' ').expect("a table and a row");
            let set = |from: &str, to: &str| format!("UPDATE {table} SET {column} = replace({column}, '{from}', '{to}') {which}");
            tamper(&app, &set(is, made)).await;
            let found = differences(&app).await;
            assert!(found.iter().any(|found| found.contains(named)), "{named}: {found:#?}");
            tamper(&app, &set(made, is)).await;
        }
    }

    async fn what_was_put_in_or_taken_out_is_named(app: TestApp) {
        open(&app).await;
        for (put, named, away) in [
            (
                "INSERT INTO role (role_id, permissions, is_builtin, version, updated_at, updated_by) \
                 VALUES ('helper', '[\"*.*\"]', false, 1, 1, 'system')",
                "role helper: the trail does not say that it was made",
                "DELETE FROM role WHERE role_id = 'helper'",
            ),
            (
                "INSERT INTO account (account_id, account_name, account_type, is_active, version, created_at, created_by) \
                 VALUES ('9999', 'Mine', 'asset', true, 1, 1, 'system')",
                "account 9999: the trail does not say that it was made",
                "DELETE FROM account WHERE account_id = '9999'",
            ),
        ] {
            found(&app, put, named, away).await;
        }
        let newest = "number = (SELECT max(number) FROM rule_set)";
        let gone = format!("CREATE TABLE kept AS SELECT * FROM rule_set WHERE {newest}; DELETE FROM rule_set WHERE {newest}");
        found(&app, &gone, "is gone", "INSERT INTO rule_set SELECT * FROM kept; DROP TABLE kept").await;
        let gone = "UPDATE approval_rule SET rule_id = 'elsewhere' WHERE rule_id = 'bill-1'";
        tamper(&app, gone).await;
        let said = differences(&app).await.join("\n");
        assert!(said.contains("approval_rule bill-1: is gone, and the trail does not say so"), "{said}");
        assert!(said.contains("approval_rule elsewhere: the trail does not say that it was made"), "{said}");
        tamper(&app, "UPDATE approval_rule SET rule_id = 'bill-1' WHERE rule_id = 'elsewhere'").await;
    }

    async fn what_the_service_deletes_is_no_finding(app: TestApp) {
        open(&app).await;
        let admin = app.admin();
        app.post("roles", &admin, json!({ "role_id": "temp", "permissions": ["bill.read"] })).await.expect(201);
        app.delete("roles/temp", &admin).await.expect(204);
        app.post("accounts", &admin, account("8000", "Short", "asset")).await.expect(201);
        app.delete("accounts/8000", &admin).await.expect(204);
        app.post("accounts", &admin, account("8000", "Again", "expense")).await.expect(201);
        assert_eq!(differences(&app).await, Vec::<String>::new());
        // An audit trail shows neither statements nor baselines.
        let trail = app.get("accounts/8000/audit-trail", &admin).await.expect(200);
        assert!(!trail.text.contains("states") && !trail.text.contains("Baseline"), "{}", trail.text);
    }
}
