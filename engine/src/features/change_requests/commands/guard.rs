//! The guards of what is done to a change request: permission, status, signer, in this order. `allowed_actions` are the answers of the
//! same guards. See docs/rules/change-requests.md#who-signs.

use crate::approval::plan::Step;
use crate::approval::signing::{Candidate, Guarded, Right, may_sign};
use crate::books::change_request::{ChangeRequest, ChangeStage, Move, RESOURCE, TITLE};
use crate::books::command::Snapshot;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{GovernedType, Thing};

/// Refuses the move, or lets it be tried.
pub fn permit(step: Move, request: &ChangeRequest, snapshot: &Snapshot) -> Result<(), Refusal> {
    permission(step, request, snapshot)?;
    if !step.from().contains(&request.stage.status()) {
        return Err(wrong_status(request));
    }
    match step {
        Move::Approve => may_sign_current_step(request, snapshot).map(|_| ()),
        Move::Unhold if is_holder(request, snapshot) => Ok(()),
        Move::Reject | Move::Hold | Move::Unhold => match may_sign_current_step(request, snapshot) {
            Err(refusal) if !refusal.is(RefusalName::OverLimit) => Err(refusal),
            Ok(_) | Err(_) => Ok(()),
        },
        Move::Withdraw => Ok(()),
    }
}

/// The permission to sign. Who asked withdraws without it, and nobody else does; who put it aside takes it up again without it.
pub fn permission(step: Move, request: &ChangeRequest, snapshot: &Snapshot) -> Result<(), Refusal> {
    match step {
        Move::Withdraw if snapshot.actor.user_id == *request.requested_by() => Ok(()),
        Move::Withdraw => {
            Err(RefusalName::Forbidden.because(format!("withdraw is for {}, who asked for it", request.requested_by())))
        }
        Move::Unhold if is_holder(request, snapshot) => Ok(()),
        Move::Approve | Move::Reject | Move::Hold | Move::Unhold => snapshot.require(RESOURCE, step.permission()),
    }
}

fn is_holder(request: &ChangeRequest, snapshot: &Snapshot) -> bool {
    matches!(&request.stage, ChangeStage::OnHold(held) if held.by == snapshot.actor.user_id)
}

/// The moves that the state allows any caller.
fn allowed_now(request: &ChangeRequest) -> Vec<&'static str> {
    let status = request.stage.status();
    Move::ALL.iter().filter(|step| step.from().contains(&status)).map(|step| step.name()).collect()
}

/// The status does not allow it: which it is, and what it allows.
pub fn wrong_status(request: &ChangeRequest) -> Refusal {
    let (allowed, status) = (allowed_now(request), request.stage.status().name());
    let now = if allowed.is_empty() { "nothing".to_owned() } else { allowed.join(", ") };
    RefusalName::WrongStatus
        .because(format!("{TITLE} {:?} is {status}; allowed now: {now}", request.change_request_id))
        .with("change_request_status", status)
        .with("allowed_actions", allowed)
}

/// The step that waits for a signature.
pub fn current_step(request: &ChangeRequest) -> Result<&Step, Refusal> {
    request.submission.current_step().ok_or_else(|| wrong_status(request))
}

/// The right by which the caller may sign the current step.
pub fn may_sign_current_step(request: &ChangeRequest, snapshot: &Snapshot) -> Result<Right, Refusal> {
    let step = current_step(request)?;
    let (catalog, actor, of) = (&snapshot.catalog, &snapshot.actor, request.document_type);
    let amount = request.submission.plan.amount;
    let candidate = Candidate {
        user_id: &actor.user_id,
        roles: &actor.roles,
        may_approve: snapshot.allows(RESOURCE, "approve"),
        limit: catalog.approval_limit(&actor.user_id, &actor.roles, of),
        stands_in_for: catalog.principals_of(&actor.user_id, of, amount, snapshot.today),
    };
    let guarded = Guarded {
        amount,
        base_currency: snapshot.settings.base_currency,
        authors: [request.requested_by()].into(),
        beneficiaries: &request.submission.beneficiaries,
        signatures: &request.submission.signatures,
        self_approval: snapshot.settings.self_approval,
    };
    may_sign(step, &candidate, &guarded)
}

/// Whether the caller sees the numbers of bank details that it asks for: who may read bank details, who asked, and who may sign it as it
/// waits or is on hold, since what they sign they see. See docs/rules/access.md#bank-details.
pub fn sees_numbers(request: &ChangeRequest, snapshot: &Snapshot) -> bool {
    let waits = matches!(request.stage, ChangeStage::PendingApproval | ChangeStage::OnHold(_));
    request.document_type != GovernedType::Thing(Thing::BankDetails)
        || *request.requested_by() == snapshot.actor.user_id
        || snapshot.allows(Thing::BankDetails.name(), "read")
        || waits && may_sign_current_step(request, snapshot).is_ok()
}

/// What the caller may do to it now.
pub fn allowed(request: &ChangeRequest, snapshot: &Snapshot) -> Vec<Move> {
    Move::ALL.iter().copied().filter(|step| permit(*step, request, snapshot).is_ok()).collect()
}

/// The change request, when the caller may do this to it now.
pub(super) fn permitted<'a>(step: Move, id: &str, snapshot: &'a Snapshot) -> Result<&'a ChangeRequest, Refusal> {
    let request = snapshot.change_request(id)?;
    permit(step, request, snapshot)?;
    Ok(request)
}
