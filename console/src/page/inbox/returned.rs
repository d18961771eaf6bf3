//! What came back to the visitor: below what waits for them, the last one first.

use serde_json::Value;

use crate::fields::Fields;
use crate::interface::query::GetApprovalsReturned;
use crate::interface::schema::{Page, ReturnedByOrNull, ReturnedDocument};
use crate::json::Members;
use crate::visit::Visit;
use crate::vocabulary::page_of;

/// So many are shown; the registers of drafts have all.
const MOST: &str = "20";

/// A document that came back.
pub struct SentBack {
    pub kind: String,
    pub id: String,
    pub link: String,
    pub status: String,
    pub about: String,
    pub figure: String,
    pub by: String,
    pub at: String,
    pub instant: String,
    pub comments: String,
}

/// More of the comments than a row shows; the document's page has all of them.
const MAX_COMMENTS: usize = 300;

/// Those of the visitor.
pub async fn returned(visit: &Visit) -> Vec<SentBack> {
    let query: Fields = [(GetApprovalsReturned::LIMIT, MOST)].into();
    let Ok(list) = visit.operations.aside("/approvals/returned", &query).await else { return Vec::new() };
    list.0.list(Page::DATA).iter().filter_map(|row| one(visit, row)).collect()
}

fn one(visit: &Visit, row: &Value) -> Option<SentBack> {
    let (kind, id, currency) = (
        row.text(ReturnedDocument::DOCUMENT_TYPE),
        row.text(ReturnedDocument::DOCUMENT_ID),
        row.text(ReturnedDocument::CURRENCY),
    );
    let returned = row.at(ReturnedDocument::RETURNED);
    let instant = returned.text(ReturnedByOrNull::AT);
    Some(SentBack {
        link: page_of(&kind, &id)?,
        status: row.text(ReturnedDocument::STATUS),
        about: row
            .given(ReturnedDocument::PARTY_NAME)
            .or_else(|| row.given(ReturnedDocument::PARTY_ID))
            .unwrap_or_default(),
        figure: format!("{} {currency}", visit.amount(&row.text(ReturnedDocument::AMOUNT), &currency)),
        by: returned.text(ReturnedByOrNull::BY),
        at: visit.reader.instant(&instant),
        instant,
        comments: returned.text(ReturnedByOrNull::COMMENTS).chars().take(MAX_COMMENTS).collect(),
        kind,
        id,
    })
}
