//! The controls of the filters, with what can be chosen in them: parties and periods are offered by name.

use futures_util::future::join;
use serde_json::Value;

use super::filter::kept;
use super::kind::{ACCOUNT_TYPES, Register};
use crate::fields::Fields;
use crate::json::Members;
use crate::text::text;
use crate::visit::Visit;
use crate::vocabulary::word;

/// One control.
pub struct FilterField {
    pub name: &'static str,
    pub label: &'static str,
    pub value: String,
    /// `date`, `select`, or `text`, which may have suggestions.
    pub control: &'static str,
    pub options: Vec<Choice>,
}

/// One thing to choose.
pub struct Choice {
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

/// The controls of a register.
pub async fn fields(visit: &Visit, register: &Register) -> Vec<FilterField> {
    let kept = kept(&visit.query, register);
    let (parties, periods) = join(parties(visit, register), periods(visit, register)).await;
    let (mut parties, mut periods) = (Some(parties), Some(periods));
    let field = |name: &&'static str| {
        let value = kept.get(name).unwrap_or_default().to_owned();
        let (control, pairs) = match *name {
            "from" | "to" => ("date", Vec::new()),
            "period" => ("select", periods.take().unwrap_or_default()),
            "party" => ("text", parties.take().unwrap_or_default()),
            "account_type" => ("select", ACCOUNT_TYPES.iter().map(|kind| ((*kind).to_owned(), word(kind))).collect()),
            "is_active" => (
                "select",
                [("true", "register.active"), ("false", "register.inactive")]
                    .map(|(value, key)| (value.to_owned(), text(key).to_owned()))
                    .to_vec(),
            ),
            _ => ("text", Vec::new()),
        };
        let options = choices(pairs, &value, control == "select");
        FilterField { name, label: text(&format!("register.filter.{name}")), value, control, options }
    };
    register.filters.iter().map(field).collect()
}

/// With the one that is chosen, though it may be older than those that are offered.
fn choices(mut pairs: Vec<(String, String)>, chosen: &str, is_closed: bool) -> Vec<Choice> {
    if is_closed && !chosen.is_empty() && !pairs.iter().any(|(value, _)| value == chosen) {
        pairs.push((chosen.to_owned(), chosen.to_owned()));
    }
    pairs.into_iter().map(|(value, label)| Choice { is_chosen: value == chosen, value, label }).collect()
}

/// The parties of the newest page: a suggestion, not a list of all.
async fn parties(visit: &Visit, register: &Register) -> Vec<(String, String)> {
    if !register.filters.contains(&"party") {
        return Vec::new();
    }
    let (path, id, name) = match register.document.and_then(|kind| kind.party) {
        Some(("vendor_id", _)) => ("/vendors", "vendor_id", "vendor_name"),
        Some(("customer_id", _)) => ("/customers", "customer_id", "customer_name"),
        _ => ("/users", "user_id", "name"),
    };
    pairs(visit, path, &Fields::from([("limit", "200")]), id, name).await
}

async fn periods(visit: &Visit, register: &Register) -> Vec<(String, String)> {
    if !register.filters.contains(&"period") {
        return Vec::new();
    }
    pairs(visit, "/accounting-periods", &Fields::from([("limit", "48")]), "period_id", "period_id").await
}

/// What may not be read is not offered.
async fn pairs(visit: &Visit, path: &str, query: &Fields, id: &str, name: &str) -> Vec<(String, String)> {
    let answer = visit.operations.aside(path, query).await.unwrap_or_default();
    let pair = |item: &Value| (item.text(id), item.given(name).unwrap_or_else(|| item.text(id)));
    answer.list("data").iter().map(pair).collect()
}
