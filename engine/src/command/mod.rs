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

use crate::error::{Faults, Refusal};

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

    fn decide(&self, _: &Snapshot) -> Result<Decision<()>, Refusal> {
        Ok(Decision::new(Effects::default(), ()))
    }
}
