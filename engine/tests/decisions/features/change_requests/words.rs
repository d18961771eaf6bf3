//! What is done to change requests.

use engine::books::change_request::ChangeRequest;
use engine::features::change_requests::commands::approve::ApproveChange;
use engine::features::change_requests::commands::step::{Step, StepChange};

use crate::books::Asked;
use crate::words::Said;

/// `approve change`, `reject change, why no`, `hold change, why wait`, `unhold change`, `withdraw change`.
pub fn command(verb: &str, meant: Option<&ChangeRequest>, said: &mut Said) -> Box<dyn Asked> {
    let change_request_id = meant.map_or_else(|| "none".into(), |request| request.change_request_id.clone());
    let reason = said.text("why", Some("no")).unwrap_or_default();
    let step = match verb {
        "approve" => return Box::new(ApproveChange { change_request_id, comments: said.text("says", None) }),
        "reject" => Step::Reject { reason },
        "hold" => Step::Hold { reason },
        "unhold" => Step::Unhold,
        "withdraw" => Step::Withdraw,
        other => panic!("nobody can {other} a change"),
    };
    Box::new(StepChange { change_request_id, step })
}
