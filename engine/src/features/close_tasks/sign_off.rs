//! A sign-off of a task in a period, with what it rested on. See docs/rules/close-checklist.md#sign-off.

use crate::values::clock::Timestamp;

/// The resource in the trail. Permissions are those of close tasks.
pub const RESOURCE: &str = "close_sign_off";

/// What a sign-off rests on: the postings that its check is about. The ledger takes nothing back, so other postings are more postings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rested {
    pub postings: u64,
    /// When the last of them was made.
    pub last_at: Option<Timestamp>,
}

/// Who took a sign-off back, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Withdrawal {
    pub at: Timestamp,
    pub by: String,
    pub reason: String,
}

/// The newest sign-off of a task in a period; the trail has those before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SignOff {
    pub period_id: String,
    pub close_task_id: String,
    pub evidence: String,
    pub signed_at: Timestamp,
    pub signed_by: String,
    pub rested: Rested,
    pub withdrawn: Option<Withdrawal>,
    pub version: i64,
}

impl SignOff {
    /// As the trail names it. No id has a stroke.
    pub fn id(&self) -> String {
        id_of(&self.period_id, &self.close_task_id)
    }

    pub const fn stands(&self) -> bool {
        self.withdrawn.is_none()
    }
}

pub fn id_of(period_id: &str, close_task_id: &str) -> String {
    format!("{period_id}/{close_task_id}")
}
