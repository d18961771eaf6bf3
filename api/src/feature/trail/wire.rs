//! The trail of everything, on the wire.

use engine::features::trail::list::Recorded;
use engine::kernel::audit::piece::Piece;
use engine::values::money::Currency;
use poem_openapi::Object;
use poem_openapi::types::Any;
use serde_json::Value;

use crate::schema::WireTimestamp;
use crate::schema::trail::TrailEntry;

/// One row of the trail, and its place in the chain of hashes.
#[derive(Object, Debug)]
pub struct AuditRow {
    /// What it is about: a document type such as `bill`, or `account`, `customer`, `vendor`, `approval_rule`, `role`, `user` …
    pub resource: String,
    pub resource_id: String,
    /// `Created`, `Updated`, `Submit for Approval`, `Approve`, `Post to GL` …
    pub action: String,
    /// A user id, or `system` for what the service did by itself.
    pub performed_by: String,
    pub performed_at: WireTimestamp,
    pub before_status: Option<String>,
    pub after_status: Option<String>,
    pub comments: Option<String>,
    /// As in the `audit-trail` of the resource.
    pub details: Any<Value>,
    /// The row's place in the chain, counted from 1; null until it is sealed, within five seconds.
    pub position: Option<i64>,
    /// The hash of the chain up to this row, as `gl audit export` has it; null until it is sealed.
    pub hash: Option<String>,
}

impl AuditRow {
    /// `base` is the books' currency.
    pub fn of(recorded: Recorded, base: Currency) -> Self {
        let Recorded { row, seal } = recorded;
        let (resource, resource_id) = (row.entry.resource.clone(), row.entry.resource_id.clone());
        let TrailEntry { action, performed_by, performed_at, before_status, after_status, comments, details } =
            TrailEntry::of(row, base);
        let (position, hash) = seal.map(|seal| (seal.position, seal.hash)).unzip();
        Self {
            resource,
            resource_id,
            action,
            performed_by,
            performed_at,
            before_status,
            after_status,
            comments,
            details,
            position,
            hash,
        }
    }
}

/// The newest seal of the trail.
#[derive(Object, Debug)]
pub struct AuditHead {
    /// How many rows are sealed.
    pub position: i64,
    /// The hash over all of them. Kept elsewhere as `<position>:<hash>`, it lets `gl audit verify --head` find a trail that
    /// was computed anew from there on.
    pub hash: String,
    /// When it was sealed; null in books in which nothing is sealed yet.
    pub sealed_at: Option<WireTimestamp>,
}

/// How far a verification of the trail is.
#[derive(Object, Debug)]
pub struct AuditVerification {
    /// How many rows are found to be as they were sealed.
    pub verified: i64,
    /// How many rows are sealed now.
    pub sealed: i64,
    /// Whether all was verified and nothing is wrong.
    pub is_whole: bool,
    /// The first thing wrong, in words; null while there is none.
    pub finding: Option<String>,
    /// Once all is verified: the newest seal, `<position>:<hash>`, to be kept elsewhere.
    pub head: Option<String>,
    /// Rows of the last seconds, without a seal yet.
    pub unsealed: Option<u64>,
    pub next_cursor: Option<String>,
}

impl AuditVerification {
    pub fn of(piece: Piece) -> Self {
        let Piece { outcome, reached, head } = piece;
        let is_open = matches!(outcome, Ok(None));
        let (whole, finding) = match outcome {
            Ok(whole) => (whole, None),
            Err(finding) => (None, Some(finding.to_string())),
        };
        Self {
            verified: reached.position,
            sealed: head.position,
            is_whole: whole.is_some(),
            finding,
            head: whole.as_ref().map(|whole| whole.head.to_string()),
            unsealed: whole.map(|whole| whole.unsealed),
            next_cursor: is_open.then(|| reached.to_string()),
        }
    }
}
