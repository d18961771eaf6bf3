//! The fields of a rule, in the order in which they are asked for.

use serde_json::{Map, Value};

use crate::interface::Member;
use crate::interface::schema::MatchingRuleInput as Input;
use crate::json::Members;
use crate::page::form_field::FormField;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::Visit;

/// With what is typed or chosen, and the key of the hint.
const FIELDS: [(Member, &str); 9] = [
    (Input::BANK_ACCOUNT_ID, "matching.rule.hint.bank_account_id"),
    (Input::DIRECTION, ""),
    (Input::COUNTERPARTY_ACCOUNT, "matching.rule.hint.counterparty_account"),
    (Input::TEXT_CONTAINS, "matching.rule.hint.text_contains"),
    (Input::CUSTOMER_ID, "matching.rule.hint.party"),
    (Input::VENDOR_ID, ""),
    (Input::ACCOUNT_ID, "matching.rule.hint.account_id"),
    (Input::MAKES, "matching.rule.hint.makes"),
    (Input::MEMO, "matching.rule.hint.memo"),
];

fn choices(member: Member) -> Vec<(&'static str, String)> {
    let words: &[&'static str] = match member {
        Input::DIRECTION => &["in", "out"],
        Input::MAKES => &["draft", "submitted"],
        _ => return Vec::new(),
    };
    let any = std::iter::once(("", text("matching.rule.none").to_owned()));
    any.chain(words.iter().map(|name| (*name, text(&format!("matching.rule.{name}")).to_owned()))).collect()
}

/// Filled with what was typed, or else with what is recorded.
pub fn filled_with(visit: &Visit, recorded: &impl Members, problem: Option<&Problem>) -> Vec<FormField> {
    let field = |(member, hint): (Member, &str)| {
        let value = visit.form.get(member).map_or_else(|| recorded.text(member), str::to_owned);
        FormField::new(member, value)
            .hint(if hint.is_empty() { "" } else { text(hint) })
            .chosen(choices(member))
            .wrong(problem.and_then(|problem| problem.at_member(member)))
    };
    FIELDS.into_iter().map(field).collect()
}

/// What the form says; what it leaves empty is left out, or taken away.
pub fn body(visit: &Visit, takes_away: bool) -> Value {
    let mut body = Map::new();
    for (member, _) in FIELDS {
        match visit.form.given(member) {
            Some(given) => drop(body.insert(member.into(), given.into())),
            None if takes_away => drop(body.insert(member.into(), Value::Null)),
            None => {}
        }
    }
    Value::Object(body)
}
