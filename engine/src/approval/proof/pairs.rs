//! Two steps of one document that need the same person, who signs only one of them. See docs/rules/signing.md#one-person-one-level.
//!
//! A person is needed for a step when too few are left without them. While somebody is away, a delegate is needed for what they alone
//! could sign, and is missing where they are needed themselves: then the delegation is hollow.

use std::collections::{BTreeMap, BTreeSet};

use super::deciding::Wanted;
use super::finding::Weakness;
use super::people::{Group, Signers};
use super::question::Question;
use super::set::Set;
use super::steps::{Found, News, Steps};
use super::witness::Witness;
use crate::approval::access::UserId;
use crate::approval::catalog::Person;

/// All pairs of steps, and single steps that need a delegate twice.
pub fn find(steps: &Steps<'_, '_>, news: News, found: &mut Found<'_>) {
    // Of another submitter only pairs are new of which one is for those above, or beside one.
    let rules = (0..steps.crews.len()).filter(|rule| news == News::First || steps.hangs_on_line(*rule));
    let people: BTreeSet<&UserId> = rules.flat_map(|rule| critical(steps, rule)).collect();
    for person in &people {
        let beside = |rule: usize| too_few(steps, rule, Some(person), None);
        let needs = |rule: usize| beside(rule).without(&too_few(steps, rule, None, None));
        let anywhere = |_| steps.space.every_amount.clone();
        for (rules, witness) in two_steps(steps, news, (&needs, &beside), &anywhere, found) {
            steps.tell(Weakness::OnePersonForTwoSteps, &rules, std::iter::once(*person), witness, found);
        }
    }
    // Somebody's delegate may be needed by a rule for those above, while they themselves are named by another.
    let everybody: BTreeSet<&UserId> = (0..steps.crews.len()).flat_map(|rule| critical(steps, rule)).collect();
    for person in everybody {
        for delegate in stand_ins(steps, person) {
            hollow(steps, news, (person, delegate), found);
        }
    }
}

/// The delegates of somebody who is there; of who is not, the others are told of already.
fn stand_ins<'a>(steps: &'a Steps<'_, '_>, person: &UserId) -> BTreeSet<&'a UserId> {
    let catalog = steps.premises.catalog;
    let Some(user) = catalog.users.get(person).filter(|user| user.is_active) else { return BTreeSet::new() };
    catalog
        .delegates_of(&user.user_id, steps.premises.today)
        .filter(|delegate| !catalog.is_inactive(delegate))
        .collect()
}

/// Whether the delegate is needed twice while the person is away.
fn hollow(steps: &Steps<'_, '_>, news: News, (person, delegate): (&UserId, &UserId), found: &mut Found<'_>) {
    let few = |rule: usize| too_few(steps, rule, None, None);
    let while_away = |rule: usize| too_few(steps, rule, None, Some(person));
    // One step: without the person too few are left, as the delegate is one of them.
    let of_both = |group: &Group| {
        if is_of(group, person) && is_of(group, delegate) { group.amounts.clone() } else { steps.nowhere() }
    };
    for rule in (0..steps.crews.len()).filter(|rule| news == News::First || steps.hangs_on_line(*rule)) {
        let once = while_away(rule).without(&few(rule)).and(&steps.amounts(rule, &of_both));
        if let Some(witness) = document(steps, &[(rule, &once)], &while_away, found) {
            tell(steps, &[rule], (person, delegate), witness, found);
        }
    }
    let beside = |rule: usize| too_few(steps, rule, Some(delegate), Some(person));
    let needs = |rule: usize| beside(rule).without(&while_away(rule));
    // Where both steps are for the person alone, it is one person for two steps, whether away or not.
    let named = |rule: usize, who: &UserId| {
        steps.amounts(rule, &|group| if is_of(group, who) { group.amounts.clone() } else { steps.nowhere() })
    };
    let either = |pair: [usize; 2], who: &UserId| {
        pair.map(|rule| named(rule, who)).iter().fold(steps.nowhere(), |all, one| all.or(one))
    };
    let is_hollow = |pair: [usize; 2]| either(pair, person).and(&either(pair, delegate));
    for (rules, witness) in two_steps(steps, news, (&needs, &beside), &is_hollow, found) {
        tell(steps, &rules, (person, delegate), witness, found);
    }
}

fn tell(
    steps: &Steps<'_, '_>,
    rules: &[usize],
    (person, delegate): (&UserId, &UserId),
    witness: Witness,
    found: &mut Found<'_>,
) {
    let before = found.proof.weak_steps.len();
    steps.tell(Weakness::HollowDelegation, rules, [person, delegate].into_iter(), witness, found);
    let given = steps.premises.catalog.delegations.values().filter(|given| {
        given.from_user_id == *person && given.to_user_id == *delegate && given.holds_on(steps.premises.today)
    });
    if let Some(finding) = found.proof.weak_steps.get_mut(before) {
        finding.delegation_ids = given.map(|given| given.delegation_id.clone()).collect();
    }
}

/// The amounts at which something holds of a rule's signers.
type Amounts<'f> = &'f dyn Fn(usize) -> Set;

/// Documents with two steps of different levels of which the first holds, and beside them only rules of which the second does. A rule
/// that is shown in one is not looked for in others.
fn two_steps(
    steps: &Steps<'_, '_>,
    news: News,
    (of, beside): (Amounts<'_>, Amounts<'_>),
    within: &dyn Fn([usize; 2]) -> Set,
    found: &mut Found<'_>,
) -> Vec<(Vec<usize>, Witness)> {
    let (mut shown, mut of_shown) = (Vec::new(), BTreeSet::new());
    let rules: BTreeMap<usize, Set> =
        (0..steps.crews.len()).map(|rule| (rule, of(rule))).filter(|(_, amounts)| !amounts.is_empty()).collect();
    let level = |rule: usize| steps.space.rule(rule).map_or(0, |(rule, _)| rule.approval_level);
    for (one, amounts) in &rules {
        for (other, theirs) in &rules {
            let pair = [*one, *other];
            let is_new = news == News::First || pair.iter().any(|rule| steps.hangs_on_line(*rule));
            let is_shown = pair.iter().any(|rule| of_shown.contains(rule));
            if !is_new || is_shown || level(*one) >= level(*other) || !amounts.meets(theirs) {
                continue;
            }
            let wanted = [(*one, &amounts.and(&within(pair))), (*other, theirs)];
            if let Some(witness) = document(steps, &wanted, beside, found) {
                of_shown.extend(pair);
                shown.push((pair.to_vec(), witness));
            }
        }
    }
    shown
}

/// A document with steps of all these rules, at amounts of all of them, and beside them only rules of which it holds.
fn document(
    steps: &Steps<'_, '_>,
    rules: &[(usize, &Set)],
    beside: Amounts<'_>,
    found: &mut Found<'_>,
) -> Option<Witness> {
    let amounts = rules.iter().map(|(_, amounts)| (*amounts).clone()).reduce(|one, other| one.and(&other))?;
    if amounts.is_empty() {
        return None;
    }
    let not_beside = |other: usize| Some(steps.space.every_amount.without(&beside(other)));
    let wanted: Vec<Wanted<'_>> =
        rules.iter().map(|(rule, _)| Wanted { rule: *rule, not_beside: &not_beside }).collect();
    steps.ask(&wanted, &Question { amounts: Some(amounts), ..Question::default() }, found)
}

/// Those without whom a step of the rule may be too few: its people, and who signs for those of them who are inactive.
fn critical<'s>(steps: &'s Steps<'_, '_>, rule: usize) -> BTreeSet<&'s UserId> {
    let catalog = steps.premises.catalog;
    // Those who are inactive leave a large group small.
    let here = |people: &BTreeMap<UserId, Person>| people.keys().filter(|person| !catalog.is_inactive(person)).count();
    let small = steps.groups(rule).filter_map(|group| match &group.signers {
        Signers::Known(people) if here(people) <= group.required.saturating_add(1) => Some(people.keys()),
        Signers::Known(_) | Signers::Unknown(_) | Signers::Refused => None,
    });
    let mut people: BTreeSet<&UserId> = small.flatten().collect();
    let delegates = steps.premises.delegates_of_inactive(people.iter().copied());
    people.extend(delegates);
    people
}

fn is_of(group: &Group, person: &UserId) -> bool {
    match &group.signers {
        Signers::Known(people) => people.contains_key(person),
        Signers::Unknown(_) | Signers::Refused => false,
    }
}

/// The amounts at which a rule's signers are too few without who is barred, while somebody is away.
fn too_few(steps: &Steps<'_, '_>, rule: usize, barred: Option<&UserId>, away: Option<&UserId>) -> Set {
    let Some(crew) = steps.crews.get(rule) else { return steps.nowhere() };
    // Who stands in for somebody who is away matters only where they do.
    let matters = away.into_iter().chain(barred).any(|one| crew.hangs_on(one));
    if !matters {
        return crew.too_few.clone();
    }
    let barred = barred.into_iter().collect();
    steps.amounts(rule, &|group| steps.premises.too_few(steps.space, group, &barred, away))
}
