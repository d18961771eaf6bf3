//! The circumstances of a command: the caller, the version that the caller expects, and the idempotency key.

use std::sync::Arc;

use crate::approval::access::{Actor, UserId};
use crate::values::clock::Timestamp;

/// Who asks, and how.
#[derive(Clone, Debug)]
pub struct Asked {
    pub actor: Arc<Actor>,
    /// `If-Match`: the present version must be one of these.
    pub expected_versions: Option<Vec<i64>>,
    /// Decide, and change nothing. See docs/rules/interface.md#dry-runs.
    pub dry_run: bool,
    pub idempotency: Option<Idempotency>,
    /// The call as it came, for what must wait for signatures first; none of what the service does by itself.
    pub call: Option<RecordedCall>,
    /// The change request that this carries out.
    pub carries_out: Option<CarriedOut>,
}

/// A write as it came. A change request keeps it until it is signed, and then it is carried out as it came.
/// See docs/rules/change-requests.md#what-is-asked-for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedCall {
    pub method: String,
    /// Path and query.
    pub uri: String,
    /// The header, as it was sent.
    pub if_match: Option<String>,
    pub body: String,
}

/// The change request that is carried out, and the job that does it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CarriedOut {
    pub change_request_id: String,
    pub job_id: String,
}

impl Asked {
    /// By this person, with nothing special.
    pub fn by(actor: impl Into<Arc<Actor>>) -> Self {
        Self {
            actor: actor.into(),
            expected_versions: None,
            dry_run: false,
            idempotency: None,
            call: None,
            carries_out: None,
        }
    }
}

/// A retry's key, whose it is, and what it stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Idempotency {
    pub user_id: UserId,
    pub key: String,
    /// SHA-256 over method, path, query and body.
    pub fingerprint: String,
}

/// An answer as it is kept for a retry. The interface fills it; the engine only keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredAnswer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// The outcome of a command whose answer waits for a job. It is kept with the key, so that a retry is answered from it when the
/// process died before it answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LedTo {
    /// A signature on that level, and the job that posts the document when it was the last.
    Signed { level: u32, job_id: Option<String> },
    /// An invoice payment, and the job that posts it unless it must be signed first.
    Payment { payment_id: String, job_id: Option<String> },
    /// A job that does all of it.
    Job { job_id: String },
}

/// What an earlier request with the same key was carried out to, by a process that has not answered it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unanswered {
    /// When it was carried out.
    pub at: Timestamp,
    pub led_to: LedTo,
    /// The process, whether it still works on the answer or died before.
    pub running_in: Option<String>,
}

/// The part of a command's answer that is kept.
pub enum Kept {
    /// Keep this for retries.
    Answer(StoredAnswer),
    /// The answer comes later: keep what it will be made from, and complete it.
    Later(LedTo),
    /// The answer is not kept: no retry will ask for it.
    Nothing,
}
