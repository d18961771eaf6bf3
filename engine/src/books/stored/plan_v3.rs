//! Version 3 of a routing plan: by when a step is to be signed, to whom it was escalated, and what its amount was added up from.

use serde::{Deserialize, Serialize};

use super::codec::Unreadable;
use super::deadline::{DeadlineV1, EscalatedV1};
use super::plan_v2::AlternativeV2;
use super::rate_override::RateOverrideV1;
use super::splitting::AddedUpV1;
use crate::approval::plan::{Alternative, Step};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanV3 {
    pub v: u64,
    pub amount: i64,
    pub required_level: u32,
    pub steps: Vec<StepV3>,
    pub skipped_levels: Vec<u32>,
    #[serde(deserialize_with = "super::codec::present")]
    pub rate_override: Option<RateOverrideV1>,
}

impl PlanV3 {
    /// Whether a way to sign has what only this version can express.
    pub(super) fn is_needed(way: &Alternative) -> bool {
        !way.deadline.is_none() || way.added_up.is_some()
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StepV3 {
    level: u32,
    alternatives: Vec<AlternativeV3>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AlternativeV3 {
    way: AlternativeV2,
    deadline: DeadlineV1,
    #[serde(deserialize_with = "super::codec::present")]
    escalated: Option<EscalatedV1>,
    #[serde(deserialize_with = "super::codec::present")]
    added_up: Option<AddedUpV1>,
}

impl StepV3 {
    pub(super) fn of(Step { level, alternatives }: &Step) -> Self {
        Self { level: *level, alternatives: alternatives.iter().map(AlternativeV3::of).collect() }
    }

    pub(super) fn into_domain(self) -> Result<Step, Unreadable> {
        let alternatives = self.alternatives.into_iter().map(AlternativeV3::into_domain).collect::<Result<_, _>>()?;
        Ok(Step { level: self.level, alternatives })
    }
}

impl AlternativeV3 {
    fn of(way: &Alternative) -> Self {
        Self {
            way: AlternativeV2::of(way),
            deadline: DeadlineV1::of(&way.deadline),
            escalated: way.escalated.as_ref().map(EscalatedV1::of),
            added_up: way.added_up.as_ref().map(AddedUpV1::of),
        }
    }

    fn into_domain(self) -> Result<Alternative, Unreadable> {
        Ok(Alternative {
            deadline: self.deadline.into_domain(),
            escalated: self.escalated.map(EscalatedV1::into_domain),
            added_up: self.added_up.map(AddedUpV1::into_domain).transpose()?,
            ..self.way.into_domain()
        })
    }
}
