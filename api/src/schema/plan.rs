//! Routing plans on the wire, with what was signed of them. See docs/rules/approval.md#levels-add-up.

use engine::approval::deadline::EscalateTo;
use engine::approval::signature::Signatures;
use engine::approval::superior::Superior;
use engine::approval::{Alternative, RateOverride, RoutingPlan, Signer, Step};
use engine::books::document::stage::Submission;
use poem_openapi::Object;

use super::WireTimestamp;
use super::added_up::AddedUp;
use super::deadline::Escalation;

/// A routing plan.
#[derive(Object, Debug)]
#[oai(rename = "RoutingPlan")]
pub struct Plan {
    pub required_level: u32,
    pub steps: Vec<PlanStep>,
    /// Levels that no rule is left for.
    pub skipped_levels: Vec<u32>,
    /// Why more is asked than by the document's own amount: its exchange rate was overridden. Left out when it was not.
    #[oai(skip_serializing_if_is_none)]
    pub rate_override: Option<String>,
    /// The set of approval rules that gave it; left out of plans from before sets were counted, and of those by rules that are in none.
    #[oai(skip_serializing_if_is_none)]
    pub rule_set: Option<i64>,
}

/// One level; any one of the approvers will do, each with as many signatures as it needs.
#[derive(Object, Debug)]
pub struct PlanStep {
    pub level: u32,
    pub approvers: Vec<PlanApprover>,
    /// Whether it has all its signatures.
    pub is_complete: bool,
    /// Who gave the last signature that it needed; null before, and for what was signed by a program that did not record it here.
    pub signed_by: Option<String>,
    pub signed_at: Option<WireTimestamp>,
    /// Its signatures, in their order.
    pub signatures: Vec<PlanSignature>,
    /// Since when it waits, where it is the level that does.
    #[oai(skip_serializing_if_is_none)]
    pub waits_since: Option<WireTimestamp>,
    /// By when it is to be signed, where it waits and has a deadline; the time On Hold is added.
    #[oai(skip_serializing_if_is_none)]
    pub deadline: Option<WireTimestamp>,
}

/// One signature.
#[derive(Object, Debug)]
pub struct PlanSignature {
    pub signed_by: String,
    pub signed_at: WireTimestamp,
    /// Whose right it was, where a delegate signed.
    pub on_behalf_of: Option<String>,
}

/// One way to sign a level.
#[derive(Object, Debug)]
pub struct PlanApprover {
    /// `role`, `user`, `manager`, `manager_chain`, or `anyone` with the document type's approve permission. Where several people are
    /// named beside a role it is `role`.
    pub approver_type: String,
    pub approver_role: Option<String>,
    pub approver_user_id: Option<String>,
    /// Where the rule names several people: all of them.
    #[oai(skip_serializing_if_is_none)]
    pub approver_user_ids: Option<Vec<String>>,
    /// Of a `manager_chain`: who was passed on the way up, and why.
    #[oai(skip_serializing_if_is_none)]
    pub passed: Option<Vec<Passed>>,
    /// How many different people must sign.
    pub approvals_required: u32,
    /// How many have.
    pub approvals_given: u32,
    pub rule_id: Option<String>,
    pub rule_version: Option<i64>,
    /// Where the rule was asked about a sum: the documents that were added up.
    #[oai(skip_serializing_if_is_none)]
    pub added_up: Option<AddedUp>,
    /// In so many hours from when the level waits it is to be signed.
    #[oai(skip_serializing_if_is_none)]
    pub due_in_hours: Option<u32>,
    #[oai(skip_serializing_if_is_none)]
    pub remind_every_hours: Option<u32>,
    #[oai(skip_serializing_if_is_none)]
    pub escalate_to: Option<Escalation>,
    /// When it was late and escalated.
    #[oai(skip_serializing_if_is_none)]
    pub escalated_at: Option<WireTimestamp>,
    /// Who may sign as well since then; left out where nobody was found.
    #[oai(skip_serializing_if_is_none)]
    pub escalated_to: Option<Escalation>,
}

/// Somebody above the submitter who does not sign.
#[derive(Object, Debug)]
pub struct Passed {
    pub user_id: String,
    /// `inactive`, or `over_limit`: the amount is above what they may sign.
    pub reason: String,
}

impl Plan {
    /// The plan of a submission, with its signatures.
    pub fn of(submission: &Submission) -> Self {
        let mut plan = Self::with(&submission.plan, &submission.signatures, submission.level);
        plan.rule_set = submission.rule_set;
        let waiting = submission.current_step().map(|step| (step, submission.clock()));
        if let Some((step, clock)) = waiting
            && let Some(shown) = plan.steps.iter_mut().find(|shown| shown.level == step.level)
        {
            shown.waits_since = Some(clock.began.into());
            shown.deadline = clock.due_at(step).map(Into::into);
        }
        plan
    }

    fn with(plan: &RoutingPlan, signatures: &Signatures, level: u32) -> Self {
        Self {
            required_level: plan.required_level,
            steps: plan.steps.iter().map(|step| PlanStep::of(step, signatures, level)).collect(),
            skipped_levels: plan.skipped_levels.clone(),
            rate_override: plan.rate_override.as_ref().map(RateOverride::reason),
            rule_set: None,
        }
    }
}

/// One that nobody has signed.
impl From<&RoutingPlan> for Plan {
    fn from(plan: &RoutingPlan) -> Self {
        Self::with(plan, &Signatures::default(), 0)
    }
}

impl PlanStep {
    fn of(step: &Step, signatures: &Signatures, level: u32) -> Self {
        let is_complete = step.level <= level;
        let last = signatures.of_level(step.level).last().filter(|_| is_complete);
        let approver = |(place, alternative)| PlanApprover::of(alternative, signatures.given(step, place));
        Self {
            level: step.level,
            approvers: step.alternatives.iter().enumerate().map(approver).collect(),
            is_complete,
            signed_by: last.map(|(person, _)| person.to_string()),
            signed_at: last.map(|(_, known)| known.at.into()),
            signatures: signatures
                .of_level(step.level)
                .map(|(person, known)| PlanSignature {
                    signed_by: person.to_string(),
                    signed_at: known.at.into(),
                    on_behalf_of: known.on_behalf_of.as_ref().map(ToString::to_string),
                })
                .collect(),
            waits_since: None,
            deadline: None,
        }
    }
}

impl PlanApprover {
    fn of(alternative: &Alternative, approvals_given: u32) -> Self {
        let mut approver = Self {
            approver_type: "user".into(),
            approver_role: None,
            approver_user_id: None,
            approver_user_ids: None,
            passed: None,
            approvals_required: alternative.approvals_required,
            approvals_given,
            rule_id: alternative.rule_id.clone(),
            rule_version: alternative.rule_version,
            added_up: alternative.added_up.as_ref().map(AddedUp::of),
            due_in_hours: alternative.deadline.due_in_hours,
            remind_every_hours: alternative.deadline.remind_every_hours,
            escalate_to: alternative.deadline.escalate_to.as_ref().map(Escalation::of),
            escalated_at: alternative.escalated.as_ref().map(|escalated| escalated.at.into()),
            escalated_to: alternative.escalated.as_ref().and_then(|escalated| escalated.to.as_ref()).map(added),
        };
        match alternative.signers.as_slice() {
            [Signer::Role { role }] => {
                (approver.approver_type, approver.approver_role) = ("role".into(), Some(role.clone()));
            }
            [Signer::User { user_id }] => approver.approver_user_id = Some(user_id.to_string()),
            [Signer::Manager { user_id }] => {
                (approver.approver_type, approver.approver_user_id) = ("manager".into(), Some(user_id.to_string()));
            }
            [Signer::ManagerChain { user_id, passed }] => {
                (approver.approver_type, approver.approver_user_id) =
                    ("manager_chain".into(), Some(user_id.to_string()));
                approver.passed = Some(passed.iter().map(Passed::from).collect());
            }
            [Signer::Anyone] | [] => approver.approver_type = "anyone".into(),
            several => approver.name(several),
        }
        approver
    }

    /// Names all of several signers.
    fn name(&mut self, several: &[Signer]) {
        let role = several.iter().find_map(|signer| match signer {
            Signer::Role { role } => Some(role.clone()),
            _ => None,
        });
        if role.is_some() {
            self.approver_type = "role".into();
        }
        self.approver_role = role;
        self.approver_user_ids = Some(several.iter().filter_map(Signer::person).map(ToString::to_string).collect());
    }
}

/// Who was added to a late step.
fn added(signer: &Signer) -> Escalation {
    Escalation::of(&match (signer, signer.person()) {
        (Signer::Role { role }, _) => EscalateTo::Role { role: role.clone() },
        (_, Some(user_id)) => EscalateTo::User { user_id: user_id.clone() },
        (_, None) => EscalateTo::Manager,
    })
}

impl From<&Superior> for Passed {
    fn from(superior: &Superior) -> Self {
        let reason = if superior.is_active { "over_limit" } else { "inactive" };
        Self { user_id: superior.user_id.to_string(), reason: reason.into() }
    }
}
