//! Approve: one signature on one level; the last makes the job that carries the change out.

use serde_json::json;

use super::guard;
use super::{Moved, audit, saved};
use crate::approval::access::UserId;
use crate::books::change_request::{ChangeRequest, ChangeStage, Move};
use crate::books::command::{Command, Decision, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::queue::Task;
use crate::values::error::{Refusal, RefusalName};

/// Signs the current level.
pub struct ApproveChange {
    pub change_request_id: String,
    pub comments: Option<String>,
}

/// The outcome of a signature.
#[derive(Clone, Debug)]
pub struct ChangeApproved {
    pub moved: Moved,
    /// The highest level that is complete now.
    pub level: u32,
    /// The job that carries it out, when this was the last level.
    pub job_id: Option<String>,
}

impl Refuses for ApproveChange {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::OverLimit, RefusalName::WrongStatus];
}

impl Permitted for ApproveChange {
    const TAKES: Takes = Takes::Move(Move::Approve);
}

impl Command for ApproveChange {
    type Answer = ChangeApproved;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        Wants::change_request(&self.change_request_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<ChangeApproved>, Refusal> {
        let before = guard::permitted(Move::Approve, &self.change_request_id, snapshot)?;
        let step = guard::current_step(before)?;
        let right = guard::may_sign_current_step(before, snapshot)?;
        let on_behalf_of = right.on_behalf_of.clone();
        let submission = before.submission.signed(step, &snapshot.actor.user_id, right, snapshot.now);
        let (given, required) = submission.signatures.progress(step);
        let is_last = given >= required && submission.is_last(step);
        let level = submission.level;
        let stage = if is_last {
            ChangeStage::Approved { job_id: snapshot.job_ids.at(0) }
        } else {
            ChangeStage::PendingApproval
        };
        let request = ChangeRequest { submission, ..before.at(stage) };
        let entry = audit(&request, Move::Approve.audit_word(), &snapshot.actor.user_id)
            .with("level", step.level)
            .with("on_behalf_of", on_behalf_of.as_ref().map(UserId::as_str))
            .with("signatures", (required > 1).then(|| json!({ "given": given, "required": required })))
            .with("comments", self.comments.clone());
        let mut effects = saved(&request, entry, snapshot);
        let task = Task::CarryOut { change_request_id: self.change_request_id.clone() };
        let job_id = is_last.then(|| effects.enqueue(task, snapshot));
        Ok(Decision::new(effects, ChangeApproved { moved: Moved::new(request, snapshot), level, job_id }))
    }
}
