//! What bars a close, as a list of things to do: by type and status, with who signs next.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::Value;

use crate::fields::Fields;
use crate::json::Members;
use crate::operations::segment;
use crate::page::document::plan;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// How many documents of a group a page shows; the register has them all.
const MOST: usize = 50;
/// The longest answer that is read: some hundred thousand documents.
const MOST_BYTES: usize = 20 * 1024 * 1024;
/// The statuses, the ones that wait for somebody first: as the answer names them and as documents do.
const STATUSES: [(&str, &str); 4] =
    [("pending_approval", "Pending Approval"), ("on_hold", "On Hold"), ("approved", "Approved"), ("draft", "Draft")];

/// What bars the close of a period.
pub struct Blockers {
    pub total: i64,
    pub counts: Vec<(&'static str, String)>,
    pub groups: Vec<Group>,
    /// There are so many that they are not listed here.
    pub is_too_long: bool,
    /// Some are of types that the person may not read.
    pub hidden: i64,
}

/// The documents of one type in one status.
pub struct Group {
    pub kind: &'static str,
    pub status: &'static str,
    pub count: usize,
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
    let Some(answer) = visit.operations.bounded(&path, &Fields::default(), MOST_BYTES).await? else {
        return Ok(Blockers { total: 0, counts: Vec::new(), groups: Vec::new(), is_too_long: true, hidden: 0 });
    };
    let by_type = answer.at("by_document_type");
    let barring: Vec<&'static DocumentType> =
        DOCUMENT_TYPES.iter().filter(|kind| !of_type(by_type, kind).is_empty()).collect();
    let reads = join_all(barring.iter().map(|kind| documents(visit, kind, period_id))).await;
    let mut groups = Vec::new();
    for (kind, read) in barring.iter().zip(&reads) {
        for (status, list) in of_type(by_type, kind) {
            groups.push(group(visit, kind, period_id, status, list, read));
        }
    }
    let total = answer.whole("total_unposted");
    let listed: usize = groups.iter().map(|group| group.count).sum();
    let counts = answer.at("summary").at("by_status");
    Ok(Blockers {
        total,
        counts: STATUSES.iter().map(|(name, status)| (*status, counts.text(name))).collect(),
        groups,
        is_too_long: false,
        hidden: total.saturating_sub(i64::try_from(listed).unwrap_or(i64::MAX)),
    })
}

/// The documents of a type, by status, without the statuses that have none.
fn of_type<'a>(by_type: &'a Value, kind: &DocumentType) -> Vec<(&'static str, &'a [Value])> {
    let statuses = by_type.at(&kind.collection.replace('-', "_"));
    let of = |(name, status): &(&str, &'static str)| (*status, statuses.list(name));
    STATUSES.iter().map(of).filter(|(_, list)| !list.is_empty()).collect()
}

fn register(period_id: &str, status: &str) -> Fields {
    Fields::from([("period", period_id), ("status", status)])
}

/// The documents of a type as its register has them, which know their currency and their plan.
async fn documents(visit: &Visit, kind: &DocumentType, period_id: &str) -> HashMap<String, Value> {
    let all = STATUSES.map(|(_, status)| status).join(",");
    let asked = register(period_id, &all).with("limit", Some("200")).with("lines", Some("false"));
    // Without them, the list shows what the answer about the period has.
    let answer = visit.operations.aside(&format!("/{}", kind.collection), &asked).await.unwrap_or_default();
    answer.list("data").iter().map(|document| (document.text(kind.id), document.clone())).collect()
}

fn group(
    visit: &Visit,
    kind: &'static DocumentType,
    period_id: &str,
    status: &'static str,
    list: &[Value],
    read: &HashMap<String, Value>,
) -> Group {
    let item = |entry: &Value| {
        let id = entry.text("id");
        item(visit, kind, entry, read.get(&id))
    };
    Group {
        kind: kind.name,
        status,
        count: list.len(),
        link: register(period_id, status).address(&format!("/{}", kind.collection)),
        has_more: list.len() > MOST,
        items: list.iter().take(MOST).map(item).collect(),
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
