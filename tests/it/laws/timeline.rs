//! The states that a trail implies, with their times. A row's instant lies inside its transaction: a request may see the new state
//! from then on, and the old state until the row's request was answered.

use engine::books::document::lifecycle;
use engine::books::document::lifecycle::{Action, Status};
use engine::features::trail::of_one::TrailRow;
use engine::values::kind::DocumentKind;
use serde_json::Value;

use super::players::{Deed, Said};

/// How long a job's transaction may take on a busy machine, in microseconds.
const JOB: i64 = 5_000_000;

/// A state, and the time within which a request may have seen it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span<S> {
    pub state: S,
    pub from: i64,
    pub to: i64,
}

pub type Timeline<S> = Vec<Span<S>>;

/// Whether some request between these instants may have seen such a state.
pub fn seen<S: Copy>(timeline: &[Span<S>], said: &Said, wanted: impl Fn(S) -> bool) -> bool {
    timeline.iter().any(|span| wanted(span.state) && span.from <= said.told && said.sent <= span.to)
}

/// Appends a state; `until` is when the state before it was no longer visible to any request.
fn then<S>(timeline: &mut Timeline<S>, state: S, from: i64, until: i64) {
    if let Some(last) = timeline.last_mut() {
        last.to = until;
    }
    timeline.push(Span { state, from, to: i64::MAX });
}

/// The instant from which all requests see the change of this row: when its request was answered.
fn over(row: &TrailRow, said: &[Said]) -> i64 {
    let at = row.at.micros();
    let its = said.iter().filter(|said| {
        said.accepted()
            && said.user == row.entry.performed_by
            && said.deed.word() == row.entry.action
            && said.sent <= at
            && at <= said.told
    });
    its.map(|said| said.told).max().unwrap_or(at + JOB)
}

fn action(word: &str) -> Option<Action> {
    Action::ALL.into_iter().find(|action| action.audit_word() == word)
}

/// The states of a document by its trail: each row is an edge of the lifecycle table; any other row is an error.
pub fn of_document(id: &str, trail: &[TrailRow], said: &[Said]) -> Result<Timeline<Option<Status>>, String> {
    let mut timeline = vec![Span { state: None, from: i64::MIN, to: i64::MAX }];
    let (mut state, mut required, mut level) = (None, 0, 0);
    for row in trail {
        let objection = || format!("{id}: {row:?} from {state:?}");
        if row.entry.before_status != state {
            return Err(objection());
        }
        let number = |name: &str| row.entry.details.get(name).and_then(Value::as_u64).unwrap_or(0);
        let to = match (action(&row.entry.action), state) {
            (None, None) if row.entry.action == "Created" => Some(Status::Draft),
            (Some(action), Some(from)) if action.allowed(DocumentKind::JournalEntry, from) => {
                if action == Action::Submit {
                    (required, level) = (number("required_level"), 0);
                }
                match action {
                    Action::Delete => None,
                    Action::Approve => {
                        let before = std::mem::replace(&mut level, number("level"));
                        if before >= level || level > required {
                            return Err(objection());
                        }
                        Some(if level == required { Status::Approved } else { from })
                    }
                    _ => Some(action.to().unwrap_or(from)),
                }
            }
            _ => return Err(objection()),
        };
        if row.entry.after_status != to {
            return Err(objection());
        }
        state = to;
        then(&mut timeline, state, row.at.micros(), over(row, said));
    }
    Ok(timeline)
}

/// Whether the period was closed, by its trail.
pub fn of_period(trail: &[TrailRow], said: &[Said]) -> Timeline<bool> {
    let mut timeline = vec![Span { state: false, from: i64::MIN, to: i64::MAX }];
    for row in trail.iter().filter(|row| ["Close", "Reopen"].contains(&row.entry.action.as_str())) {
        then(&mut timeline, row.entry.action == "Close", row.at.micros(), over(row, said).max(row.at.micros() + JOB));
    }
    timeline
}

/// Whether Dan was Ben's delegate, by the answers to the delegation requests.
pub fn of_delegation(said: &[Said]) -> Timeline<bool> {
    let mut timeline = vec![Span { state: false, from: i64::MIN, to: i64::MAX }];
    for said in said.iter().filter(|said| said.accepted()) {
        if let Deed::Delegate(on) = said.deed {
            then(&mut timeline, on, said.sent, said.told);
        }
    }
    timeline
}

/// Whether the state forbids this to every user. An Approved document is taken back only once its posting was set aside, which happens
/// in no history.
pub fn bars(status: Status, action: Action) -> bool {
    (status, action) == (Status::Approved, Action::RequestChange)
        || !lifecycle::actions_from(DocumentKind::JournalEntry, status).any(|allowed| allowed == action)
}
