//! Whether what one step asks for is no less than what another does: whose signatures complete the one complete the other as well.
//! See docs/rules/rule-sets.md#money-outside-of-payments.

use crate::approval::access::allow;
use crate::approval::catalog::Catalog;
use crate::approval::rule::{Approver, Rule};

/// Whom a rule names.
#[derive(Clone, Copy)]
enum Named<'r> {
    Role(&'r str),
    Person(&'r crate::approval::access::UserId),
    Manager,
    Above,
}

/// The levels of a payment that no level of a document is as strong as, each counted once, for the highest first; numbered from 1.
pub fn missing(document: &[Vec<&Rule>], payment: &[Vec<&Rule>], catalog: &Catalog) -> Vec<u32> {
    let mut taken: Vec<Option<usize>> = vec![None; document.len()];
    let mut missing = Vec::new();
    for (place, asked) in payment.iter().enumerate().rev() {
        if !asked.is_empty() && !finds(place, document, payment, &mut taken, &mut vec![false; document.len()], catalog)
        {
            missing.push(u32::try_from(place).unwrap_or(u32::MAX).saturating_add(1));
        }
    }
    missing.reverse();
    missing
}

/// Finds a level of the document that is as strong as this one of the payment, counted from 0, where need be by finding another for the one it stands for now.
fn finds(
    level: usize,
    document: &[Vec<&Rule>],
    payment: &[Vec<&Rule>],
    taken: &mut [Option<usize>],
    seen: &mut [bool],
    catalog: &Catalog,
) -> bool {
    let Some(asked) = payment.get(level) else { return false };
    for (at, step) in document.iter().enumerate() {
        if seen.get(at).copied().unwrap_or(true) || !is_as_strong(step, asked, catalog) {
            continue;
        }
        if let Some(seen) = seen.get_mut(at) {
            *seen = true;
        }
        let before = taken.get(at).copied().flatten();
        if before.is_none_or(|other| finds(other, document, payment, taken, seen, catalog)) {
            if let Some(taken) = taken.get_mut(at) {
                *taken = Some(level);
            }
            return true;
        }
    }
    false
}

/// Whichever of its rules is fulfilled, so is one of the others.
fn is_as_strong(step: &[&Rule], asked: &[&Rule], catalog: &Catalog) -> bool {
    !step.is_empty() && step.iter().all(|rule| asked.iter().any(|other| covers(rule, other, catalog)))
}

/// Whether the signatures that a rule asks for are among those that another would do with.
pub fn covers(rule: &Rule, other: &Rule, catalog: &Catalog) -> bool {
    rule.approvals_required >= other.approvals_required
        && named(rule).iter().all(|one| named(other).iter().any(|who| is_among(*one, *who, catalog)))
}

fn named(rule: &Rule) -> Vec<Named<'_>> {
    match &rule.approver {
        Approver::Role { approver_role } => vec![Named::Role(approver_role)],
        Approver::User { approver_user_id } => vec![Named::Person(approver_user_id)],
        Approver::Manager => vec![Named::Manager],
        Approver::ManagerChain => vec![Named::Above],
        Approver::Panel { approver_role, approver_user_ids } => {
            let by_role = approver_role.iter().map(|id| Named::Role(id));
            by_role.chain(approver_user_ids.iter().map(Named::Person)).collect()
        }
    }
}

fn is_among(one: Named<'_>, other: Named<'_>, catalog: &Catalog) -> bool {
    match (one, other) {
        (Named::Role(one), Named::Role(other)) => may_as_much(one, other, catalog),
        (Named::Person(one), Named::Role(other)) => {
            let roles = catalog.users.get(one).into_iter().flat_map(|user| &user.roles);
            roles.into_iter().any(|role| may_as_much(role, other, catalog))
        }
        (Named::Person(one), Named::Person(other)) => one == other,
        // The climb begins at the manager.
        (Named::Manager | Named::Above, Named::Manager) | (Named::Above, Named::Above) => true,
        (Named::Role(_) | Named::Manager | Named::Above, _) | (Named::Person(_), Named::Manager | Named::Above) => {
            false
        }
    }
}

/// The same role, or one that grants all that the other does.
fn may_as_much(one: &str, other: &str, catalog: &Catalog) -> bool {
    if one == other {
        return true;
    }
    let (Some(one), Some(other)) = (catalog.roles.get(one), catalog.roles.get(other)) else { return false };
    let mut permissions = other.permissions.iter().filter_map(|permission| permission.split_once('.'));
    !other.permissions.is_empty() && permissions.all(|(on, may)| allow(&one.permissions, on, may))
}
