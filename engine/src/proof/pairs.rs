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
use super::steps::{Found, Steps};
use super::witness::Witness;
use crate::access::UserId;
use crate::catalog::Person;

/// All pairs of steps, and single steps that need a delegate twice.
pub fn find(steps: &Steps<'_, '_>, is_first: bool, found: &mut Found<'_>) {
    // Of another submitter only pairs are new of which one is for those above.
    let rules = (0..steps.groups.len()).filter(|rule| is_first || steps.asks_above(*rule));
    let people: BTreeSet<&UserId> = rules.flat_map(|rule| critical(steps, rule)).collect();
    for person in &people {
        let barred = BTreeSet::from([*person]);
        let needs = |group: &Group| {
            too_few(steps, group, &barred, None).without(&too_few(steps, group, &BTreeSet::new(), None))
        };
        let beside = |group: &Group| too_few(steps, group, &barred, None);
        let anywhere = |_| steps.space.every_amount.clone();
        for (rules, witness) in two_steps(steps, is_first, (&needs, &beside), &anywhere, found) {
            steps.tell(Weakness::OnePersonForTwoSteps, &rules, std::iter::once(*person), witness, found);
        }
    }
    // Somebody's delegate may be needed by a rule for those above, while they themselves are named by another.
    let everybody: BTreeSet<&UserId> = (0..steps.groups.len()).flat_map(|rule| critical(steps, rule)).collect();
    for person in everybody {
        for delegate in stand_ins(steps, person) {
            hollow(steps, is_first, (person, delegate), found);
        }
    }
}

/// The delegates of somebody who is there; of who is not, the others are told of already.
fn stand_ins<'a>(steps: &'a Steps<'_, '_>, person: &UserId) -> BTreeSet<&'a UserId> {
    let catalog = steps.books.catalog;
    let Some(user) = catalog.users.get(person).filter(|user| user.is_active) else { return BTreeSet::new() };
    catalog.delegates_of(&user.user_id, steps.books.today).filter(|delegate| !catalog.is_inactive(delegate)).collect()
}

/// Whether the delegate is needed twice while the person is away.
fn hollow(steps: &Steps<'_, '_>, is_first: bool, (person, delegate): (&UserId, &UserId), found: &mut Found<'_>) {
    let nobody = BTreeSet::new();
    // One step: without the person too few are left, as the delegate is one of them.
    let while_away = |group: &Group| too_few(steps, group, &nobody, Some(person));
    let once = |group: &Group| {
        let is_of_both = is_of(group, person) && is_of(group, delegate);
        let few = while_away(group).without(&too_few(steps, group, &nobody, None));
        if is_of_both { few } else { few.without(&few) }
    };
    for rule in (0..steps.groups.len()).filter(|rule| is_first || steps.asks_above(*rule)) {
        if let Some(witness) = document(steps, &[(rule, steps.amounts(rule, &once))], &while_away, found) {
            tell(steps, &[rule], (person, delegate), witness, found);
        }
    }
    let barred = BTreeSet::from([delegate]);
    let needs = |group: &Group| {
        too_few(steps, group, &barred, Some(person)).without(&too_few(steps, group, &nobody, Some(person)))
    };
    // Where both steps are for the person alone, it is one person for two steps, whether away or not.
    let named = |rule: usize, who: &UserId| {
        steps.amounts(rule, &|group| if is_of(group, who) { group.amounts.clone() } else { steps.nowhere() })
    };
    let either = |pair: [usize; 2], who: &UserId| {
        pair.map(|rule| named(rule, who)).iter().fold(steps.nowhere(), |all, one| all.or(one))
    };
    let is_hollow = |pair: [usize; 2]| either(pair, person).and(&either(pair, delegate));
    let beside = |group: &Group| too_few(steps, group, &barred, Some(person));
    for (rules, witness) in two_steps(steps, is_first, (&needs, &beside), &is_hollow, found) {
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
    let given = steps.books.catalog.delegations.values().filter(|given| {
        given.from_user_id == *person && given.to_user_id == *delegate && given.holds_on(steps.books.today)
    });
    if let Some(finding) = found.proof.weak_steps.get_mut(before) {
        finding.delegation_ids = given.map(|given| given.delegation_id.clone()).collect();
    }
}

/// The amounts of a way to sign that something holds of.
type Amounts<'f> = &'f dyn Fn(&Group) -> Set;

/// Documents with two steps of different levels of which the first holds, and beside them only rules of which the second does. A rule
/// that is shown in one is not looked for in others.
fn two_steps(
    steps: &Steps<'_, '_>,
    is_first: bool,
    (of, beside): (Amounts<'_>, Amounts<'_>),
    within: &dyn Fn([usize; 2]) -> Set,
    found: &mut Found<'_>,
) -> Vec<(Vec<usize>, Witness)> {
    let (mut shown, mut of_shown) = (Vec::new(), BTreeSet::new());
    let rules: BTreeMap<usize, Set> = (0..steps.groups.len())
        .map(|rule| (rule, steps.amounts(rule, of)))
        .filter(|(_, amounts)| !amounts.is_empty())
        .collect();
    let level = |rule: usize| steps.space.rule(rule).map_or(0, |(rule, _)| rule.approval_level);
    for (one, amounts) in &rules {
        for (other, theirs) in &rules {
            let pair = [*one, *other];
            let is_new = is_first || pair.iter().any(|rule| steps.asks_above(*rule));
            let is_shown = pair.iter().any(|rule| of_shown.contains(rule));
            if !is_new || is_shown || level(*one) >= level(*other) || !amounts.meets(theirs) {
                continue;
            }
            let wanted = [(*one, amounts.and(&within(pair))), (*other, theirs.clone())];
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
    rules: &[(usize, Set)],
    beside: &dyn Fn(&Group) -> Set,
    found: &mut Found<'_>,
) -> Option<Witness> {
    let amounts = rules.iter().map(|(_, amounts)| amounts.clone()).reduce(|one, other| one.and(&other))?;
    if amounts.is_empty() {
        return None;
    }
    let not_beside = |other: usize| Some(steps.space.every_amount.without(&steps.amounts(other, beside)));
    let wanted: Vec<Wanted<'_>> =
        rules.iter().map(|(rule, _)| Wanted { rule: *rule, not_beside: &not_beside }).collect();
    steps.ask(&wanted, &Question { amounts: Some(amounts), ..Question::default() }, found)
}

/// Those without whom a step of the rule may be too few.
fn critical<'s>(steps: &'s Steps<'_, '_>, rule: usize) -> Vec<&'s UserId> {
    let groups = steps.groups.get(rule).into_iter().flat_map(|groups| groups.iter());
    // Those who are inactive leave a large group small.
    let here = |people: &BTreeMap<UserId, Person>| {
        people.keys().filter(|person| !steps.books.catalog.is_inactive(person)).count()
    };
    let small = groups.filter_map(|group| match &group.signers {
        Signers::Known(people) if here(people) <= group.required.saturating_add(1) => Some(people.keys()),
        Signers::Known(_) | Signers::Unknown(_) | Signers::Refused => None,
    });
    small.flatten().collect()
}

fn is_of(group: &Group, person: &UserId) -> bool {
    match &group.signers {
        Signers::Known(people) => people.contains_key(person),
        Signers::Unknown(_) | Signers::Refused => false,
    }
}

fn too_few(steps: &Steps<'_, '_>, group: &Group, barred: &BTreeSet<&UserId>, away: Option<&UserId>) -> Set {
    steps.books.too_few(steps.space, group, barred, away)
}
