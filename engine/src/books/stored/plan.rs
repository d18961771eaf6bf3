//! `document.plan`, and `plan` in the details of `Submit for Approval`: the routing plan, pinned.
//!
//! | version | adds | written |
//! |---|---|---|
//! | 0 | | by release 1268427, and still for a plan without an overridden exchange rate |
//! | 1 | `rate_override` | for a plan whose exchange rate was overridden |
//! | 2 | several signers of an alternative, `approvals_required`, the signer `manager_chain` | for a plan that has one of them |
//! | 3 | `deadline`, `escalated`, `added_up` | for a plan with a deadline, or whose amount was added up |

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, write};
use super::plan_v2::{PlanV2, StepV2};
use super::plan_v3::{PlanV3, StepV3};
use super::rate_override::RateOverrideV1;
use crate::approval::deadline::Deadline;
use crate::approval::plan::{Alternative, RateOverride, RoutingPlan, Signer, Step};
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanV0 {
    amount: i64,
    required_level: u32,
    steps: Vec<StepV0>,
    skipped_levels: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanV1 {
    v: u64,
    amount: i64,
    required_level: u32,
    steps: Vec<StepV0>,
    skipped_levels: Vec<u32>,
    rate_override: RateOverrideV1,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StepV0 {
    level: u32,
    alternatives: Vec<AlternativeV0>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AlternativeV0 {
    signer: SignerV0,
    #[serde(deserialize_with = "super::codec::present")]
    rule_id: Option<String>,
    #[serde(deserialize_with = "super::codec::present")]
    rule_version: Option<i64>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case", deny_unknown_fields)]
enum SignerV0 {
    Role { role: String },
    User { user_id: String },
    Manager { user_id: String },
    Anyone {},
}

impl Stored for RoutingPlan {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        match version {
            0 => {
                let PlanV0 { amount, required_level, steps, skipped_levels } = serde_json::from_str(text)?;
                Ok(plan(amount, required_level, steps, skipped_levels, None))
            }
            1 => {
                let PlanV1 { v: _, amount, required_level, steps, skipped_levels, rate_override } =
                    serde_json::from_str(text)?;
                Ok(plan(amount, required_level, steps, skipped_levels, Some(rate_override.into_domain()?)))
            }
            2 => {
                let PlanV2 { v: _, amount, required_level, steps, skipped_levels, rate_override } =
                    serde_json::from_str(text)?;
                let rate_override = rate_override.map(RateOverrideV1::into_domain).transpose()?;
                let steps = steps.into_iter().map(StepV2::into_domain).collect();
                Ok(Self { amount: Minor(amount), required_level, steps, skipped_levels, rate_override })
            }
            3 => {
                let PlanV3 { v: _, amount, required_level, steps, skipped_levels, rate_override } =
                    serde_json::from_str(text)?;
                let rate_override = rate_override.map(RateOverrideV1::into_domain).transpose()?;
                let steps = steps.into_iter().map(StepV3::into_domain).collect::<Result<_, _>>()?;
                Ok(Self { amount: Minor(amount), required_level, steps, skipped_levels, rate_override })
            }
            unknown => Err(Unreadable::Version(unknown)),
        }
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let Self { amount: Minor(amount), required_level, steps, skipped_levels, rate_override } = self;
        let (amount, required_level, skipped_levels) = (*amount, *required_level, skipped_levels.clone());
        if steps.iter().flat_map(|step| &step.alternatives).any(PlanV3::is_needed) {
            let steps = steps.iter().map(StepV3::of).collect();
            let rate_override = rate_override.as_ref().map(RateOverrideV1::of);
            return write(&PlanV3 { v: 3, amount, required_level, steps, skipped_levels, rate_override });
        }
        let Some(steps) = steps.iter().map(StepV0::of).collect() else {
            let steps = steps.iter().map(StepV2::of).collect();
            let rate_override = rate_override.as_ref().map(RateOverrideV1::of);
            return write(&PlanV2 { v: 2, amount, required_level, steps, skipped_levels, rate_override });
        };
        match rate_override {
            None => write(&PlanV0 { amount, required_level, steps, skipped_levels }),
            Some(rate) => {
                let rate_override = RateOverrideV1::of(rate);
                write(&PlanV1 { v: 1, amount, required_level, steps, skipped_levels, rate_override })
            }
        }
    }
}

fn plan(
    amount: i64,
    required_level: u32,
    steps: Vec<StepV0>,
    skipped_levels: Vec<u32>,
    rate_override: Option<RateOverride>,
) -> RoutingPlan {
    let steps = steps.into_iter().map(StepV0::into_domain).collect();
    RoutingPlan { amount: Minor(amount), required_level, steps, skipped_levels, rate_override }
}

impl StepV0 {
    /// `None` where it has what only a later version can express.
    fn of(step: &Step) -> Option<Self> {
        let Step { level, alternatives } = step;
        Some(Self { level: *level, alternatives: alternatives.iter().map(AlternativeV0::of).collect::<Option<_>>()? })
    }

    fn into_domain(self) -> Step {
        let alternatives = self.alternatives.into_iter().map(AlternativeV0::into_domain).collect();
        Step { level: self.level, alternatives }
    }
}

impl AlternativeV0 {
    fn of(alternative: &Alternative) -> Option<Self> {
        let Alternative {
            signers,
            approvals_required: 1,
            rule_id,
            rule_version,
            deadline: _,
            escalated: _,
            added_up: _,
        } = alternative
        else {
            return None;
        };
        let [signer] = signers.as_slice() else { return None };
        let signer = match signer {
            Signer::Role { role } => SignerV0::Role { role: role.clone() },
            Signer::User { user_id } => SignerV0::User { user_id: user_id.to_string() },
            Signer::Manager { user_id } => SignerV0::Manager { user_id: user_id.to_string() },
            Signer::ManagerChain { .. } => return None,
            Signer::Anyone => SignerV0::Anyone {},
        };
        Some(Self { signer, rule_id: rule_id.clone(), rule_version: *rule_version })
    }

    fn into_domain(self) -> Alternative {
        let signer = match self.signer {
            SignerV0::Role { role } => Signer::Role { role },
            SignerV0::User { user_id } => Signer::User { user_id: user_id.into() },
            SignerV0::Manager { user_id } => Signer::Manager { user_id: user_id.into() },
            SignerV0::Anyone {} => Signer::Anyone,
        };
        Alternative {
            signers: vec![signer],
            approvals_required: 1,
            rule_id: self.rule_id,
            rule_version: self.rule_version,
            deadline: Deadline::default(),
            escalated: None,
            added_up: None,
        }
    }
}
