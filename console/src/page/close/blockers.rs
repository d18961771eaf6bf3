//! What bars a close, as a list of things to do: by type and status, with who signs next.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::Value;

use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::enumeration::{DocumentAction, DocumentStatus};
use crate::interface::query::{GetAccountingPeriodUnpostedEntries, ListDocuments};
use crate::interface::schema::{
    Document, Page, StatusCounts, UnpostedBill, UnpostedDocument, UnpostedEntries, UnpostedEntry, UnpostedInvoice,
    UnpostedSummary,
};
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::page::document::plan;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// How many documents of a group a page shows; the register has them all.
const MOST: u8 = 50;
/// The statuses, the ones that wait for somebody first: as the answer names them and as documents do.
const STATUSES: [(Member, DocumentStatus); 4] = [
    (StatusCounts::PENDING_APPROVAL, DocumentStatus::PendingApproval),
    (StatusCounts::ON_HOLD, DocumentStatus::OnHold),
    (StatusCounts::APPROVED, DocumentStatus::Approved),
    (StatusCounts::DRAFT, DocumentStatus::Draft),
];

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
    let asked = Fields::default().with(GetAccountingPeriodUnpostedEntries::AT_MOST, Some(&MOST.to_string()));
    let answer = visit.operations.get(&path, &asked).await?;
    let listed = DOCUMENT_TYPES.into_iter().flat_map(|kind| listed(&answer, kind));
    let groups = join_all(listed.map(|listed| group(visit, period_id, listed))).await;
    let total = answer.whole(UnpostedEntries::TOTAL_UNPOSTED);
    let shown = groups.iter().fold(0_i64, |sum, group| sum.saturating_add(group.count));
    let counts = answer.at(UnpostedEntries::SUMMARY).at(UnpostedSummary::BY_STATUS);
    Ok(Blockers {
        total,
        counts: STATUSES.iter().map(|(name, status)| (status.name(), counts.text(*name))).collect(),
        groups,
        hidden: total.saturating_sub(shown),
    })
}

/// What bars it of one type in one status.
struct Listed<'a> {
    kind: DocumentType,
    status: &'static str,
    count: i64,
    documents: &'a [Value],
}

/// The documents of a type, by status, without the statuses that have none.
fn listed(answer: &Json, kind: DocumentType) -> Vec<Listed<'_>> {
    let collection = kind.collection().replace('-', "_");
    let documents = answer.at(UnpostedEntries::BY_DOCUMENT_TYPE).named(&collection);
    let counts = answer.at(UnpostedEntries::SUMMARY).at(UnpostedSummary::BY_TYPE).named(&collection);
    let of = |(name, status): &(Member, DocumentStatus)| Listed {
        kind,
        status: status.name(),
        count: counts.whole(*name),
        documents: documents.list(*name),
    };
    STATUSES.iter().map(of).filter(|listed| !listed.documents.is_empty()).collect()
}

fn register(period_id: &str, status: &str) -> Fields {
    Fields::from([(ListDocuments::PERIOD, period_id), (ListDocuments::STATUS, status)])
}

/// The documents as their register has them, which know their currency and their plan.
async fn documents(visit: &Visit, listed: &Listed<'_>, period_id: &str) -> HashMap<String, Value> {
    let most = MOST.to_string();
    let asked = register(period_id, listed.status)
        .with(ListDocuments::LIMIT, Some(&most))
        .with(ListDocuments::LINES, Some("false"));
    // Without them, the list shows what the answer about the period has.
    let answer = visit.operations.aside(&format!("/{}", listed.kind.collection()), &asked).await.unwrap_or_default();
    answer.list(Page::DATA).iter().map(|document| (document.text(listed.kind.id()), document.clone())).collect()
}

async fn group(visit: &Visit, period_id: &str, listed: Listed<'_>) -> Group {
    let read = documents(visit, &listed, period_id).await;
    let item = |entry: &Value| item(visit, listed.kind, entry, read.get(&entry.text(UnpostedDocument::ID)));
    Group {
        kind: listed.kind.name(),
        status: listed.status,
        count: listed.count,
        link: register(period_id, listed.status).address(&format!("/{}", listed.kind.collection())),
        has_more: listed.count > i64::from(MOST),
        items: listed.documents.iter().map(item).collect(),
    }
}

/// What says whom or what an entry is about: each type has one of them.
const PARTIES: [Member; 4] =
    [UnpostedDocument::PARTY, UnpostedBill::VENDOR, UnpostedInvoice::CUSTOMER, UnpostedEntry::MEMO];

fn item(visit: &Visit, kind: DocumentType, entry: &Value, document: Option<&Value>) -> Item {
    let id = entry.text(UnpostedDocument::ID);
    let party = PARTIES.into_iter().find_map(|name| entry.given(name));
    let currency = document.map(|document| document.text(Document::CURRENCY)).unwrap_or_default();
    let date = document
        .and_then(|document| document.given(Document::TRAN_DATE))
        .or_else(|| entry.given(UnpostedDocument::TRAN_DATE));
    let now = document.and_then(|document| plan::steps(visit, document).into_iter().find(|step| step.is_now));
    let who = match (&now, document) {
        (Some(step), _) => step.approvers.iter().map(|approver| approver.who.clone()).collect::<Vec<_>>().join(", "),
        (None, Some(document)) => document.text(Document::CREATED_BY),
        (None, None) => String::new(),
    };
    Item {
        link: format!("/{}/{}", kind.collection(), segment(&id)),
        id,
        party: party.unwrap_or_default(),
        date: date.map(|date| visit.reader.date(&date)).unwrap_or_default(),
        figure: visit.amount(&entry.text(UnpostedDocument::AMOUNT), &currency),
        currency,
        level: now.map(|step| step.level.to_string()).unwrap_or_default(),
        who,
        is_mine: document.is_some_and(|document| {
            document.texts(Document::ALLOWED_ACTIONS).iter().any(|action| action == DocumentAction::Approve.name())
        }),
    }
}
