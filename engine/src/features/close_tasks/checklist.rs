//! PURE: how the tasks of a period stand. A sign-off is suspended by what came after it; nobody writes that down. See
//! docs/rules/close-checklist.md#suspended.

use super::model::CloseTask;
use super::sign_off::{Rested, SignOff};
use crate::books::close_check::{Finding, Month};
use crate::books::command::Snapshot;
use crate::values::clock::Date;
use crate::values::kind::spelled::spelled;
use crate::values::kind::{DocumentKey, DocumentKind};

spelled! {
    /// How a task of a period stands.
    TaskStatus {
        /// Its check finds something missing.
        Open = "open",
        /// It can be signed.
        Ready = "ready",
        SignedOff = "signed_off",
        /// It is signed, and what it rested on is not what it was.
        Suspended = "suspended",
    }
}

/// One task of a period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    pub task: CloseTask,
    pub due_on: Date,
    /// None of a manual task.
    pub finding: Option<Finding>,
    /// What a sign-off of now would rest on.
    pub rests_on: Rested,
    pub sign_off: Option<SignOff>,
    /// The documents of the newest postings since the sign-off, each once.
    pub later: Vec<DocumentKey>,
}

/// The tasks of a period, in the order of their due days.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checklist {
    pub month: Month,
    pub items: Vec<Item>,
}

impl Item {
    /// The sign-off, unless it was taken back.
    pub fn standing_sign_off(&self) -> Option<&SignOff> {
        self.sign_off.as_ref().filter(|sign_off| sign_off.stands())
    }

    fn is_open(&self) -> bool {
        self.finding.as_ref().is_some_and(Finding::is_open)
    }

    pub fn status(&self) -> TaskStatus {
        match self.standing_sign_off() {
            None if self.is_open() => TaskStatus::Open,
            None => TaskStatus::Ready,
            Some(sign_off) if self.is_open() || sign_off.rested != self.rests_on => TaskStatus::Suspended,
            Some(_) => TaskStatus::SignedOff,
        }
    }

    /// How many postings came after its sign-off.
    pub fn postings_since(&self) -> u64 {
        self.standing_sign_off().map_or(0, |signed| self.rests_on.postings.saturating_sub(signed.rested.postings))
    }

    /// Whether somebody still has to sign it. What there is nothing for needs no signature.
    pub fn is_left(&self) -> bool {
        self.task.is_active && self.finding != Some(Finding::NotApplicable) && self.status() != TaskStatus::SignedOff
    }

    /// Whether it bars the close of its period.
    pub fn bars(&self) -> bool {
        self.task.is_required && self.is_left()
    }

    /// Without the ids of documents that the caller may not read: these are counted and not named.
    #[must_use]
    pub fn shown_to(mut self, snapshot: &Snapshot) -> Self {
        let may_read = |kind: DocumentKind| {
            snapshot.may(kind, "read") && (kind != DocumentKind::JournalEntry || snapshot.reads_payroll())
        };
        self.later.retain(|key| may_read(key.kind));
        if let Some(Finding::Open { named, .. }) = &mut self.finding {
            named.retain(|missing| DocumentKind::parse(missing.resource).is_none_or(may_read));
        }
        self
    }

    /// Why it is suspended, in words.
    pub fn because(&self) -> Option<String> {
        if self.status() != TaskStatus::Suspended {
            return None;
        }
        if self.is_open() {
            return Some("its check is open again".into());
        }
        Some(match self.postings_since() {
            0 => "what it rested on is not what it was".into(),
            1 => "1 posting came after it".into(),
            more => format!("{more} postings came after it"),
        })
    }
}

#[cfg(test)]
mod tests;
