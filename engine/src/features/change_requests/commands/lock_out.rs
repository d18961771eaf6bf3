//! A change after which nobody could sign a change of the rules any more is refused: it could never be taken back.
//! See docs/rules/change-requests.md#nobody-is-locked-out.
//!
//! What is known of people counts, as at a submission: a role that is recorded of nobody counts as held by enough people, and somebody
//! who is not recorded may ask for the change. It is enough that one person's change could be signed by others. What is known of a role
//! counts as well: one that does not let its holders sign change requests gives no signers.

mod signers;

use std::collections::BTreeSet;

use self::signers::signers;
use super::enough_signers::{Looks, Way, are_enough};
use crate::approval::Rule;
use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::approval::plan::{Alternative, RoutingPlan, Step};
use crate::approval::routing::{is_guarded, route};
use crate::approval::subject::Subject;
use crate::books::command::{Change, Snapshot};
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{GovernedAction, GovernedType, Thing};

/// Refuses the change when it is this one that locks everybody out, now or by the rules that come.
pub fn check(change: &Change, snapshot: &Snapshot) -> Result<(), Refusal> {
    for before in [Some(&*snapshot.catalog), snapshot.catalog.coming()].into_iter().flatten() {
        if let Some(after) = changed(change, before) {
            compare(&after, before, snapshot.today)?;
        }
    }
    Ok(())
}

/// The same of all rules at once.
pub fn check_rules<'a>(changed: impl IntoIterator<Item = &'a Rule>, snapshot: &Snapshot) -> Result<(), Refusal> {
    let mut after = (*snapshot.catalog).clone();
    after.rules.extend(changed.into_iter().map(|rule| (rule.rule_id.clone(), rule.clone())));
    compare(&after, &snapshot.catalog, snapshot.today)
}

fn compare(after: &Catalog, before: &Catalog, today: Date) -> Result<(), Refusal> {
    // Rules of older books, or people who were made inactive by somebody else, may have done it before: that is not made worse.
    if can_be_changed(after, today) || !can_be_changed(before, today) {
        return Ok(());
    }
    Err(RefusalName::LocksEverybodyOut
        .because("after this, nobody could sign a change of the approval rules any more, as the rules ask for it"))
}

/// The catalog after the change; `None` where no rule guards the rules, then or now.
fn changed(change: &Change, before: &Catalog) -> Option<Catalog> {
    let guards = |rule: &Rule| rule.is_active && rule.governs.includes(subject().document_type);
    let is_new = matches!(change, Change::SaveRule(rule) if guards(rule));
    if !is_new && !before.rules.values().any(guards) {
        return None;
    }
    let mut after = before.clone();
    match change {
        Change::SaveRule(rule) => {
            after.rules.insert(rule.rule_id.clone(), (**rule).clone());
        }
        Change::SaveUser(user) => after.users.replace(user.clone()),
        Change::SaveDelegation(given) => {
            after.delegations.insert(given.delegation_id.clone(), (**given).clone());
        }
        // A role that is new takes nothing away.
        Change::SaveRole(role) if before.roles.contains_key(&role.role_id) => {
            after.roles.insert(role.role_id.clone(), role.clone());
        }
        // It is known to grant nothing from now on.
        Change::DeleteRole(role_id) => after.roles.get_mut(role_id)?.permissions.clear(),
        _ => return None,
    }
    Some(after)
}

fn subject() -> Subject<'static> {
    Subject::without_amount(GovernedType::Thing(Thing::ApprovalRule), GovernedAction::Change)
}

/// Whether somebody could ask for a change of the rules that others could sign, or needs no signature for it.
fn can_be_changed(catalog: &Catalog, today: Date) -> bool {
    let subject = subject();
    if !is_guarded(&subject, catalog.rules.values()) {
        return true;
    }
    let stranger = UserId::from("");
    let known = catalog.users.values().filter(|user| user.is_active).map(|user| &user.user_id);
    let mut requesters = std::iter::once(&stranger).chain(known);
    let mut looks = Looks::new();
    requesters.any(|requester| {
        if !looks.take(catalog.rules.len()) {
            return false;
        }
        let superiors = catalog.superiors(requester, subject.document_type);
        let plan = route(&subject, catalog.rules.values(), &superiors);
        plan.is_ok_and(|plan| others_could_sign(&plan, requester, catalog, today, &mut looks))
    })
}

/// Whether each step has enough people other than the requester, each of whom signs one level; and enough who would sign with their own
/// hand, for themselves or as a delegate.
fn others_could_sign(
    plan: &RoutingPlan,
    requester: &UserId,
    catalog: &Catalog,
    today: Date,
    looks: &mut Looks,
) -> bool {
    let required = |way: &Alternative| usize::try_from(way.approvals_required).unwrap_or(usize::MAX);
    let most = |step: &Step| step.alternatives.iter().map(required).max().unwrap_or(1);
    let all = plan.steps.iter().map(most).fold(0, usize::saturating_add);
    let (mut people, mut hands) = (Vec::with_capacity(plan.steps.len()), Vec::with_capacity(plan.steps.len()));
    for step in &plan.steps {
        let (mut whose, mut by) = (Vec::new(), Vec::new());
        for way in &step.alternatives {
            let Some(found) = signers(way, requester, (catalog, today), looks) else { return false };
            // With as many as all steps together need, enough are found whoever signs the others.
            let scarce = |all_of: BTreeSet<_>| (all_of.len() < all).then(|| all_of.into_iter().collect());
            let (of, with) = found.unzip();
            whose.push(Way { required: required(way), people: of.and_then(scarce) });
            by.push(Way { required: required(way), people: with.and_then(scarce) });
        }
        people.push(whose);
        hands.push(by);
    }
    are_enough(&people, looks) && are_enough(&hands, looks)
}
