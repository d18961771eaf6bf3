//! What comes with a command: who asks, what they believe the present version to be, and the key of a retry.

use crate::access::{Actor, UserId};

/// Who asks, and how.
#[derive(Clone, Debug)]
pub struct Asked {
    pub actor: Actor,
    /// `If-Match`: the present version must be one of these.
    pub expected_versions: Option<Vec<i64>>,
    /// Decide, and change nothing. See docs/rules/interface.md#dry-runs.
    pub dry_run: bool,
    pub idempotency: Option<Idempotency>,
}

impl Asked {
    /// By this person, with nothing special.
    pub fn by(actor: Actor) -> Self {
        Self { actor, expected_versions: None, dry_run: false, idempotency: None }
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
