//! The steps of an approval that sign nothing: reject, request-change, hold, unhold. Their facts say where they lead to, for whom
//! they are, and which words they take. See docs/rules/documents.md#lifecycle.

use crate::books::action::take_back::take_back;
use crate::books::action::{Acted, audit, guard, moved, permitted};
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::model::Document;
use crate::books::document::stage::{CameBack, Held, Rejection, Returned};
use crate::books::document::{Action, Stage, Status};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::DocumentKey;

/// Moves a document within its approval.
pub struct Step {
    pub key: DocumentKey,
    /// One that [`Action::is_step`].
    pub action: Action,
    /// The reason or comments.
    pub words: Option<String>,
}

/// An operation that takes one of the steps and no other: its permission stands in the type.
pub trait OneStep: Permitted + Refuses {
    const ACTION: Action;

    fn on(key: DocumentKey, words: Option<String>) -> Step {
        Step { key, action: Self::ACTION, words }
    }
}

macro_rules! operations {
    ($($name:ident),* $(,)?) => { $(
        #[derive(Debug)]
        pub enum $name {}

        impl OneStep for $name {
            const ACTION: Action = Action::$name;
        }

        impl Permitted for $name {
            const TAKES: Takes = Takes::Action(Self::ACTION);
        }

        impl Refuses for $name {
            const REFUSALS: &'static [RefusalName] = Step::REFUSALS;
        }
    )* };
}

operations![Reject, RequestChange, Hold, Unhold];

impl Refuses for Step {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::WrongStatus];
}

impl Command for Step {
    type Answer = Acted;

    fn needs(&self) -> Vec<Needed> {
        Takes::Action(self.action).permissions(Some(self.key.kind))
    }

    fn permits(&self, snapshot: &Snapshot) -> Result<(), Refusal> {
        guard::permits(self.action, &self.key, snapshot)
    }

    fn wants(&self) -> Wants {
        // Only from there it may start at Approved.
        let set_aside_posting_of = (self.action == Action::RequestChange).then(|| self.key.clone());
        Wants { set_aside_posting_of, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Acted>, Refusal> {
        let before = permitted(self.action, &self.key, snapshot)?;
        if let Stage::Approved(approval) = &before.stage {
            return take_back(before, approval, self.words.as_deref(), snapshot);
        }
        let document = before.at(self.next(before, snapshot)?);
        let mut entry = audit(self.action, before, document.status(), snapshot);
        if let Some(field) = self.action.facts().words {
            entry = entry.with(field, self.words.clone());
        }
        let acted = Acted::new(&document, snapshot, self.words.as_deref());
        Ok(Decision::new(moved(document, entry, snapshot), acted))
    }
}

impl Step {
    /// The stage that it leads to.
    fn next(&self, before: &Document, snapshot: &Snapshot) -> Result<Stage, Refusal> {
        let submission = match &before.stage {
            Stage::PendingApproval(submission) => submission.clone(),
            Stage::OnHold(held) => held.resumed(snapshot.now),
            Stage::Draft(_) | Stage::Approved(_) | Stage::InLedger(_) | Stage::Rejected(_) | Stage::Voided(_) => {
                return Err(guard::wrong_status(before));
            }
        };
        let returned = || Some(Returned::now(self.words.as_deref(), snapshot.now, &snapshot.actor.user_id));
        match self.action.to() {
            Some(Status::Draft) => {
                let submitted = Some(submission.submitted);
                Ok(Stage::Draft(Some(CameBack { submitted, returned: returned() })))
            }
            Some(Status::PendingApproval) => Ok(Stage::PendingApproval(submission)),
            Some(Status::OnHold) => {
                let by = snapshot.actor.user_id.clone();
                Ok(Stage::OnHold(Held { submission, by, at: Some(snapshot.now) }))
            }
            Some(Status::Rejected) => Ok(Stage::Rejected(Rejection { submission, returned: returned() })),
            Some(Status::Approved | Status::Posted | Status::Voided) => Err(guard::wrong_status(before)),
            Some(Status::Paid | Status::Deposited | Status::Cleared | Status::Returned) | None => {
                Err(guard::wrong_status(before))
            }
        }
    }
}
