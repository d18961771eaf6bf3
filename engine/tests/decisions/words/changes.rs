//! What is done to the latest change request.

use engine::action::change_request::approve::ApproveChange;
use engine::action::change_request::step::{Step, StepChange};

use super::Said;
use crate::books::{Asked, Books};

/// `approve change`, `reject change, why no`, `hold change, why wait`, `unhold change`, `withdraw change`.
pub fn command(verb: &str, said: &mut Said, books: &Books) -> Box<dyn Asked> {
    let latest = books.requests.last().map(|request| request.change_request_id.clone());
    let change_request_id = latest.unwrap_or_else(|| "none".into());
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
