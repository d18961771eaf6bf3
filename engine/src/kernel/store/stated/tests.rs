//! Golden texts of version 5: what audit rows of this release state, to the byte. They never change; another list is another version.

use serde_json::Value;

use super::lists::*;
use super::*;
use crate::books::command::Application;
use crate::kernel::entity::JsonText;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Minor;

fn text(stated: &Stated) -> String {
    format!("{} {} {}", stated.resource, stated.id, Value::Object(stated.fields.clone()))
}

fn json(text: &str) -> JsonText {
    JsonText(text.to_owned())
}

#[test]
fn the_lists_of_version_5() {
    assert_eq!((VERSION, member().as_str()), (5, "states_5"));
    assert_eq!([version_of("states_1"), version_of("states_x"), version_of("status")], [Some(1), None, None]);
    let account = account(account::Model {
        account_id: "1000".into(),
        account_name: "Cash at bank".into(),
        account_type: "asset".into(),
        subtype: Some("bank".into()),
        currency: None,
        is_active: true,
        version: 2,
        created_at: 1,
        created_by: "alma".into(),
        required_dimensions: None,
    });
    assert_eq!(
        text(&account),
        r#"account 1000 {"account_name":"Cash at bank","account_type":"asset","created_at":1,"created_by":"alma","currency":null,"is_active":true,"required_dimensions":null,"subtype":"bank","version":2}"#
    );
    let party = party(party::Model {
        party_kind: "vendor".into(),
        party_id: "V-1".into(),
        party_name: "Verdant".into(),
        is_active: false,
        version: 1,
        created_at: 1,
        created_by: "bo".into(),
        user_id: Some("Emil".into()),
        address_lines: None,
        postal_code: None,
        city: Some("Berlin".into()),
        region: None,
        country: None,
        vat_id: None,
        email: None,
        phone: None,
        account_holder: Some("Verdant".into()),
        iban: Some("DE89370400440532013000".into()),
        account_number: None,
        routing_code: None,
        bic: None,
        bank_changed_at: Some(2),
        bank_changed_by: Some(json(r#"["bo"]"#)),
        payment_terms_id: None,
    });
    assert_eq!(
        text(&party),
        r#"vendor V-1 {"account_holder":"Verdant","account_number":null,"address_lines":null,"bank_changed_at":2,"bank_changed_by":["bo"],"bic":null,"city":"Berlin","country":null,"created_at":1,"created_by":"bo","email":null,"iban":"6ce245edea4f0460bf03e2371172bc578d24fad9f14e041874212005b0686a8f","is_active":false,"party_name":"Verdant","payment_terms_id":null,"phone":null,"postal_code":null,"region":null,"routing_code":null,"user_id":"Emil","vat_id":null,"version":1}"#
    );
}

/// What columns hold as JSON is stated as it stands there, in its own version.
#[test]
fn the_lists_of_version_5_that_hold_json() {
    let rule = rule(&approval_rule::Model {
        rule_id: "je-1".into(),
        document_type: "journal_entry".into(),
        rule: json(r#"{"v":2,"b":null,"a":[1]}"#),
        version: 1,
        created_at: 1,
    });
    assert_eq!(
        text(&rule),
        r#"approval_rule je-1 {"created_at":1,"document_type":"journal_entry","rule":{"a":[1],"b":null,"v":2},"version":1}"#
    );
    let auditor = role(&role::Model {
        role_id: "auditor".into(),
        permissions: json(r#"["audit.read"]"#),
        is_builtin: false,
        approval_limits: json(r#"{"bill":500}"#),
        version: 1,
        updated_at: 1,
        updated_by: "alma".into(),
    });
    assert_eq!(
        text(&auditor),
        r#"role auditor {"approval_limits":{"bill":500},"is_builtin":false,"permissions":["audit.read"],"updated_at":1,"updated_by":"alma","version":1}"#
    );
    let broken = Stated::new("role", "auditor", [("permissions", parsed(&json("[")))]);
    assert_eq!(text(&broken), r#"role auditor {"permissions":"["}"#);
    let user = user(directory_user::Model {
        user_id: "mona".into(),
        name: "Mona".into(),
        manager_user_id: None,
        is_active: true,
        inactive_by_admin: false,
        delegations: json("[]"),
        roles: json(r#"["manager"]"#),
        approval_limits: json("{}"),
        version: 1,
        updated_at: 1,
        updated_by: "alma".into(),
    });
    assert_eq!(
        text(&user),
        r#"user mona {"approval_limits":{},"delegations":[],"inactive_by_admin":false,"is_active":true,"manager_user_id":null,"name":"Mona","roles":["manager"],"updated_at":1,"updated_by":"alma","version":1}"#
    );
    let period = period(period::Model {
        period_id: "2024-01".into(),
        period_name: "January".into(),
        start_date: "2024-01-01".into(),
        end_date: "2024-01-31".into(),
        closing_gl: "open".into(),
        closing_ap: "soft_closed".into(),
        closing_ar: "hard_closed".into(),
        closing_payroll: "open".into(),
        last_change: None,
        version: 1,
        created_at: 1,
        created_by: "conrad".into(),
    });
    assert_eq!(
        text(&period),
        r#"accounting_period 2024-01 {"closing_ap":"soft_closed","closing_ar":"hard_closed","closing_gl":"open","closing_payroll":"open","created_at":1,"created_by":"conrad","end_date":"2024-01-31","last_change":null,"period_name":"January","start_date":"2024-01-01","version":1}"#
    );
}

#[test]
fn an_application_of_version_5() {
    let applied = Application {
        credit: DocumentKey::new(DocumentKind::CreditMemo, "CM-1"),
        position: 1,
        settled: DocumentKey::new(DocumentKind::Invoice, "I-1"),
        amount: Minor(100),
        base_amount: Minor(125),
        credit_base_amount: Minor(150),
        applied_on: crate::values::clock::Date::parse("2024-01-20").expect("a date"),
        applied_at: Timestamp::from_micros(7),
        applied_by: "abel".into(),
        undoes: None,
    };
    let stated = applications(&applied.credit.clone(), vec![application_row(&row::application(applied))]);
    assert_eq!(
        text(&stated),
        r#"credit_memo CM-1 {"applications":[{"amount":100,"applied_at":7,"applied_by":"abel","applied_on":"2024-01-20","base_amount":125,"credit_base_amount":150,"position":1,"settled_id":"I-1","settled_kind":"invoice"}]}"#
    );
}
