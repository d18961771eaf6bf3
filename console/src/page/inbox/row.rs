//! The rows of the inbox.

use serde_json::Value;

use crate::fields::Fields;
use crate::interface::schema::{Page, PendingDocument};
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
    answer.list(Page::DATA).iter().map(|document| row(visit, document, filters)).collect()
}

fn row(visit: &Visit, document: &Value, filters: &Fields) -> Row {
    let (kind, id) = (document.text(PendingDocument::DOCUMENT_TYPE), document.text(PendingDocument::DOCUMENT_ID));
    let key = format!("{kind}:{id}");
    let currency = document.text(PendingDocument::CURRENCY);
    let base = visit.me.base_currency();
    let party = document.given(PendingDocument::PARTY_NAME).or_else(|| document.given(PendingDocument::PARTY_ID));
    Row {
        link: filters.with("open", Some(&key)).address("/inbox"),
        about: party
            .into_iter()
            .chain(document.given(PendingDocument::MEMO))
            .collect::<Vec<_>>()
            .join(" · ")
            .chars()
            .take(MAX_ABOUT)
            .collect(),
        figure: format!("{} {currency}", visit.amount(&document.text(PendingDocument::AMOUNT), &currency)),
        base_figure: if currency == base {
            String::new()
        } else {
            format!("{} {base}", visit.base(&document.text(PendingDocument::BASE_AMOUNT)))
        },
        age: age(&document.text(PendingDocument::WAITS_SINCE), &visit.me.today()),
        level: format!(
            "{}/{}",
            document.text(PendingDocument::LEVEL),
            document.text(PendingDocument::REQUIRED_APPROVAL_LEVEL)
        ),
        deadline: document
            .given(PendingDocument::DEADLINE)
            .map(|instant| visit.reader.instant(&instant))
            .unwrap_or_default(),
        is_late: document.flag(PendingDocument::IS_LATE),
        on_behalf_of: document.text(PendingDocument::ON_BEHALF_OF),
        submitted_by: document.text(PendingDocument::SUBMITTED_BY),
        is_open: false,
        version: document.text(PendingDocument::VERSION),
        amount: document.text(PendingDocument::AMOUNT),
        currency,
        key,
        kind,
        id,
    }
}
