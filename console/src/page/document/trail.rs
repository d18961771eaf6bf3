//! The timeline: every row of the document's trail, with its seal where the person may read the trail of everything.

use serde_json::Value;

use super::returned::is_same;
use crate::fields::Fields;
use crate::interface::query::ListAudit;
use crate::interface::schema::{AuditRow, Page, Trail, TrailEntry};
use crate::interface::undescribed::{Changed, Details};
use crate::json::{Members, plain};
use crate::operations::segment;
use crate::problem::Problem;
use crate::visit::Visit;
use crate::vocabulary::DocumentType;

/// One row.
pub struct Entry {
    pub action: String,
    pub performed_by: String,
    pub on_behalf_of: String,
    pub performed_at: String,
    pub instant: String,
    pub after_status: String,
    pub comments: String,
    /// What changed, field by field, from one round to the next.
    pub changes: Vec<Change>,
    /// Its place in the sealed chain.
    pub position: String,
    pub hash: String,
}

/// One field before and after.
pub struct Change {
    pub field: String,
    pub before: String,
    pub after: String,
}

/// The rows, oldest first.
pub async fn timeline(visit: &Visit, kind: DocumentType, id: &str) -> Result<Vec<Entry>, Problem> {
    let path = format!("/{}/{}/audit-trail", kind.collection(), segment(id));
    let sealed: Fields =
        [(ListAudit::RESOURCE, kind.name()), (ListAudit::RESOURCE_ID, id), (ListAudit::LIMIT, "200")].into();
    let none = Fields::default();
    let (trail, sealed) = tokio::join!(visit.operations.get(&path, &none), visit.operations.aside("/audit", &sealed));
    let sealed = sealed.map(|sealed| sealed.0).unwrap_or_default();
    let seal = |row: &Value| {
        let same = |other: &&Value| {
            other.at(TrailEntry::PERFORMED_AT) == row.at(TrailEntry::PERFORMED_AT)
                && other.at(TrailEntry::ACTION) == row.at(TrailEntry::ACTION)
        };
        sealed.list(Page::DATA).iter().find(same)
    };
    let trail = trail?;
    let mut submitter = String::new();
    let one = |row: &Value| {
        let mut entry = entry(visit, row, seal(row));
        match entry.action.as_str() {
            "Submit for Approval" => submitter.clone_from(&entry.performed_by),
            // Who takes their own document back recalls it.
            "Request Change" if is_same(&entry.performed_by, &submitter) => entry.action = "Recall".into(),
            _ => {}
        }
        entry
    };
    Ok(trail.0.list(Trail::AUDIT_TRAIL).iter().map(one).collect())
}

fn entry(visit: &Visit, row: &Value, seal: Option<&Value>) -> Entry {
    let details = row.at(TrailEntry::DETAILS);
    Entry {
        action: row.text(TrailEntry::ACTION),
        performed_by: row.text(TrailEntry::PERFORMED_BY),
        on_behalf_of: details.text(Details::ON_BEHALF_OF),
        performed_at: visit.reader.instant(&row.text(TrailEntry::PERFORMED_AT)),
        instant: row.text(TrailEntry::PERFORMED_AT),
        after_status: row.given(TrailEntry::AFTER_STATUS).unwrap_or_else(|| details.text(Details::STATUS)),
        comments: row
            .given(TrailEntry::COMMENTS)
            .or_else(|| details.given(Details::COMMENTS))
            .or_else(|| details.given(Details::REASON))
            .unwrap_or_default(),
        changes: changes(details),
        position: seal.map(|seal| seal.text(AuditRow::POSITION)).unwrap_or_default(),
        hash: seal.map(|seal| seal.text(AuditRow::HASH)).unwrap_or_default(),
    }
}

/// As the trail has them: `changes` as `[{field, before, after}]`, and how many are not listed.
fn changes(details: &Value) -> Vec<Change> {
    let one = |change: &Value| Change {
        // Of a line: `lines/2/account_id`.
        field: change.text(Changed::FIELD).replace('/', " "),
        before: plain(change.at(Changed::BEFORE)),
        after: plain(change.at(Changed::AFTER)),
    };
    let rest = details.given(Details::CHANGES_LEFT_OUT);
    let rest = rest.map(|after| Change { field: "changes_left_out".into(), before: String::new(), after });
    details.list(Details::CHANGES).iter().map(one).chain(rest).collect()
}
