//! What becomes of change requests.

use engine::approval::{Signer, Step};
use engine::books::change_request::{ChangeRequest, ChangeStatus};

/// `change Pending Approval: void bill BILL-1 (1: manager)`; what was asked for stands in the line that asked for it.
pub fn changed(request: &ChangeRequest) -> String {
    let (status, submission) = (request.stage.status(), &request.submission);
    let name = status.name();
    if request.version > 1 {
        let level = if status == ChangeStatus::PendingApproval {
            format!(", level {}", submission.level)
        } else {
            String::new()
        };
        let why =
            request.stage.refusal().map(|refusal| format!(" {}", crate::outcome::refused(refusal))).unwrap_or_default();
        return format!("change {name}{level}{why}");
    }
    let (action, of) = (request.action.name(), request.document_type.name());
    let id = request.resource_id.as_deref().unwrap_or("something");
    let steps: Vec<String> = submission.plan.steps.iter().map(step).collect();
    format!("change {name}: {action} {of} {id} ({})", steps.join(", "))
}

fn step(step: &Step) -> String {
    let signers = step.alternatives.iter().flat_map(|way| &way.signers).map(|signer| match signer {
        Signer::Role { role } => role.clone(),
        Signer::User { user_id } | Signer::Manager { user_id } | Signer::ManagerChain { user_id, .. } => {
            user_id.to_string()
        }
        Signer::Anyone => "anyone".into(),
    });
    format!("{}: {}", step.level, signers.collect::<Vec<_>>().join("|"))
}
