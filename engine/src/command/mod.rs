//! What a command is: it says what it wants to know, and decides, purely, what that leads to.
//!
//! ```text
//! Wants ──store reads──▶ Snapshot ──decide (pure)──▶ Effects ──store commits──▶ Answer
//! ```
//!
//! [`crate::perform`] is the one place that runs a command; nobody else sees a transaction.

pub mod effects;
pub mod snapshot;
pub mod wants;

pub use effects::{Application, AuditEntry, Change, Effects, Signature};
pub use snapshot::{Settings, Snapshot};
pub use wants::{Needed, Target, Wants};

use crate::error::{Class, Faults, Refusal, RefusalName};
use crate::kind::DocumentKind;

/// One thing that can be asked of the books.
pub trait Command: Send + Sync + 'static {
    /// What the caller is told when it was done.
    type Answer: Send + 'static;

    /// The permissions that it takes, all of them; none for what the service does by itself. A retry of what was done is answered
    /// only to who still holds them, or was allowed without.
    fn needs(&self) -> Vec<Needed>;

    /// What the store must read for [`Command::decide`].
    fn wants(&self) -> Wants;

    /// The rows to write and the answer, or a refusal by name. Pure: all it knows is the snapshot.
    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Self::Answer>, Refusal>;

    /// What was found wrong with the request already: told before what the state does not allow.
    fn faults(&self) -> Option<&Faults> {
        None
    }
}

/// A command that is asked for from outside, and the refusals that are its own.
///
/// The description of each operation is derived from them. Not among them is what its request brings anyway: who may not, what is not there, a stale version, wrong fields, a spent
/// idempotency key. The tests hold what each operation answers against this, and this against what it answered.
pub trait Refuses: Command {
    /// Whatever it is about.
    const REFUSALS: &'static [RefusalName];

    /// Of a command that saves something: when it makes it.
    const WHEN_NEW: &'static [RefusalName] = &[RefusalName::AlreadyExists];

    /// Beside those, of a command on documents: what those of this type bring.
    fn of_type(_: DocumentKind) -> Vec<RefusalName> {
        Vec::new()
    }
}

/// What a command leads to. Of several reasons to refuse it, the first of these is told:
///
/// 1. who may not, and what is not there, so that `If-Match` tells nobody which ids there are;
/// 2. a stale version (`If-Match`);
/// 3. what is wrong with the request;
/// 4. what the state does not allow.
pub fn decide<C: Command>(
    command: &C,
    target: Option<&Target>,
    snapshot: &Snapshot,
) -> Result<Decision<C::Answer>, Refusal> {
    let decided = command.decide(snapshot).map_err(|refusal| match command.faults() {
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

/// What a command led to. No effects at all means: it was done before.
pub struct Decision<A> {
    pub effects: Effects,
    pub answer: A,
}

impl<A> Decision<A> {
    pub fn new(effects: Effects, answer: A) -> Self {
        Self { effects, answer }
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
