//! Who may do what to a document now. The guards stand in one order: permission, status, signer, period.
//! Every action asks them first, and `allowed_actions` and `why_not` are the same guards' answers.

use std::collections::BTreeMap;

use super::kind::{self, checks};
use super::lifecycle::{Action, Status, actions_from};
use super::model::Document;
use crate::approval::signing::{Candidate, Guarded, may_sign};
use crate::command::Snapshot;
use crate::error::{Name, Refusal};
use crate::period::Period;

/// Refuses the action, or lets it be tried.
pub fn permit(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    permission(action, document, snapshot)?;
    status(action, document)?;
    signer(action, document, snapshot)?;
    period(action, document, snapshot)
}

/// The submitter may recall, and the holder release, without the right to approve (C14, C23).
fn permission(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    let resource = document.key.kind.name();
    if is_recall(action, document, snapshot) || is_release_by_holder(action, document, snapshot) {
        return Ok(());
    }
    snapshot.require(resource, action.permission())
}

fn status(action: Action, document: &Document) -> Result<(), Refusal> {
    let kind = document.key.kind;
    if action.allowed(kind, document.status) {
        return Ok(());
    }
    let allowed: Vec<&str> = actions_from(kind, document.status).map(Action::name).collect();
    let now = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
    let detail = format!("{} {:?} is {}; allowed now: {now}", kind.title(), document.key.id, document.status.name());
    Err(Name::WrongStatus
        .because(detail)
        .with("document_status", document.status.name())
        .with("allowed_actions", allowed))
}

/// Approve, reject, request-change, hold and unhold are for those who may sign the current step (C23).
fn signer(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    match action {
        Action::Approve | Action::Reject | Action::RequestChange | Action::Hold | Action::Unhold => {}
        Action::Edit
        | Action::Delete
        | Action::Submit
        | Action::Post
        | Action::Reverse
        | Action::Void
        | Action::Clear => return Ok(()),
        Action::Deposit | Action::ReceivePayment | Action::Apply => return Ok(()),
    }
    if is_recall(action, document, snapshot) || is_release_by_holder(action, document, snapshot) {
        return Ok(());
    }
    may_sign_current_step(document, snapshot)
}

/// Whether the caller may sign the document's current step.
pub fn may_sign_current_step(document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    let Some(step) = document.workflow.current_step() else {
        return Err(Name::WrongStatus.because("no level waits for a signature"));
    };
    let actor = &snapshot.actor;
    let today = snapshot.now.date();
    let candidate = Candidate {
        user_id: &actor.user_id,
        roles: &actor.roles,
        may_approve: snapshot.may(document.key.kind, "approve"),
        stands_in_for: snapshot
            .catalog
            .delegators_of(&actor.user_id, today)
            .map(|user| user.user_id.as_str())
            .collect(),
    };
    let guarded = Guarded {
        authors: document.authors(),
        signed_by: &document.workflow.signed_by,
        self_approval: snapshot.settings.self_approval,
    };
    may_sign(step, &candidate, &guarded)
}

/// What lands in a period, or promises to, needs it open (C14).
fn period(action: Action, document: &Document, snapshot: &Snapshot) -> Result<(), Refusal> {
    match action {
        Action::Submit | Action::Approve | Action::Post => open_period(document, snapshot).map(|_| ()),
        Action::Edit | Action::Delete | Action::Reject | Action::RequestChange | Action::Hold | Action::Unhold => {
            Ok(())
        }
        Action::Reverse | Action::Void | Action::Clear | Action::Deposit | Action::ReceivePayment | Action::Apply => {
            Ok(())
        }
    }
}

/// The document's period, when it is open for everything that the document touches.
pub fn open_period<'a>(document: &Document, snapshot: &'a Snapshot) -> Result<&'a Period, Refusal> {
    let id = &document.content.posting_period_id;
    let period = snapshot.catalog.periods.get(id).ok_or_else(|| Refusal::not_found("accounting period", id))?;
    checks::period_open(period, &kind::sub_ledgers(document, &snapshot.catalog))?;
    Ok(period)
}

fn is_recall(action: Action, document: &Document, snapshot: &Snapshot) -> bool {
    action == Action::RequestChange
        && document.workflow.submitted_by.as_deref() == Some(snapshot.actor.user_id.as_str())
}

fn is_release_by_holder(action: Action, document: &Document, snapshot: &Snapshot) -> bool {
    action == Action::Unhold && document.workflow.held_by.as_deref() == Some(snapshot.actor.user_id.as_str())
}

/// The actions that the caller can take now, and why not the others (C14).
pub fn survey(document: &Document, snapshot: &Snapshot) -> (Vec<Action>, BTreeMap<&'static str, String>) {
    let kind = document.key.kind;
    let mut allowed = Vec::new();
    let mut why_not = BTreeMap::new();
    for action in Action::ALL.into_iter().filter(|action| *action != Action::Post && action.exists_for(kind)) {
        match permit(action, document, snapshot).and_then(|()| already_reversed(action, snapshot)) {
            Ok(()) => allowed.push(action),
            Err(refusal) => {
                why_not.insert(action.name(), refusal.detail());
            }
        }
    }
    (allowed, why_not)
}

/// An entry is reversed once (C19).
pub fn already_reversed(action: Action, snapshot: &Snapshot) -> Result<(), Refusal> {
    match (&snapshot.live_reversal, action) {
        (Some(id), Action::Reverse) => Err(Name::AlreadyReversed
            .because(format!("journal entry {id:?} reverses it already"))
            .with("reversing_entry_id", id.clone())),
        _ => Ok(()),
    }
}

/// Whether the document still bars a close.
pub fn is_unposted(status: Status) -> bool {
    Status::UNPOSTED.contains(&status)
}
