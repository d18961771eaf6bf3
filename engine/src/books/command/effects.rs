//! What a decision changes. The store alone knows how this reaches the database, in one transaction.

use std::sync::Arc;

use serde_json::Value;

use super::application::Application;
use super::of_feature::Changed;
use super::snapshot::Snapshot;
use crate::approval::Rule;
use crate::approval::access::{Actor, Delegation, Role, User, UserId};
use crate::books::change_request::ChangeRequest;
use crate::books::document::{Digest, Document, Status};
use crate::books::ledger::Posting;
use crate::books::party::Party;
use crate::books::period::Period;
use crate::books::queue::{JobEnd, JobRecord, NewJob, Queue, Task};
use crate::books::stored;
use crate::books::stored::Stored;
use crate::values::account::Account;
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKey, DocumentKind};

/// Everything one command changes, together or not at all.
#[derive(Clone, Debug)]
pub struct Effects {
    /// When: the snapshot's instant, of every row that this leads to.
    pub at: Timestamp,
    pub changes: Vec<Change>,
    pub audit: Vec<AuditEntry>,
    pub jobs: Vec<NewJob>,
}

/// One change. Each names the version it was decided on; the store refuses to write over another.
#[derive(Clone, Debug)]
pub enum Change {
    InsertDocument(Box<Document>),
    /// The document in its new version; `lines` says whether the lines change too.
    UpdateDocument {
        document: Box<Document>,
        lines: bool,
    },
    DeleteDocument {
        key: DocumentKey,
        version: i64,
        /// When it was made: another one may have been made anew under its id.
        created_at: Timestamp,
    },
    Sign(Signature),
    Post(Box<Posting>),
    /// A credit was applied, or an application of it taken back.
    Apply(Application),
    SaveAccount(Account),
    DeleteAccount(String),
    /// `links` says whether its user changes; every signature checks that link.
    SaveParty {
        party: Box<Party>,
        links: bool,
    },
    SaveRule(Box<Rule>),
    SaveRole(Role),
    DeleteRole(String),
    /// The built-in roles permit what this type brings.
    RecordDocumentType(DocumentKind),
    SaveUser(User),
    SaveDelegation(Box<Delegation>),
    SavePeriod(Box<Period>),
    /// One that nothing rests on.
    DeletePeriod(String),
    /// Version 1 is asked for; any later one stands in place of the one before it.
    SaveChangeRequest(Box<ChangeRequest>),
    EndJob {
        job_id: String,
        end: JobEnd,
        /// Whether apalis has it, and is to forget it.
        is_delivered: bool,
    },
    /// The job, as it was set aside, is delivered again.
    RetryJob(Box<JobRecord>),
    /// What a feature changes of its own records.
    OfFeature(Arc<dyn Changed>),
}

impl Change {
    /// Whether it changes what every command reads, and so must raise the catalog's revision.
    pub fn is_catalog(&self) -> bool {
        match self {
            Self::SaveAccount(_) | Self::DeleteAccount(_) | Self::SaveRule(_) | Self::SaveRole(_) => true,
            Self::DeleteRole(_) | Self::SaveUser(_) | Self::SaveDelegation(_) | Self::SavePeriod(_) => true,
            Self::DeletePeriod(_) => true,
            Self::InsertDocument(_) | Self::UpdateDocument { .. } | Self::DeleteDocument { .. } => false,
            Self::SaveParty { links, .. } => *links,
            Self::Apply(_) | Self::Sign(_) | Self::Post(_) => false,
            Self::RecordDocumentType(_) | Self::SaveChangeRequest(_) => false,
            Self::EndJob { .. } | Self::RetryJob(_) => false,
            Self::OfFeature(change) => change.is_catalog(),
        }
    }
}

impl Change {
    /// Whether the catalog's revision is raised with it: because the catalog changes, or because what was decided before must not be
    /// written after it.
    pub fn raises_revision(&self) -> bool {
        match self {
            Self::OfFeature(change) => change.raises_revision(),
            other => other.is_catalog(),
        }
    }

    /// As a feature's own type, when it is of that.
    pub fn of_feature<T: Changed>(&self) -> Option<&T> {
        match self {
            Self::OfFeature(change) => change.own(),
            _ => None,
        }
    }

    /// Whether a command that shares its transaction with others may make it.
    pub const fn shares_a_set(&self) -> bool {
        match self {
            Self::InsertDocument(_) | Self::UpdateDocument { .. } | Self::DeleteDocument { .. } => true,
            Self::Apply(_) | Self::Sign(_) | Self::Post(_) | Self::EndJob { .. } => true,
            Self::SaveChangeRequest(_) => true,
            Self::SaveAccount(_) | Self::DeleteAccount(_) | Self::SaveRule(_) | Self::SaveRole(_) => false,
            Self::DeleteRole(_) | Self::SaveUser(_) | Self::SavePeriod(_) | Self::SaveParty { .. } => false,
            Self::RetryJob(_) | Self::DeletePeriod(_) => false,
            Self::SaveDelegation(_) | Self::RecordDocumentType(_) => false,
            Self::OfFeature(_) => false,
        }
    }
}

/// Who signed which level of which round, over which content.
#[derive(Clone, PartialEq, Debug)]
pub struct Signature {
    pub key: DocumentKey,
    pub round: i64,
    pub level: u32,
    pub user_id: UserId,
    /// Whose right it was, where a delegate signed.
    pub on_behalf_of: Option<UserId>,
    pub signed_at: Timestamp,
    pub digest: Digest,
    pub comments: Option<String>,
}

/// The detail that names the session of the console in which something was done.
pub const SESSION_ID: &str = "session_id";

/// One row of the audit trail.
#[derive(Clone, PartialEq, Debug)]
pub struct AuditEntry {
    pub performed_by: String,
    pub resource: String,
    pub resource_id: String,
    pub action: String,
    pub before_status: Option<Status>,
    pub after_status: Option<Status>,
    pub details: serde_json::Map<String, Value>,
    /// Why a detail could not be encoded. The store writes no such row, and nothing of its command.
    pub unwritable: Option<String>,
}

impl AuditEntry {
    /// A row about something other than a document.
    pub fn about(resource: &str, id: &str, action: &str, by: &str) -> Self {
        Self {
            performed_by: by.into(),
            resource: resource.into(),
            resource_id: id.into(),
            action: action.into(),
            before_status: None,
            after_status: None,
            details: serde_json::Map::new(),
            unwritable: None,
        }
    }

    /// A row about a document that went from one status to another.
    pub fn document(key: &DocumentKey, action: &str, by: &str, before: Option<Status>, after: Option<Status>) -> Self {
        let mut entry = Self::about(key.kind.name(), &key.id, action, by);
        entry.before_status = before;
        entry.after_status = after;
        if let Some(status) = after {
            entry.details.insert("status".into(), status.name().into());
        }
        entry
    }

    /// Adds a detail; `null` is left out.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if !value.is_null() {
            self.details.insert(key.into(), value);
        }
        self
    }

    /// Names the session of the console that its caller made it in, if they did.
    pub fn made_by(&mut self, caller: &Actor) {
        if let Some(session_id) = &caller.session_id
            && caller.user_id == self.performed_by.as_str().into()
        {
            self.details.insert(SESSION_ID.into(), session_id.as_str().into());
        }
    }

    /// Adds a detail that has a stored shape of its own, and is read back by it.
    #[must_use]
    pub fn with_stored(mut self, key: &str, value: &impl Stored) -> Self {
        match stored::value(value) {
            Ok(value) => return self.with(key, value),
            Err(error) => self.unwritable = Some(format!("{key}: {error}")),
        }
        self
    }
}

impl Effects {
    /// The queues of jobs that are delivered again, so that their workers are notified.
    pub fn retried(&self) -> Vec<Queue> {
        let retried = self.changes.iter().filter_map(|change| match change {
            Change::RetryJob(record) => Some(record.task.queue()),
            _ => None,
        });
        retried.collect()
    }

    /// Nothing yet.
    pub const fn at(at: Timestamp) -> Self {
        Self { at, changes: Vec::new(), audit: Vec::new(), jobs: Vec::new() }
    }

    /// One change with its audit row.
    pub fn one(at: Timestamp, change: Change, audit: AuditEntry) -> Self {
        Self { at, changes: vec![change], audit: vec![audit], jobs: Vec::new() }
    }

    /// Adds a job, wanted by the caller; its id.
    pub fn enqueue(&mut self, task: Task, snapshot: &Snapshot) -> String {
        let job_id = snapshot.job_ids.at(self.jobs.len());
        self.jobs.push(NewJob { job_id: job_id.clone(), task, created_by: snapshot.actor.user_id.to_string() });
        job_id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::stored::Unreadable;

    /// What no text can be made of.
    struct Unwritable;

    impl Stored for Unwritable {
        fn read(version: u64, _: &str) -> Result<Self, Unreadable> {
            Err(Unreadable::Version(version))
        }

        fn written(&self) -> Result<String, serde_json::Error> {
            Err(serde::ser::Error::custom("no text can be made of it"))
        }
    }

    #[test]
    fn what_cannot_be_encoded_is_never_left_out() {
        let entry = AuditEntry::about("bill", "B-1", "Updated", "carl");
        let entry = entry.with_stored("plan", &Unwritable).with("level", 1);
        assert_eq!(entry.unwritable.as_deref(), Some("plan: no text can be made of it"));
        assert!(!entry.details.contains_key("plan"));
    }
}
