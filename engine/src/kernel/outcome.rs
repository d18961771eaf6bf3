//! What a command comes to, of whatever it sees and however it came: its own effects; or, where a rule guards it, the change request in
//! their place; or, when a job carries out a change request, its own effects with the end of that. Pure: the unit of work and the tables
//! of `engine/tests/decisions` ask the same function.

use crate::books::change_request::ChangeRequest;
use crate::books::command::{Command, Decision, Effects, Snapshot, Target, decide};
use crate::books::request::{CarriedOut, RecordedCall};
use crate::features::change_requests::commands::{ask, end};
use crate::values::error::Refusal;

/// How a command came.
#[derive(Clone, Copy, Debug)]
pub enum Came<'a> {
    /// Somebody asks for it; by this call, if it came as one.
    AskedFor(Option<&'a RecordedCall>),
    /// It has its signatures, and a job carries it out.
    CarriedOut(&'a CarriedOut),
}

/// The effects to write, and what is answered.
pub struct Outcome<A> {
    pub effects: Effects,
    pub answer: Answer<A>,
}

pub enum Answer<A> {
    /// The command's own.
    Own(A),
    /// It waits for signatures.
    Waits(Box<ChangeRequest>),
}

/// Why it comes to nothing.
#[derive(Debug)]
pub enum Failed {
    Refused(Refusal),
    /// A rule guards it, and there is no call that could be carried out later.
    Unheard,
}

impl From<Refusal> for Failed {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Decides the command. What would be refused is refused at once, whatever rules there are.
pub fn outcome<C: Command>(
    command: &C,
    came: Came<'_>,
    target: Option<&Target>,
    seen: &Snapshot,
) -> Result<Outcome<C::Answer>, Failed> {
    let call = match came {
        Came::AskedFor(call) => call,
        Came::CarriedOut(carried) => return Ok(carried_out(command, carried, target, seen)?),
    };
    let Decision { effects, answer } = decide(command, target, seen)?;
    let changes_something = !effects.changes.is_empty() || !effects.jobs.is_empty();
    match command.guarded(seen, &effects).filter(|_| changes_something) {
        Some(guarded) if ask::takes_signatures(&guarded, seen) => {
            let (request, effects) = ask::ask(&guarded, call.ok_or(Failed::Unheard)?, target, seen)?;
            Ok(Outcome { effects, answer: Answer::Waits(Box::new(request)) })
        }
        Some(_) | None => Ok(Outcome { effects, answer: Answer::Own(answer) }),
    }
}

/// The command and the end of its change request, in one transaction. Where another delivery of the job was first, or somebody changed
/// what was signed, nothing is carried out.
fn carried_out<C: Command>(
    command: &C,
    carried: &CarriedOut,
    target: Option<&Target>,
    seen: &Snapshot,
) -> Result<Outcome<C::Answer>, Refusal> {
    let request = end::carried_out(carried, target, seen)?;
    let Decision { mut effects, answer } = decide(command, target, seen)?;
    let guarded = command.guarded(seen, &effects);
    end::still_what_was_signed(request, guarded.as_ref(), seen)?;
    end::done(request, carried, guarded.as_ref(), seen, &mut effects);
    Ok(Outcome { effects, answer: Answer::Own(answer) })
}
