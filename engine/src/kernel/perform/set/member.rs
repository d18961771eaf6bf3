//! The commands of a set with their callers, and what becomes of those who are not answered.

use std::sync::Arc;

use tokio::sync::oneshot;

use crate::books::command::Wants;
use crate::kernel::perform::ask::Ask;
use crate::kernel::perform::outcome::{AnyAnswer, Failure, Performed};
use crate::kernel::sets::Claims;
use crate::kernel::store::StoreError;
use crate::kernel::store::facts::Asking;

/// A command that waits for a set, with its caller.
pub struct Member {
    pub(in crate::kernel::perform) ask: Arc<Ask>,
    pub(in crate::kernel::perform) wants: Wants,
    pub(in crate::kernel::perform) claims: Claims,
    pub(in crate::kernel::perform) answer: oneshot::Sender<Result<Performed<AnyAnswer>, Failure>>,
}

impl Member {
    /// The caller may be gone; a commit stands all the same.
    pub(super) fn reply(self, outcome: Result<Performed<AnyAnswer>, Failure>) {
        let _ = self.answer.send(outcome);
    }
}

/// A set that was undone, and why.
pub(super) struct Undone {
    pub(super) members: Vec<Member>,
    pub(super) error: StoreError,
    /// Whether nothing of it can have been carried out.
    pub(super) for_sure: bool,
}

impl Undone {
    pub(super) fn before_commit(members: Vec<Member>, error: StoreError) -> Self {
        Self { members, error, for_sure: true }
    }
}

/// What all of them ask for.
pub(super) fn asking(set: &[Member]) -> Asking<'_> {
    let mut asking = Asking::default();
    for member in set {
        asking.documents.extend(member.wants.documents.iter());
        asking.reach |= member.wants.settled;
        asking.keys.extend(&member.ask.asked.idempotency);
    }
    asking
}
