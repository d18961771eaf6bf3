//! Request bodies, with the field names of the interface. Amounts are given as text, so that none
//! goes through a binary float.

use engine::values::clock::Timestamp;
use serde_json::{Value, json};

/// The period of entries, unless a test gives another.
pub const PERIOD: &str = "2024-01";
/// A day in [`PERIOD`].
pub const DAY: &str = "2024-01-15";

pub const CASH: &str = "1000";
pub const RECEIVABLE: &str = "1100";
pub const PAYABLE: &str = "2000";
pub const TAX: &str = "2200";
pub const RETAINED_EARNINGS: &str = "3900";
pub const REVENUE: &str = "4000";
pub const EXPENSE: &str = "6000";

/// A JSON number exactly as it is written.
#[track_caller]
pub fn number(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text} is no number: {error}"));
    assert!(value.is_number(), "{text} is no number");
    value
}

/// An account without a subtype.
pub fn account(id: &str, name: &str, account_type: &str) -> Value {
    json!({ "account_id": id, "account_name": name, "account_type": account_type, "is_active": true })
}

/// One account of every type and subtype.
pub fn chart_of_accounts() -> Vec<Value> {
    let with = |id: &str, name: &str, account_type: &str, subtype: &str| {
        let mut body = account(id, name, account_type);
        body["subtype"] = json!(subtype);
        body
    };
    vec![
        with(CASH, "Cash at bank", "asset", "bank"),
        with(RECEIVABLE, "Accounts receivable", "asset", "ar"),
        with(PAYABLE, "Accounts payable", "liability", "ap"),
        with(TAX, "Sales tax", "liability", "tax"),
        account("3000", "Share capital", "equity"),
        with(RETAINED_EARNINGS, "Retained earnings", "equity", "retained_earnings"),
        account(REVENUE, "Revenue", "income"),
        account(EXPENSE, "Office expense", "expense"),
        with("7900", "Exchange gain or loss", "expense", "exchange_gain_loss"),
        with("7990", "Rounding", "expense", "rounding"),
    ]
}

pub fn customer(id: &str, name: &str) -> Value {
    json!({ "customer_id": id, "customer_name": name })
}

pub fn vendor(id: &str, name: &str) -> Value {
    json!({ "vendor_id": id, "vendor_name": name })
}

/// Alma's signatures, given by her to Ute.
pub fn delegation(id: &str) -> Value {
    json!({
        "delegation_id": id, "to_user_id": "ute", "first_day": "2024-01-01", "last_day": "2024-01-31", "reason": "holidays",
    })
}

pub fn period(id: &str, name: &str, start: &str, end: &str) -> Value {
    json!({ "period_id": id, "period_name": name, "start_date": start, "end_date": end })
}

/// The first three months of 2024.
pub fn periods() -> Vec<Value> {
    vec![
        period(PERIOD, "January 2024", "2024-01-01", "2024-01-31"),
        period("2024-02", "February 2024", "2024-02-01", "2024-02-29"),
        period("2024-03", "March 2024", "2024-03-01", "2024-03-31"),
    ]
}

/// An amount threshold rule whose approver is a role; `max` null is open.
pub fn rule(id: &str, document_type: &str, level: u32, min: &str, max: Option<&str>, role: &str) -> Value {
    json!({
        "rule_id": id,
        "rule_name": format!("{document_type} from {min}: level {level}"),
        "document_type": document_type,
        "rule_type": "Amount Threshold",
        "is_active": true,
        "priority": 10,
        "min_amount": number(min),
        "max_amount": max.map_or(Value::Null, number),
        "approval_level": level,
        "approver_type": "role",
        "approver_role": role,
    })
}

/// A rule that guards the action on things of the type.
pub fn guard(document_type: &str, action: &str, role: &str) -> Value {
    json!({
        "rule_id": format!("guard-{document_type}-{action}"), "rule_name": "guarded", "document_type": document_type,
        "action": action, "rule_type": "Amount Threshold", "is_active": true, "priority": 10, "approval_level": 1,
        "approver_type": "role", "approver_role": role,
    })
}

/// Up to 1,000 the manager signs; up to 10,000 the controller, too; above that the cfo, too.
pub fn three_levels(document_type: &str) -> Vec<Value> {
    vec![
        rule(&format!("{document_type}-1"), document_type, 1, "0", Some("1000"), "manager"),
        rule(&format!("{document_type}-2"), document_type, 2, "1000.01", Some("10000"), "controller"),
        rule(&format!("{document_type}-3"), document_type, 3, "10000.01", None, "cfo"),
    ]
}

pub fn debit(account: &str, amount: &str) -> Value {
    json!({ "account_id": account, "debit": number(amount) })
}

pub fn credit(account: &str, amount: &str) -> Value {
    json!({ "account_id": account, "credit": number(amount) })
}

/// A journal entry with these lines, dated [`DAY`]; the service makes its id.
#[allow(clippy::needless_pass_by_value, reason = "callers write the lines in place")]
pub fn entry_of(lines: Vec<Value>) -> Value {
    json!({ "tran_date": DAY, "posting_period_id": PERIOD, "memo": "Office chairs", "currency": "USD", "lines": lines })
}

/// A day of next week by the machine's clock.
pub fn soon() -> String {
    let now = i64::try_from(crate::token::now() * 1_000_000).expect("an instant");
    Timestamp::from_micros(now).date().plus_days(7).to_string()
}

/// An exception for the entry of this id, until next week.
pub fn period_exception(id: &str, period: &str, entry: &str) -> Value {
    json!({
        "period_exception_id": id, "period_id": period, "document_type": "journal_entry", "document_id": entry,
        "last_day": soon(), "reason": "The auditors' accrual",
    })
}

/// A tax code of 19 %.
pub fn tax_code(id: &str) -> Value {
    let rates = [json!({ "valid_from": "2020-01-01", "rate": number("0.19") })];
    json!({ "tax_code_id": id, "tax_code_name": "Full rate", "account_id": TAX, "rates": rates })
}

/// Payment terms: 2 % within 10 days, 30 days net; the discount of both sides on [`REVENUE`] and [`EXPENSE`].
pub fn payment_terms(id: &str) -> Value {
    json!({
        "payment_terms_id": id, "payment_terms_name": "2/10 net 30", "net_days": 30, "discount_percent": 2,
        "discount_days": 10, "sales_discount_account_id": EXPENSE, "purchase_discount_account_id": REVENUE,
    })
}

/// A write-off rule of dollars: up to 0.05, on [`EXPENSE`].
pub fn write_off_rule(id: &str) -> Value {
    json!({
        "write_off_rule_id": id, "write_off_rule_name": "A few cents", "currency": "USD", "tolerance": number("0.05"),
        "account_id": EXPENSE,
    })
}

/// A balanced entry: expense against cash.
pub fn entry(amount: &str) -> Value {
    entry_of(vec![debit(EXPENSE, amount), credit(CASH, amount)])
}

/// A balanced entry with this id.
pub fn entry_named(id: &str, amount: &str) -> Value {
    with(entry(amount), json!({ "journal_entry_id": id }))
}

/// The body with additional or replaced fields; null removes a field.
#[allow(clippy::needless_pass_by_value, reason = "callers write the changes in place")]
pub fn with(mut body: Value, changes: Value) -> Value {
    let (Value::Object(fields), Value::Object(changes)) = (&mut body, changes) else {
        panic!("two objects are wanted")
    };
    for (name, value) in changes {
        if value.is_null() {
            fields.remove(&name);
        } else {
            fields.insert(name, value);
        }
    }
    body
}
