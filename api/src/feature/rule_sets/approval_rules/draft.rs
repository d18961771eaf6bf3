//! What a rule's author sends, as the engine's draft of a rule.

use engine::approval::access::UserId;
use engine::approval::rule::Governs;
use engine::approval::splitting::Aggregate;
use engine::approval::{Approver, Rule, RuleKind};
use engine::features::rule_sets::commands::rule::RuleDraft;
use engine::values::error::Faults;
use engine::values::kind::GovernedType;
use engine::values::money::{Currency, Minor};

use crate::schema::condition::conditions;
use crate::schema::routed_by::RuleType;
use crate::schema::rule::{ApproverType, RuleUpdate};

/// The amount in minor units; one with more decimals than the base currency has leaves a fault.
pub(super) fn amount_of(
    amount: rust_decimal::Decimal,
    pointer: &str,
    base: Currency,
    faults: &mut Faults,
) -> Option<Minor> {
    match base.to_minor(amount) {
        Ok(minor) => Some(minor),
        Err(error) => {
            faults.add(pointer, error.to_string());
            None
        }
    }
}

/// The rule's draft from what was sent; `before` fills in what decides about the fields that were not.
pub(super) fn draft(
    input: &RuleUpdate,
    before: Option<&Rule>,
    base: Currency,
    mut faults: Faults,
) -> (RuleDraft, Faults) {
    let bound = |given: Option<Option<crate::schema::SideAmount>>, pointer: &str, faults: &mut Faults| {
        given.map(|amount| amount.and_then(|amount| amount_of(amount.0, pointer, base, faults)))
    };
    let min_amount = bound(input.min_amount.0, "/min_amount", &mut faults);
    let max_amount = bound(input.max_amount.0, "/max_amount", &mut faults);
    let draft = RuleDraft {
        rule_name: input.rule_name.clone().map(Into::into),
        governs: governs(input, before, &mut faults),
        action: input.action.map(Into::into),
        kind: kind(input, before, &mut faults),
        is_active: input.is_active,
        priority: input.priority,
        min_amount,
        max_amount,
        approval_level: input.approval_level,
        approver: approver(input, before, &mut faults),
        approvals_required: input.approvals_required,
        conditions: input.conditions.as_ref().map(|given| conditions(&given.0, base, &mut faults)),
        due_in_hours: input.due_in_hours.0,
        remind_every_hours: input.remind_every_hours.0,
        aggregate: aggregate(input, before, &mut faults),
        escalate_to: input.escalate_to.0.as_ref().map(|to| to.as_ref().and_then(|to| to.given(&mut faults))),
    };
    (draft, faults)
}

/// What it is for: one type, or several; not both. What is left out stays.
fn governs(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<Governs> {
    let (one, several) = (input.document_type.0.flatten(), input.document_types.0.clone().flatten());
    match (one, several) {
        (Some(_), Some(_)) => {
            faults.add("/document_types", "stands in place of document_type: give one of the two");
            None
        }
        (Some(one), None) => Some(GovernedType::from(one).into()),
        (None, Some(several)) => Some(several.into()),
        (None, None) => {
            // What could not be read was named where the request was read.
            if before.is_none() && !faults.has("/document_type") && !faults.has("/document_types") {
                faults.add("/document_type", "is required, or document_types");
            }
            None
        }
    }
}

/// What it adds up: both fields, or none of them. What is left out stays.
#[allow(clippy::option_option, reason = "what is left out stays, and null takes it away")]
fn aggregate(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<Option<Aggregate>> {
    let (days, by) = (input.aggregate_days.0, input.aggregate_by.0);
    if days.is_none() && by.is_none() {
        return None;
    }
    let before = before.and_then(|rule| rule.aggregate);
    let days = days.unwrap_or_else(|| before.map(|aggregate| aggregate.days));
    let by = by.map_or_else(|| before.map(|aggregate| aggregate.by), |by| by.map(Into::into));
    match (days, by) {
        (Some(days), Some(by)) => Some(Some(Aggregate { days, by })),
        (None, None) => Some(None),
        (Some(_), None) => {
            faults.add("/aggregate_by", "is required with aggregate_days");
            None
        }
        (None, Some(_)) => {
            faults.add("/aggregate_days", "is required with aggregate_by");
            None
        }
    }
}

/// The rule's kind, with the ids that it needs and none that it does not.
fn kind(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<RuleKind> {
    let rule_type = input.rule_type.or_else(|| before.map(|rule| RuleType::of(&rule.kind)))?;
    let mut own = None;
    for (by, sent) in input.ids.sent() {
        let facts = by.facts();
        if rule_type.routed_by() == Some(by) {
            own = sent;
        } else if sent.is_some_and(|ids| !ids.is_empty()) {
            faults.add(format!("/{}", facts.field), format!("is only for {}", facts.rule_type));
        }
    }
    let Some(by) = rule_type.routed_by() else { return Some(RuleKind::AmountThreshold) };
    let stored = before.and_then(|rule| match &rule.kind {
        RuleKind::Routing { by: of, ids } if *of == by => Some(ids.clone()),
        RuleKind::AmountThreshold | RuleKind::Routing { .. } => None,
    });
    Some(RuleKind::Routing { by, ids: own.or(stored).unwrap_or_default() })
}

/// What was sent of the approver, or what stands where nothing was sent of it.
struct Named {
    role: Option<String>,
    user: Option<UserId>,
    people: Vec<UserId>,
}

impl Named {
    /// What the rule names, when its type of approver stays.
    fn stored(before: Option<&Rule>, approver_type: ApproverType) -> Self {
        let none = Self { role: None, user: None, people: Vec::new() };
        match before.map(|rule| &rule.approver).filter(|approver| ApproverType::of(approver) == approver_type) {
            Some(Approver::Role { approver_role }) => Self { role: Some(approver_role.clone()), ..none },
            Some(Approver::User { approver_user_id }) => Self { user: Some(approver_user_id.clone()), ..none },
            Some(Approver::Panel { approver_role, approver_user_ids }) => {
                Self { role: approver_role.clone(), people: approver_user_ids.clone(), ..none }
            }
            Some(Approver::Manager | Approver::ManagerChain) | None => none,
        }
    }

    /// With what was sent in place of it. One person takes the place of several, and the other way round.
    fn with(mut self, input: &RuleUpdate) -> Self {
        if let Some(role) = &input.approver_role.0 {
            self.role = role.clone().map(Into::into);
        }
        if let Some(people) = &input.approver_user_ids.0 {
            self.people = people.iter().flat_map(|list| &list.0).map(|id| id.0.clone()).collect();
            self.user = None;
        }
        if let Some(user) = &input.approver_user_id.0 {
            self.user = user.clone().map(UserId::from);
            if self.user.is_some() && input.approver_user_ids.0.is_none() {
                self.people.clear();
            }
        }
        self
    }
}

/// Who signs, with the fields that the type needs and none that it does not.
fn approver(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<Approver> {
    let approver_type = input.approver_type.or_else(|| before.map(|rule| ApproverType::of(&rule.approver)))?;
    let (is_role, is_user) = (approver_type == ApproverType::Role, approver_type == ApproverType::User);
    if input.approver_role.0.as_ref().is_some_and(Option::is_some) && !is_role {
        faults.add("/approver_role", "is only for approver_type role");
    }
    if input.approver_user_id.0.as_ref().is_some_and(Option::is_some) && !is_user {
        faults.add("/approver_user_id", "is only for approver_type user");
    }
    let sent_people = input.approver_user_ids.0.as_ref().and_then(Option::as_ref);
    if sent_people.is_some_and(|people| !people.0.is_empty()) && !is_role && !is_user {
        faults.add("/approver_user_ids", "is only for approver_type role or user");
    }
    let Named { role, user, people } = Named::stored(before, approver_type).with(input);
    match approver_type {
        ApproverType::Manager => Some(Approver::Manager),
        ApproverType::ManagerChain => Some(Approver::ManagerChain),
        ApproverType::Role => {
            let Some(approver_role) = role else {
                faults.add("/approver_role", "is required for approver_type role");
                return None;
            };
            Some(if people.is_empty() {
                Approver::Role { approver_role }
            } else {
                Approver::Panel { approver_role: Some(approver_role), approver_user_ids: people }
            })
        }
        ApproverType::User => match (user, people.is_empty()) {
            (Some(approver_user_id), true) => Some(Approver::User { approver_user_id }),
            (None, false) => Some(Approver::Panel { approver_role: None, approver_user_ids: people }),
            (Some(_), false) => {
                faults.add("/approver_user_id", "name one person here, or several in approver_user_ids");
                None
            }
            (None, true) => {
                faults.add("/approver_user_id", "is required for approver_type user");
                None
            }
        },
    }
}
