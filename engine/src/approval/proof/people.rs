//! Who could sign for a rule, by the amounts and by who submits. See docs/rules/signing.md#the-signers-of-a-step.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::set::Set;
use super::space::Space;
use crate::approval::access::{UserId, within};
use crate::approval::catalog::{Catalog, People, Person};
use crate::approval::plan::{Alternative, Signer};
use crate::approval::routing::alternative;
use crate::approval::rule::{Approver, Rule};
use crate::approval::signing::SelfApproval;
use crate::approval::subject::Subject;
use crate::approval::superior::Superiors;
use crate::values::clock::Date;
use crate::values::kind::DocumentKind;
use crate::values::money::{Currency, Minor};

/// What a proof takes from the books, on a day.
#[derive(Clone, Copy, Debug)]
pub struct Premises<'a> {
    pub catalog: &'a Catalog,
    pub base: Currency,
    pub self_approval: SelfApproval,
    pub today: Date,
}

/// Somebody who submits, as far as rules look at who is above them.
pub struct Submitter {
    /// `None` where it does not matter who it is.
    pub who: Option<UserId>,
    pub superiors: Superiors,
}

impl Submitter {
    /// So many are kept from signing a document: who wrote it, who gains from it, and who submits it, where that is told apart.
    pub fn most_barred(&self) -> usize {
        if self.who.is_some() { 3 } else { 2 }
    }
}

/// Those who could sign for a rule.
pub enum Signers {
    /// Submit is refused: nobody is recorded above the submitter, or nobody who may sign so much.
    Refused,
    /// Enough, as far as is known; of this role nothing is.
    Unknown(Option<String>),
    Known(BTreeMap<UserId, Person>),
}

/// Those who could sign for a rule at these amounts.
pub struct Group {
    pub amounts: Set,
    pub required: usize,
    pub signers: Signers,
}

/// One submitter for each line of superiors that there is among the recorded people, where some rule asks for it.
/// Of those with the same line the one who signs nothing comes first.
pub fn submitters(rules: &[&Rule], kind: DocumentKind, premises: &Premises<'_>) -> Vec<Submitter> {
    let catalog = premises.catalog;
    let anyone = || vec![Submitter { who: None, superiors: Superiors::default() }];
    if !rules.iter().any(|rule| asks_above(rule)) {
        return anyone();
    }
    let named = signing(rules, premises);
    let mut known: BTreeMap<(Reverse<Vec<String>>, Option<&UserId>), Submitter> = BTreeMap::new();
    for user in catalog.users.values().filter(|user| user.is_active) {
        let superiors = catalog.superiors(&user.user_id, kind);
        let line: Vec<String> = superiors.0.iter().map(|one| one.user_id.folded().to_owned()).collect();
        let own = named.get(&user.user_id).copied();
        known.entry((Reverse(line), own)).or_insert_with(|| Submitter { who: Some(user.user_id.clone()), superiors });
    }
    if known.values().all(|one| one.superiors.0.is_empty()) {
        return anyone();
    }
    // Those with a manager first: their documents have a plan.
    known.into_values().collect()
}

/// Those who sign themselves where they do not submit: the people whom rules name, the holders of roles that few have, and the delegates
/// of those of them who are away.
fn signing<'a>(rules: &[&'a Rule], premises: &Premises<'a>) -> BTreeSet<&'a UserId> {
    let catalog = premises.catalog;
    let mut named = BTreeSet::new();
    for rule in rules {
        let (role, people) = match &rule.approver {
            Approver::Role { approver_role } => (Some(approver_role), [].as_slice()),
            Approver::User { approver_user_id } => (None, std::slice::from_ref(approver_user_id)),
            Approver::Panel { approver_role, approver_user_ids } => {
                (approver_role.as_ref(), approver_user_ids.as_slice())
            }
            Approver::Manager | Approver::ManagerChain => (None, [].as_slice()),
        };
        named.extend(people);
        let holders = role.and_then(|role| catalog.holders(role)).unwrap_or_default();
        let few = usize::try_from(rule.approvals_required).unwrap_or(usize::MAX).saturating_add(3);
        if holders.len() <= few {
            named.extend(holders);
        }
    }
    let delegates = premises.delegates_of_inactive(named.iter().copied());
    named.extend(delegates);
    named
}

/// A document of a type, for rules of which it does not matter how large it is.
fn any_size<'a>(kind: DocumentKind) -> Subject<'a> {
    Subject::of_amount(kind, Minor::ZERO, None)
}

/// Whether the rule asks for somebody above the submitter.
pub const fn asks_above(rule: &Rule) -> bool {
    matches!(rule.approver, Approver::Manager | Approver::ManagerChain)
}

impl<'a> Premises<'a> {
    /// The delegates of those of them who are inactive: they sign for them.
    pub fn delegates_of_inactive<'p>(&self, people: impl IntoIterator<Item = &'p UserId>) -> BTreeSet<&'a UserId> {
        let (catalog, today) = (self.catalog, self.today);
        let inactive = people.into_iter().filter(|one| catalog.is_inactive(one));
        inactive.flat_map(|one| catalog.delegates_of(one, today).collect::<Vec<&'a UserId>>()).collect()
    }

    /// Those whom the proof has to tell apart as authors and beneficiaries, and the limits at which it changes who may sign.
    pub fn told_apart(
        &self,
        rules: &[&Rule],
        submitters: &[Submitter],
        kind: DocumentKind,
    ) -> (BTreeSet<UserId>, BTreeSet<Minor>) {
        let (mut people, mut limits) = (BTreeSet::new(), BTreeSet::new());
        for rule in rules {
            let of = if asks_above(rule) { submitters } else { submitters.get(..1).unwrap_or_default() };
            for submitter in of {
                if asks_above(rule) {
                    people.extend(submitter.superiors.0.iter().map(|one| one.user_id.clone()));
                    limits.extend(submitter.superiors.0.iter().filter_map(|one| one.limit));
                } else if let Ok(way) = alternative(rule, &any_size(kind), &submitter.superiors)
                    && let People::Known(known) = self.catalog.people_of(&way, kind.into(), self.today)
                {
                    limits.extend(known.values().filter_map(|person| person.limit));
                    let barred = submitter.most_barred();
                    let near = usize::try_from(rule.approvals_required).unwrap_or(usize::MAX).saturating_add(barred);
                    let mut of: Vec<(&UserId, Option<Minor>)> =
                        known.iter().map(|(one, person)| (*one, person.limit)).collect();
                    // Those without a limit come first, then those with the highest.
                    of.sort_by_key(|(_, limit)| limit.map(Reverse));
                    let here = known.keys().filter(|person| !self.catalog.is_inactive(person));
                    let take = if here.count() <= near { known.len() } else { barred };
                    people.extend(of.into_iter().take(take).map(|(one, _)| one.clone()));
                }
            }
        }
        let in_force = self.catalog.delegations.values().filter(|given| given.holds_on(self.today));
        limits.extend(in_force.filter_map(|given| given.amount_limit));
        let delegates = self.delegates_of_inactive(&people);
        people.extend(delegates.into_iter().cloned());
        (people, limits)
    }

    /// Those who could sign for a rule when this person submits.
    pub fn groups(&self, space: &Space<'_>, rule: &Rule, submitter: &Submitter) -> Vec<Group> {
        let required = usize::try_from(rule.approvals_required).unwrap_or(usize::MAX);
        let group = |amounts: Set, way: Option<&Alternative>| Group {
            amounts,
            required,
            signers: way.map_or(Signers::Refused, |way| self.signers(way, space.kind)),
        };
        if rule.approver != Approver::ManagerChain {
            let way = alternative(rule, &any_size(space.kind), &submitter.superiors).ok();
            return vec![group(space.every_amount.clone(), way.as_ref())];
        }
        let (mut left, mut groups) = (space.every_amount.clone(), Vec::new());
        for superior in submitter.superiors.0.iter().filter(|superior| superior.is_active) {
            let covered = left.and(&space.amounts.where_it_holds(|amount| within(superior.limit, amount)));
            left = left.without(&covered);
            let signer = Signer::ManagerChain { user_id: superior.user_id.clone(), passed: Vec::new() };
            groups.push(group(covered, Some(&Alternative::of(signer))));
        }
        groups.push(group(left, None));
        groups.retain(|group| !group.amounts.is_empty());
        groups
    }

    fn signers(&self, way: &Alternative, kind: DocumentKind) -> Signers {
        match self.catalog.people_of(way, kind.into(), self.today) {
            People::Unknown(role) => Signers::Unknown(role.map(str::to_owned)),
            People::Known(known) => {
                Signers::Known(known.into_iter().map(|(one, person)| (one.clone(), person)).collect())
            }
        }
    }

    /// The amounts at which not enough of the group are left without those who are barred, while somebody is away.
    pub fn too_few(&self, space: &Space<'_>, group: &Group, barred: &BTreeSet<&UserId>, away: Option<&UserId>) -> Set {
        let nowhere = || space.no_amount();
        let Signers::Known(people) = &group.signers else { return nowhere() };
        let spared = barred.len().saturating_add(usize::from(away.is_some()));
        let enough = group.required.saturating_add(spared);
        let here = people.keys().filter(|person| !self.catalog.is_inactive(person));
        if here.take(enough).count() >= enough {
            return nowhere();
        }
        let people = people.iter().map(|(one, person)| (one, *person)).collect();
        let capacity =
            |amount: Minor| self.catalog.capacity(&people, (barred, away), (space.kind.into(), amount), self.today);
        let depends = self.catalog.delegations.values().any(|given| given.amount_limit.is_some());
        if depends {
            return group.amounts.and(&space.amounts.where_it_holds(|amount| capacity(amount) < group.required));
        }
        if capacity(Minor::ZERO) < group.required { group.amounts.clone() } else { nowhere() }
    }

    /// The amounts that nobody of the group may sign without another, but for those who are barred.
    pub fn above_all_limits(&self, space: &Space<'_>, group: &Group, barred: &BTreeSet<&UserId>) -> Set {
        let acts = |person: &UserId| match barred.contains(person) {
            true => Acts::Never,
            false if self.catalog.is_inactive(person) => Acts::ByAnother,
            false => Acts::Always,
        };
        let by_another = |person: &UserId, of: &Person, amount: Minor| {
            let stand_ins = self.catalog.stand_ins(person, of.is_named, (space.kind.into(), amount), self.today);
            stand_ins.into_keys().any(|one| !barred.contains(one))
        };
        uncovered(space, group, &acts, &by_another)
    }

    /// The same as a submit counts: whoever has a delegate.
    pub fn above_counted_limits(&self, space: &Space<'_>, group: &Group) -> Set {
        uncovered(space, group, &|_| Acts::Always, &|_, _, _| true)
    }
}

/// Whether somebody signs.
enum Acts {
    Always,
    /// Away: somebody else signs for them, or does not.
    ByAnother,
    Never,
}

/// The amounts of a way to sign that nobody of those who act may sign.
fn uncovered(
    space: &Space<'_>,
    group: &Group,
    acts: &dyn Fn(&UserId) -> Acts,
    by_another: &dyn Fn(&UserId, &Person, Minor) -> bool,
) -> Set {
    let Signers::Known(people) = &group.signers else { return space.no_amount() };
    // Of those who are there the highest limit tells; no limit is above all.
    let (mut highest, mut away) = (None, Vec::new());
    for (one, person) in people {
        match acts(one) {
            Acts::Always => highest = highest.max(Some(person.limit.unwrap_or(Minor(i64::MAX)))),
            Acts::ByAnother => away.push((one, person)),
            Acts::Never => {}
        }
    }
    let covered = |amount: Minor| {
        highest.is_some_and(|limit| amount <= limit)
            || away.iter().any(|(one, person)| within(person.limit, amount) && by_another(one, person, amount))
    };
    group.amounts.and(&space.amounts.where_it_holds(|amount| !covered(amount)))
}
