//! What an audit-trail answers. See docs/rules/audit.md#reading-the-trail.
//!
//! The rows are sealed as they were written, in the engine's own encoding: minor units, microseconds, nested choices. So
//! they are put into the wire's words here, when they are read, and nowhere else. What is not known stays as it is.

use engine::approval::access::{ApprovalLimits, User};
use engine::approval::rule_set::DRAFT;
use engine::approval::{RoutingPlan, Rule};
use engine::books::stored;
use engine::books::stored::Stored;
use engine::features::reconciliation::model::RESOURCE as RECONCILIATION;
use engine::features::trail::of_one::TrailRow;
use engine::values::account::Account;
use engine::values::money::{Currency, number};
use poem_openapi::types::ToJSON;
use poem_openapi::{Object, types::Any};
use rust_decimal::Decimal;
use serde_json::Value;

use super::WireTimestamp;
use super::account::AccountView;
use super::approval_limit::ApprovalLimitView;
use super::plan::Plan;
use super::rule::{RuleContent, RuleView};
use super::user::UserView;

/// Everything that was done, oldest first.
#[derive(Object, Debug)]
pub struct Trail {
    pub audit_trail: Vec<TrailEntry>,
}

/// One thing that was done.
#[derive(Object, Debug)]
pub struct TrailEntry {
    /// `Created`, `Submit for Approval`, `Approve`, `Post to GL` …
    pub action: String,
    /// A user id, or `system` for the automatic posting.
    pub performed_by: String,
    pub performed_at: WireTimestamp,
    pub before_status: Option<String>,
    pub after_status: Option<String>,
    /// The approver's comments, where there are any.
    pub comments: Option<String>,
    /// What else there is to know: status, level, required_level, reason … A `rule`, `account` or `user` is as a GET of it
    /// answered after the change, a `plan` as the submission answered it. The `changes` of an edited document list each
    /// `field` that differs, with its text `before` and `after`. `session_id` is the session of the console in which it was done.
    pub details: Any<Value>,
}

impl TrailEntry {
    /// `base` is the books' currency, which the bounds of rules are in.
    pub fn of(row: TrailRow, base: Currency) -> Self {
        let TrailRow { at, entry, .. } = row;
        let resource = entry.resource;
        let details = entry.details.into_iter().map(|(key, value)| {
            let told = detail(&resource, &key, &value, base);
            (key, told.unwrap_or(value))
        });
        let mut details: serde_json::Map<String, Value> = details.collect();
        if let (Some(set), Some(Value::Object(plan))) = (details.get("rule_set").cloned(), details.get_mut("plan")) {
            plan.insert("rule_set".into(), set);
        }
        Self {
            comments: details.get("comments").and_then(Value::as_str).map(str::to_owned),
            action: entry.action,
            performed_by: entry.performed_by,
            performed_at: at.into(),
            before_status: entry.before_status.map(|status| status.name().into()),
            after_status: entry.after_status.map(|status| status.name().into()),
            details: Any(Value::Object(details)),
        }
    }
}

/// One detail as the rest of the interface writes it; `None` when the row has it so already, or in no form that is known.
fn detail(resource: &str, key: &str, stored: &Value, base: Currency) -> Option<Value> {
    match (resource, key) {
        ("approval_rule", "rule") => RuleView::of(&read::<Rule>(stored)?, base).to_json(),
        (DRAFT, "rules") => {
            let rules = read::<Vec<Rule>>(stored)?;
            rules.iter().map(|rule| RuleContent::of(rule, base)).collect::<Vec<_>>().to_json()
        }
        ("account", "account") => AccountView::from(&read::<Account>(stored)?).to_json(),
        ("user", "user") => UserView::of(&read::<User>(stored)?, base).to_json(),
        ("role", "approval_limits") => ApprovalLimitView::all(&read::<ApprovalLimits>(stored)?, base).to_json(),
        (_, "plan") => Plan::from(&read::<RoutingPlan>(stored)?).to_json(),
        (RECONCILIATION, name) if name.ends_with("_balance") || name.ends_with("_adjustments") => {
            stored.as_str()?.parse::<Decimal>().ok().map(number)
        }
        _ => None,
    }
}

fn read<T: Stored>(value: &Value) -> Option<T> {
    stored::read_value(value).ok()
}

#[cfg(test)]
mod tests {
    use engine::books::command::AuditEntry;
    use serde_json::json;

    use super::*;

    fn told(resource: &str, details: &Value) -> Value {
        let mut entry = AuditEntry::about(resource, "X-1", "Updated", "alma");
        entry.details = details.as_object().cloned().unwrap_or_default();
        let row = TrailRow { seq: 1, at: engine::values::clock::Timestamp::from_micros(0), entry };
        TrailEntry::of(row, Currency::parse("USD").expect("a currency")).details.0
    }

    #[test]
    fn amounts_that_were_kept_as_texts_are_numbers() {
        let details = json!({ "statement_ending_balance": "725.50", "currency": "USD", "memo": "12.00" });
        let wanted = r#"{"currency":"USD","memo":"12.00","statement_ending_balance":725.50}"#;
        assert_eq!(told(RECONCILIATION, &details).to_string(), wanted);
    }

    #[test]
    fn what_is_not_known_stays() {
        for (resource, details) in [
            ("approval_rule", json!({ "rule": { "min_amount": 1050 } })),
            ("account", json!({ "account": null, "rule": 1 })),
            ("bill", json!({ "plan": "later", "amount": 5, "invented": { "at": 1 } })),
            (RECONCILIATION, json!({ "gl_ending_balance": "much", "book_adjustments": 1 })),
        ] {
            assert_eq!(told(resource, &details), details, "{resource}");
        }
    }
}
