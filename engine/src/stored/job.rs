//! Jobs: what one carries (`job.payload`, and in apalis' own table), and what it ended with (`job.result`). One version each, 0.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::codec::{Stored, Unreadable, only, word, write};
use super::period::PeriodV0;
use super::refusal::RefusalV0;
use crate::kind::{DocumentKey, DocumentKind};
use crate::period::Scope;
use crate::queue::{Done, JobEnd, Task};

#[derive(Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case", deny_unknown_fields)]
enum TaskV0 {
    PostDocument { key: KeyV0 },
    ClosePeriod { period_id: String, scope: String, force: bool, requested_by: String },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyV0 {
    kind: String,
    id: String,
}

impl TaskV0 {
    fn of(task: &Task) -> Self {
        match task {
            Task::PostDocument { key: DocumentKey { kind, id } } => {
                Self::PostDocument { key: KeyV0 { kind: kind.name().into(), id: id.clone() } }
            }
            Task::ClosePeriod { period_id, scope, force, requested_by } => Self::ClosePeriod {
                period_id: period_id.clone(),
                scope: scope.name().into(),
                force: *force,
                requested_by: requested_by.clone(),
            },
        }
    }
}

impl Stored for Task {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(match only(version, text)? {
            TaskV0::PostDocument { key: KeyV0 { kind, id } } => {
                Self::PostDocument { key: DocumentKey::new(word("kind", &kind, DocumentKind::parse)?, id) }
            }
            TaskV0::ClosePeriod { period_id, scope, force, requested_by } => {
                Self::ClosePeriod { period_id, scope: word("scope", &scope, Scope::parse)?, force, requested_by }
            }
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&TaskV0::of(self))
    }
}

/// A job as apalis' own table has it, and its workers get it.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivery {
    pub job_id: String,
    pub task: Task,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeliveryV0 {
    job_id: String,
    /// In a version of its own.
    task: Value,
}

#[derive(Serialize)]
struct NewDeliveryV0<'a> {
    job_id: &'a str,
    task: TaskV0,
}

impl Stored for Delivery {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let DeliveryV0 { job_id, task } = only(version, text)?;
        Ok(Self { job_id, task: super::codec::read_value(&task)? })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&NewDeliveryV0 { job_id: &self.job_id, task: TaskV0::of(&self.task) })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum EndV0 {
    /// A [`PostedV0`] or a [`PeriodV0`].
    Done(Value),
    Refused(RefusalV0),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PostedV0 {
    posted: bool,
}

impl Stored for JobEnd {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(match only(version, text)? {
            EndV0::Done(of_posting) if of_posting.get("posted").is_some() => {
                let PostedV0 { posted } = serde_json::from_value(of_posting)?;
                Self::Done(Done::Posting { posted })
            }
            EndV0::Done(of_close) => {
                let period: PeriodV0 = serde_json::from_value(of_close)?;
                Self::Done(Done::Close(Box::new(period.into_domain()?)))
            }
            EndV0::Refused(refusal) => Self::Refused(refusal.into_domain()?),
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&match self {
            Self::Done(Done::Posting { posted }) => EndV0::Done(serde_json::to_value(PostedV0 { posted: *posted })?),
            Self::Done(Done::Close(period)) => EndV0::Done(serde_json::to_value(PeriodV0::of(period))?),
            Self::Refused(refusal) => EndV0::Refused(RefusalV0::of(refusal)),
        })
    }
}
