//! The rows of the inbox.

use serde_json::Value;

use crate::fields::Fields;
use crate::json::{Json, Members};
use crate::page::document::age;
use crate::visit::Visit;

/// More of the party and the memo than a row shows; the document beside the list has all of it.
const MAX_ABOUT: usize = 160;

/// One document that waits.
pub struct Row {
    /// `type:id`.
    pub key: String,
    pub kind: String,
    pub id: String,
    /// What is shown of it: a decision on another is refused.
    pub version: String,
    /// Opens it beside the list.
    pub link: String,
    pub about: String,
    pub figure: String,
    /// As the interface has it, to be added up with others of its currency.
    pub amount: String,
    pub currency: String,
    /// In base currency, when that is another.
    pub base_figure: String,
    pub age: String,
    pub level: String,
    pub deadline: String,
    pub is_late: bool,
    pub on_behalf_of: String,
    pub submitted_by: String,
    pub is_open: bool,
}

/// The rows of the list.
pub fn rows(visit: &Visit, answer: &Json, filters: &Fields) -> Vec<Row> {
    answer.list("data").iter().map(|document| row(visit, document, filters)).collect()
}

fn row(visit: &Visit, document: &Value, filters: &Fields) -> Row {
    let (kind, id) = (document.text("document_type"), document.text("document_id"));
    let key = format!("{kind}:{id}");
    let currency = document.text("currency");
    let base = visit.me.base_currency();
    let party = document.given("party_name").or_else(|| document.given("party_id"));
    Row {
        link: filters.with("open", Some(&key)).address("/inbox"),
        about: party
            .into_iter()
            .chain(document.given("memo"))
            .collect::<Vec<_>>()
            .join(" · ")
            .chars()
            .take(MAX_ABOUT)
            .collect(),
        figure: format!("{} {currency}", visit.amount(&document.text("amount"), &currency)),
        base_figure: if currency == base {
            String::new()
        } else {
            format!("{} {base}", visit.base(&document.text("base_amount")))
        },
        age: age(&document.text("waits_since"), &visit.me.today()),
        level: format!("{}/{}", document.text("level"), document.text("required_approval_level")),
        deadline: document.given("deadline").map(|instant| visit.reader.instant(&instant)).unwrap_or_default(),
        is_late: document.flag("is_late"),
        on_behalf_of: document.text("on_behalf_of"),
        submitted_by: document.text("submitted_by"),
        is_open: false,
        version: document.text("version"),
        amount: document.text("amount"),
        currency,
        key,
        kind,
        id,
    }
}
