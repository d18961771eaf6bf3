//! Deadlines of rules and of plans, since version 2 of a rule and version 3 of a plan.

use serde::{Deserialize, Serialize};

use super::plan_v2::SignerV2;
use crate::approval::deadline::{Deadline, EscalateTo};
use crate::approval::plan::Escalated;
use crate::values::clock::Timestamp;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DeadlineV1 {
    #[serde(deserialize_with = "super::codec::present")]
    due_in_hours: Option<u32>,
    #[serde(deserialize_with = "super::codec::present")]
    remind_every_hours: Option<u32>,
    #[serde(deserialize_with = "super::codec::present")]
    escalate_to: Option<EscalateToV1>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case", deny_unknown_fields)]
enum EscalateToV1 {
    Role { role: String },
    User { user_id: String },
    Manager {},
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EscalatedV1 {
    at: i64,
    #[serde(deserialize_with = "super::codec::present")]
    to: Option<SignerV2>,
}

impl DeadlineV1 {
    pub(super) fn of(Deadline { due_in_hours, remind_every_hours, escalate_to }: &Deadline) -> Self {
        let escalate_to = escalate_to.as_ref().map(|to| match to {
            EscalateTo::Role { role } => EscalateToV1::Role { role: role.clone() },
            EscalateTo::User { user_id } => EscalateToV1::User { user_id: user_id.to_string() },
            EscalateTo::Manager => EscalateToV1::Manager {},
        });
        Self { due_in_hours: *due_in_hours, remind_every_hours: *remind_every_hours, escalate_to }
    }

    pub(super) fn into_domain(self) -> Deadline {
        let escalate_to = self.escalate_to.map(|to| match to {
            EscalateToV1::Role { role } => EscalateTo::Role { role },
            EscalateToV1::User { user_id } => EscalateTo::User { user_id: user_id.into() },
            EscalateToV1::Manager {} => EscalateTo::Manager,
        });
        Deadline { due_in_hours: self.due_in_hours, remind_every_hours: self.remind_every_hours, escalate_to }
    }
}

impl EscalatedV1 {
    pub(super) fn of(Escalated { at, to }: &Escalated) -> Self {
        Self { at: at.micros(), to: to.as_ref().map(SignerV2::of) }
    }

    pub(super) fn into_domain(self) -> Escalated {
        Escalated { at: Timestamp::from_micros(self.at), to: self.to.map(SignerV2::into_domain) }
    }
}
