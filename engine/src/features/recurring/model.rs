//! A recurring document: what is made, when, in whose name, and how far it has come.

use std::collections::BTreeSet;

use super::schedule::{Occurrence, Schedule};
use crate::approval::access::{Actor, Permissions, UserId};
use crate::books::document::Draft;
use crate::books::document::draft::Body;
use crate::values::clock::{Date, Timestamp};
use crate::values::error::Refusal;
use crate::values::kind::spelled::spelled;
use crate::values::kind::{DocumentKey, DocumentKind};

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "recurring_document";
/// What is called so in a 404.
pub const TITLE: &str = "recurring document";
/// What a made id begins with.
pub const ID_PREFIX: &str = "RD-";
/// The longest id: those of its documents have a day behind it.
pub const MAX_ID: usize = 53;
/// The longest reference, of which each document has its day behind it where it must be its own.
pub const MAX_REFERENCE: usize = 189;
/// The furthest that a due date may follow, in days.
pub const MOST_DUE_DAYS: u32 = 366;

spelled! {
    /// As what the documents are made.
    MadeAs { Draft = "draft", Submitted = "submitted" }
}

spelled! {
    /// Whether documents are made of it.
    Standing { Active = "active", Paused = "paused", Ended = "ended" }
}

/// What its owner was allowed when they wrote it. Documents are made with these rights: of the roles, with what they permit on the day.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rights {
    pub roles: BTreeSet<String>,
    pub permissions: BTreeSet<String>,
}

/// Why the next document could not be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The refusal's.
    pub code: String,
    pub detail: String,
    /// Since when.
    pub at: Timestamp,
}

impl Rights {
    /// What this caller brings: the permissions of roles are those of the day.
    pub fn of(actor: &Actor) -> Self {
        Self { roles: actor.roles.clone(), permissions: actor.token_permissions.0.clone() }
    }

    /// Their owner, as a caller.
    pub fn actor(&self, owner: &UserId) -> Actor {
        Actor {
            user_id: owner.clone(),
            roles: self.roles.clone(),
            token_permissions: Permissions(self.permissions.clone()),
            session_id: None,
        }
    }
}

impl Problem {
    pub fn of(refusal: &Refusal, at: Timestamp) -> Self {
        Self { code: refusal.code().to_owned(), detail: refusal.every_detail(), at }
    }

    /// Whether it is the same one, seen again later.
    pub fn is(&self, other: &Self) -> bool {
        (&self.code, &self.detail) == (&other.code, &other.detail)
    }
}

/// A recurring document.
#[derive(Clone, PartialEq, Debug)]
pub struct RecurringDocument {
    pub recurring_document_id: String,
    pub name: String,
    /// Without id, dates and period.
    pub draft: Draft,
    pub makes: MadeAs,
    /// How many days after its date a document is due; none has no due date.
    pub due_days: Option<u32>,
    pub schedule: Schedule,
    pub standing: Standing,
    /// Who wrote it last: in their name the documents are made.
    pub owner: UserId,
    pub rights: Rights,
    /// Everybody who wrote it before, and is not its owner: they sign its documents no more than the owner does.
    pub writers: BTreeSet<UserId>,
    /// The last scheduled day that was made or left out.
    pub handled_through: Option<Date>,
    /// How many documents were made, and the last one's id.
    pub made: u32,
    pub last_document_id: Option<String>,
    pub problem: Option<Problem>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl RecurringDocument {
    pub const fn kind(&self) -> DocumentKind {
        self.draft.kind
    }

    /// The days that are left, while it is active.
    pub fn next_days(&self) -> impl Iterator<Item = Occurrence> {
        let is_active = self.standing == Standing::Active;
        self.schedule.after(self.handled_through).take_while(move |_| is_active)
    }

    /// The next day, while it is active.
    pub fn next(&self) -> Option<Occurrence> {
        self.next_days().next()
    }

    /// The document of a scheduled day: it follows from both, so that none is made twice.
    pub fn document_of(&self, scheduled_on: Date) -> DocumentKey {
        DocumentKey::new(self.kind(), format!("{}-{scheduled_on}", self.recurring_document_id))
    }

    /// The scheduled day of the last document that was made.
    pub fn last_made_on(&self) -> Option<Date> {
        let day = self.last_document_id.as_ref()?.strip_prefix(&self.recurring_document_id)?.strip_prefix('-')?;
        Date::parse(day)
    }

    /// The document of that day, as its author would write it.
    pub fn draft_on(&self, on: Occurrence) -> Draft {
        let mut draft = Draft { tran_date: Some(on.date), ..self.draft.clone() };
        let has_unique_reference = self.kind().items().is_some_and(|items| items.has_unique_reference);
        if let Body::Items(items) = &mut draft.body {
            items.due_date = self.due_days.map(|days| on.date.plus_days(i64::from(days)));
            if has_unique_reference {
                items.reference = items.reference.as_ref().map(|reference| format!("{reference} {}", on.scheduled_on));
            }
        }
        draft
    }

    /// Who makes its documents.
    pub fn as_actor(&self) -> Actor {
        self.rights.actor(&self.owner)
    }

    /// The same, one version on, without a day when none is left.
    #[must_use]
    pub fn next_version(&self) -> Self {
        Self { version: self.version.saturating_add(1), ..self.clone() }
    }

    /// An active one of which no day is left has ended.
    #[must_use]
    pub fn settled(mut self) -> Self {
        if self.standing == Standing::Active && self.next().is_none() {
            self.standing = Standing::Ended;
        }
        self
    }
}
