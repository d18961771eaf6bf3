//! What a rule's author sends, as the engine's draft of a rule.

use engine::access::UserId;
use engine::action::master::rule::RuleDraft;
use engine::approval::{Approver, Rule, RuleKind};
use engine::error::Faults;
use engine::money::{Currency, Minor};

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
        document_type: input.document_type.map(Into::into),
        kind: kind(input, before, &mut faults),
        is_active: input.is_active,
        priority: input.priority,
        min_amount,
        max_amount,
        approval_level: input.approval_level,
        approver: approver(input, before, &mut faults),
    };
    (draft, faults)
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

/// Who signs, with the field that the type needs and none that it does not.
fn approver(input: &RuleUpdate, before: Option<&Rule>, faults: &mut Faults) -> Option<Approver> {
    let approver_type = input.approver_type.or_else(|| before.map(|rule| ApproverType::of(&rule.approver)))?;
    let role = input.approver_role.0.clone().flatten().map(String::from);
    let user = input.approver_user_id.0.clone().flatten().map(UserId::from);
    if role.is_some() && approver_type != ApproverType::Role {
        faults.add("/approver_role", "is only for approver_type role");
    }
    if user.is_some() && approver_type != ApproverType::User {
        faults.add("/approver_user_id", "is only for approver_type user");
    }
    match approver_type {
        ApproverType::Manager => Some(Approver::Manager),
        ApproverType::Role => {
            let stored = before.and_then(|rule| {
                if let Approver::Role { approver_role } = &rule.approver { Some(approver_role.clone()) } else { None }
            });
            let kept = if input.approver_role.0.is_none() { stored } else { None };
            role.or(kept).map(|approver_role| Approver::Role { approver_role }).or_else(|| {
                faults.add("/approver_role", "is required for approver_type role");
                None
            })
        }
        ApproverType::User => {
            let stored = before.and_then(|rule| {
                if let Approver::User { approver_user_id } = &rule.approver {
                    Some(approver_user_id.clone())
                } else {
                    None
                }
            });
            let kept = if input.approver_user_id.0.is_none() { stored } else { None };
            user.or(kept).map(|approver_user_id| Approver::User { approver_user_id }).or_else(|| {
                faults.add("/approver_user_id", "is required for approver_type user");
                None
            })
        }
    }
}
