//! A command says which state it needs, and decides the effects from that state alone.
//!
//! ```text
//! Wants ──store reads──▶ Snapshot ──decide (pure)──▶ Effects ──store commits──▶ Answer
//! ```
//!
//! [`crate::kernel::perform`] is the one place that runs a command; no other module sees a transaction.

mod application;
pub mod effects;
mod expected;
pub mod guarded;
pub mod of_feature;
mod pinned;
pub mod snapshot;
pub mod takes;
pub mod wants;

pub use application::Application;
pub use effects::{AuditEntry, Change, Effects, SESSION_ID, Signature};
pub use expected::as_expected;
pub use guarded::Guarded;
pub use of_feature::{Changed, Found, Seen, Wanted};
pub use snapshot::{Settings, Snapshot};
pub use takes::{Permitted, Takes};
pub use wants::{Needed, Target, Wants};

use crate::values::error::{Class, Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKind;

/// One thing that can be asked of the books.
pub trait Command: Send + Sync + 'static {
    /// The answer to the caller when the command was carried out.
    type Answer: Send + 'static;

    /// All the permissions that the command takes; none for what the service does by itself. Those of its [`Permitted`], where clients
    /// ask for it. A retry gets the stored answer only when its caller still holds them, or was allowed without them.
    fn needs(&self) -> Vec<Needed>;

    /// Refuses a caller who may not do it. Only where what it is done to names people who may without the permissions
    /// (`books/action/guard.rs`, `features/change_requests/commands/guard.rs`), a command says so itself.
    fn permits(&self, snapshot: &Snapshot) -> Result<(), Refusal> {
        snapshot.require_all(&self.needs())
    }

    /// What the store must read for [`Command::decide`].
    fn wants(&self) -> Wants;

    /// The rows to write and the answer, or a refusal by name. Pure: all it knows is the snapshot.
    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Self::Answer>, Refusal>;

    /// What it changes by these effects, when rules may ask for signatures first. See docs/rules/change-requests.md.
    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        None
    }

    /// The faults of the request found so far: reported before what the state does not allow.
    fn faults(&self) -> Option<&Faults> {
        None
    }
}

/// What clients ask for, most often a [`Command`], and the refusals that are its own.
///
/// The description of each operation is derived from them. The refusals that every request may get are not among them: a missing
/// permission, an unknown id, a stale version, wrong fields, a spent idempotency key. The tests compare the answers of each
/// operation with this list, and this list with those answers.
pub trait Refuses {
    /// Whatever it is about.
    const REFUSALS: &'static [RefusalName];

    /// The refusals of a saving command when it creates the record.
    const WHEN_NEW: &'static [RefusalName] = &[RefusalName::AlreadyExists];

    /// Whether rules may guard it: it then answers with a change request in place of its own answer.
    const IS_GUARDED: bool = false;

    /// Further refusals of a command on documents: those that documents of this type bring.
    fn of_type(_: DocumentKind) -> Vec<RefusalName> {
        Vec::new()
    }
}

/// The decision on a command. Of several reasons to refuse it, the first in this order is reported:
///
/// 1. a missing permission, and an unknown id, so that `If-Match` does not reveal which ids exist;
/// 2. a stale version (`If-Match`);
/// 3. what is wrong with the request;
/// 4. what the state does not allow.
pub fn decide<C: Command>(
    command: &C,
    target: Option<&Target>,
    snapshot: &Snapshot,
) -> Result<Decision<C::Answer>, Refusal> {
    // Whatever it would decide: a caller who may not learns nothing about what exists.
    let decided = command.permits(snapshot).and_then(|()| command.decide(snapshot));
    let decided = decided.map_err(|refusal| match command.faults() {
        Some(faults) => refusal.after(faults),
        None => refusal,
    });
    let goes_first = |refusal: &Refusal| match refusal.class() {
        Class::Unauthorized | Class::Forbidden | Class::NotFound => true,
        Class::Conflict | Class::Precondition | Class::Content => false,
    };
    match target {
        Some(target) if !decided.as_ref().err().is_some_and(goes_first) => snapshot.check_version(target).and(decided),
        Some(_) | None => decided,
    }
}

/// The outcome of a command. One without effects was carried out before.
pub struct Decision<A> {
    pub effects: Effects,
    pub answer: A,
}

impl<A> Decision<A> {
    pub fn new(effects: Effects, answer: A) -> Self {
        Self { effects, answer }
    }

    /// What is asked for stands there already: nothing is written. See docs/rules/audit.md#what-changes-nothing.
    pub fn unchanged(answer: A, snapshot: &Snapshot) -> Self {
        Self { effects: Effects::at(snapshot.now), answer }
    }
}

/// Changes nothing: for a request whose answer is all that there is to keep.
pub struct KeepAnswer;

impl Command for KeepAnswer {
    type Answer = ();

    /// What is answered is asked for before.
    fn needs(&self) -> Vec<Needed> {
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants::default()
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        Ok(Decision::new(Effects::at(snapshot.now), ()))
    }
}
