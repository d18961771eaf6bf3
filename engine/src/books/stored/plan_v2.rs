//! Version 2 of a routing plan: an alternative names several signers, and how many of them must sign.

use serde::{Deserialize, Serialize};

use super::rate_override::RateOverrideV1;
use crate::approval::deadline::Deadline;
use crate::approval::plan::{Alternative, Signer, Step};
use crate::approval::superior::Superior;
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanV2 {
    pub v: u64,
    pub amount: i64,
    pub required_level: u32,
    pub steps: Vec<StepV2>,
    pub skipped_levels: Vec<u32>,
    #[serde(deserialize_with = "super::codec::present")]
    pub rate_override: Option<RateOverrideV1>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepV2 {
    level: u32,
    alternatives: Vec<AlternativeV2>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AlternativeV2 {
    signers: Vec<SignerV2>,
    approvals_required: u32,
    #[serde(deserialize_with = "super::codec::present")]
    rule_id: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    rule_version: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum SignerV2 {
    Role { role: String },
    User { user_id: String },
    Manager { user_id: String },
    ManagerChain { user_id: String, passed: Vec<SuperiorV2> },
    Anyone {},
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SuperiorV2 {
    user_id: String,
    is_active: bool,
    #[serde(deserialize_with = "super::codec::present")]
    limit: Option<i64>,
}

impl StepV2 {
    pub(super) fn of(Step { level, alternatives }: &Step) -> Self {
        Self { level: *level, alternatives: alternatives.iter().map(AlternativeV2::of).collect() }
    }

    pub(super) fn into_domain(self) -> Step {
        let alternatives = self.alternatives.into_iter().map(AlternativeV2::into_domain).collect();
        Step { level: self.level, alternatives }
    }
}

impl AlternativeV2 {
    pub(super) fn of(way: &Alternative) -> Self {
        Self {
            signers: way.signers.iter().map(SignerV2::of).collect(),
            approvals_required: way.approvals_required,
            rule_id: way.rule_id.clone(),
            rule_version: way.rule_version,
        }
    }

    pub(super) fn into_domain(self) -> Alternative {
        Alternative {
            signers: self.signers.into_iter().map(SignerV2::into_domain).collect(),
            approvals_required: self.approvals_required,
            rule_id: self.rule_id,
            rule_version: self.rule_version,
            deadline: Deadline::default(),
            escalated: None,
            added_up: None,
        }
    }
}

impl SignerV2 {
    pub(super) fn of(signer: &Signer) -> Self {
        let passed = |Superior { user_id, is_active, limit }: &Superior| SuperiorV2 {
            user_id: user_id.to_string(),
            is_active: *is_active,
            limit: limit.map(|limit| limit.0),
        };
        match signer {
            Signer::Role { role } => Self::Role { role: role.clone() },
            Signer::User { user_id } => Self::User { user_id: user_id.to_string() },
            Signer::Manager { user_id } => Self::Manager { user_id: user_id.to_string() },
            Signer::ManagerChain { user_id, passed: others } => {
                Self::ManagerChain { user_id: user_id.to_string(), passed: others.iter().map(passed).collect() }
            }
            Signer::Anyone => Self::Anyone {},
        }
    }

    pub(super) fn into_domain(self) -> Signer {
        let passed = |SuperiorV2 { user_id, is_active, limit }| Superior {
            user_id: String::into(user_id),
            is_active,
            limit: limit.map(Minor),
        };
        match self {
            Self::Role { role } => Signer::Role { role },
            Self::User { user_id } => Signer::User { user_id: user_id.into() },
            Self::Manager { user_id } => Signer::Manager { user_id: user_id.into() },
            Self::ManagerChain { user_id, passed: others } => {
                Signer::ManagerChain { user_id: user_id.into(), passed: others.into_iter().map(passed).collect() }
            }
            Self::Anyone {} => Signer::Anyone,
        }
    }
}
