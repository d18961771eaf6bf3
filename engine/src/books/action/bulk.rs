//! The items of a bulk: each is decided as the command that it stands for. See docs/rules/interface.md#bulk.

use super::approve::Approve;
use super::create::Create;
use super::create_and_submit::CreateAndSubmit;
use super::guard;
use super::step::Step;
use crate::books::command::{Command, Decision, Needed, Snapshot, Takes, Wants};
use crate::books::document::model::Document;
use crate::books::document::{Action, Status};
use crate::values::error::{Faults, Refusal};
use crate::values::kind::DocumentKey;

/// One item of a bulk.
pub enum Item {
    Create(Create),
    CreateAndSubmit(CreateAndSubmit),
    Sign {
        how: Signing,
        /// The document's, which must be the present one.
        version: Option<i64>,
    },
    /// An action on a document, asked for with wrong fields.
    Faulty {
        key: DocumentKey,
        action: Action,
        version: Option<i64>,
        faults: Faults,
    },
    /// What names no document that could be asked for.
    Unreadable(Refusal),
}

/// A decision on a document.
pub enum Signing {
    Approve(Approve),
    /// A reject or a hold.
    Step(Step),
}

/// What an item led to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    pub key: DocumentKey,
    /// The document's.
    pub status: Status,
    /// The job that posts the document, when this was its last signature.
    pub job_id: Option<String>,
}

impl Done {
    fn of(document: &Document, job_id: Option<String>) -> Self {
        Self { key: document.key.clone(), status: document.status(), job_id }
    }
}

impl Item {
    /// The document that it is about.
    pub fn key(&self) -> Option<DocumentKey> {
        match self {
            Self::Create(create) | Self::CreateAndSubmit(CreateAndSubmit(create)) => {
                Some(DocumentKey::new(create.kind, &create.id))
            }
            Self::Sign { how: Signing::Approve(Approve { key, .. }) | Signing::Step(Step { key, .. }), .. }
            | Self::Faulty { key, .. } => Some(key.clone()),
            Self::Unreadable(_) => None,
        }
    }

    /// The version of its document that it goes by; as `If-Match` for the operation for one of them.
    pub const fn expected_version(&self) -> Option<i64> {
        match self {
            Self::Sign { version, .. } | Self::Faulty { version, .. } => *version,
            Self::Create(_) | Self::CreateAndSubmit(_) | Self::Unreadable(_) => None,
        }
    }

    /// How many lines it brings with it.
    pub fn lines(&self) -> usize {
        match self {
            Self::Create(create) | Self::CreateAndSubmit(CreateAndSubmit(create)) => create.draft.line_count(),
            Self::Sign { .. } | Self::Faulty { .. } | Self::Unreadable(_) => 0,
        }
    }
}

impl Command for Item {
    type Answer = Done;

    fn needs(&self) -> Vec<Needed> {
        match self {
            Self::Create(create) => create.needs(),
            Self::CreateAndSubmit(both) => both.needs(),
            Self::Sign { how: Signing::Approve(approve), .. } => approve.needs(),
            Self::Sign { how: Signing::Step(step), .. } => step.needs(),
            Self::Faulty { key, action, .. } => Takes::Action(*action).permissions(Some(key.kind)),
            Self::Unreadable(_) => Vec::new(),
        }
    }

    fn permits(&self, snapshot: &Snapshot) -> Result<(), Refusal> {
        match self {
            Self::Create(create) => create.permits(snapshot),
            Self::CreateAndSubmit(both) => both.permits(snapshot),
            Self::Sign { how: Signing::Approve(approve), .. } => approve.permits(snapshot),
            Self::Sign { how: Signing::Step(step), .. } => step.permits(snapshot),
            Self::Faulty { key, action, .. } => guard::permits(*action, key, snapshot),
            Self::Unreadable(_) => Ok(()),
        }
    }

    fn wants(&self) -> Wants {
        match self {
            Self::Create(create) => create.wants(),
            Self::CreateAndSubmit(both) => both.wants(),
            Self::Sign { how: Signing::Approve(approve), .. } => approve.wants(),
            Self::Sign { how: Signing::Step(step), .. } => step.wants(),
            Self::Faulty { key, .. } => Wants::document(key),
            Self::Unreadable(_) => Wants::default(),
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Done>, Refusal> {
        match self {
            Self::Create(create) => {
                let Decision { effects, answer } = create.decide(snapshot)?;
                Ok(Decision::new(effects, Done::of(&answer.document, None)))
            }
            Self::CreateAndSubmit(both) => {
                let Decision { effects, answer } = both.decide(snapshot)?;
                Ok(Decision::new(effects, Done::of(&answer.acted.document, None)))
            }
            Self::Sign { how: Signing::Approve(approve), .. } => {
                let Decision { effects, answer } = approve.decide(snapshot)?;
                Ok(Decision::new(effects, Done::of(&answer.acted.document, answer.job_id)))
            }
            Self::Sign { how: Signing::Step(step), .. } => {
                let Decision { effects, answer } = step.decide(snapshot)?;
                Ok(Decision::new(effects, Done::of(&answer.document, None)))
            }
            // An unknown document is reported before wrong fields.
            Self::Faulty { key, faults, .. } => Err(match snapshot.document(key) {
                Ok(_) => Refusal::Invalid(faults.clone()),
                Err(unknown) => unknown,
            }),
            Self::Unreadable(refusal) => Err(refusal.clone()),
        }
    }

    fn faults(&self) -> Option<&Faults> {
        match self {
            Self::Create(create) => create.faults(),
            Self::CreateAndSubmit(both) => both.faults(),
            Self::Sign { .. } | Self::Faulty { .. } | Self::Unreadable(_) => None,
        }
    }
}
