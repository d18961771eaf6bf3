//! What bars a close, as a list of things to do: by type and status, with who signs next.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::Value;

use crate::fields::Fields;
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::page::document::plan;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// How many documents of a group a page shows; the register has them all.
const MOST: u8 = 50;
/// The statuses, the ones that wait for somebody first: as the answer names them and as documents do.
const STATUSES: [(&str, &str); 4] =
    [("pending_approval", "Pending Approval"), ("on_hold", "On Hold"), ("approved", "Approved"), ("draft", "Draft")];

/// What bars the close of a period.
pub struct Blockers {
    pub total: i64,
    pub counts: Vec<(&'static str, String)>,
    pub groups: Vec<Group>,
    /// Some are of types that the person may not read.
    pub hidden: i64,
}

/// The documents of one type in one status.
pub struct Group {
    pub kind: &'static str,
    pub status: &'static str,
    pub count: i64,
    /// The register of all of them.
    pub link: String,
    pub has_more: bool,
    pub items: Vec<Item>,
}

/// One document.
pub struct Item {
    pub id: String,
    pub link: String,
    pub party: String,
    pub date: String,
    pub figure: String,
    pub currency: String,
    pub level: String,
    /// Who may sign next, or who wrote it.
    pub who: String,
    pub is_mine: bool,
}

/// The blockers of a period, with who is next for each.
pub async fn of(visit: &Visit, period_id: &str) -> Result<Blockers, Problem> {
    let path = format!("/accounting-periods/{}/unposted-entries", segment(period_id));
    let asked = Fields::default().with("at_most", Some(&MOST.to_string()));
    let answer = visit.operations.get(&path, &asked).await?;
    let listed = DOCUMENT_TYPES.iter().flat_map(|kind| listed(&answer, kind));
    let groups = join_all(listed.map(|listed| group(visit, period_id, listed))).await;
    let total = answer.whole("total_unposted");
    let shown = groups.iter().fold(0_i64, |sum, group| sum.saturating_add(group.count));
    let counts = answer.at("summary").at("by_status");
    Ok(Blockers {
        total,
        counts: STATUSES.iter().map(|(name, status)| (*status, counts.text(name))).collect(),
        groups,
        hidden: total.saturating_sub(shown),
    })
}

/// What bars it of one type in one status.
struct Listed<'a> {
    kind: &'static DocumentType,
    status: &'static str,
    count: i64,
    documents: &'a [Value],
}

/// The documents of a type, by status, without the statuses that have none.
fn listed<'a>(answer: &'a Json, kind: &'static DocumentType) -> Vec<Listed<'a>> {
    let collection = kind.collection.replace('-', "_");
    let documents = answer.at("by_document_type").at(&collection);
    let counts = answer.at("summary").at("by_type").at(&collection);
    let of = |(name, status): &(&str, &'static str)| Listed {
        kind,
        status,
        count: counts.whole(name),
        documents: documents.list(name),
    };
    STATUSES.iter().map(of).filter(|listed| !listed.documents.is_empty()).collect()
}

fn register(period_id: &str, status: &str) -> Fields {
    Fields::from([("period", period_id), ("status", status)])
}

/// The documents as their register has them, which know their currency and their plan.
async fn documents(visit: &Visit, listed: &Listed<'_>, period_id: &str) -> HashMap<String, Value> {
    let most = MOST.to_string();
    let asked = register(period_id, listed.status).with("limit", Some(&most)).with("lines", Some("false"));
    // Without them, the list shows what the answer about the period has.
    let answer = visit.operations.aside(&format!("/{}", listed.kind.collection), &asked).await.unwrap_or_default();
    answer.list("data").iter().map(|document| (document.text(listed.kind.id), document.clone())).collect()
}

async fn group(visit: &Visit, period_id: &str, listed: Listed<'_>) -> Group {
    let read = documents(visit, &listed, period_id).await;
    let item = |entry: &Value| item(visit, listed.kind, entry, read.get(&entry.text("id")));
    Group {
        kind: listed.kind.name,
        status: listed.status,
        count: listed.count,
        link: register(period_id, listed.status).address(&format!("/{}", listed.kind.collection)),
        has_more: listed.count > i64::from(MOST),
        items: listed.documents.iter().map(item).collect(),
    }
}

fn item(visit: &Visit, kind: &DocumentType, entry: &Value, document: Option<&Value>) -> Item {
    let id = entry.text("id");
    let party = ["party", "vendor", "customer", "memo"].iter().find_map(|name| entry.given(name));
    let currency = document.map(|document| document.text("currency")).unwrap_or_default();
    let date = document.and_then(|document| document.given("tran_date")).or_else(|| entry.given("tran_date"));
    let now = document.and_then(|document| plan::steps(visit, document).into_iter().find(|step| step.is_now));
    let who = match (&now, document) {
        (Some(step), _) => step.approvers.iter().map(|approver| approver.who.clone()).collect::<Vec<_>>().join(", "),
        (None, Some(document)) => document.text("created_by"),
        (None, None) => String::new(),
    };
    Item {
        link: format!("/{}/{}", kind.collection, segment(&id)),
        id,
        party: party.unwrap_or_default(),
        date: date.map(|date| visit.reader.date(&date)).unwrap_or_default(),
        figure: visit.amount(&entry.text("amount"), &currency),
        currency,
        level: now.map(|step| step.level.to_string()).unwrap_or_default(),
        who,
        is_mine: document
            .is_some_and(|document| document.texts("allowed_actions").iter().any(|action| action == "approve")),
    }
}
