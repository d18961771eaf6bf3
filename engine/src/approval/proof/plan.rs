//! The same questions, put to one plan: what a simulation shows, and what the proof is held against.

use std::collections::BTreeSet;

use super::finding::Weakness;
use super::people::Premises;
use super::witness::Witness;
use crate::approval::access::UserId;
use crate::approval::catalog::{Catalog, People};
use crate::approval::field::Field;
use crate::approval::plan::{RoutingPlan, Step};
use crate::approval::signing::SelfApproval;
use crate::values::kind::{GovernedType, PartyKind};

/// A weakness of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weak {
    pub weakness: Weakness,
    pub levels: Vec<u32>,
    /// Those who are in the way.
    pub people: BTreeSet<UserId>,
}

/// Who is kept from signing.
#[derive(Clone, Default, Debug)]
pub struct Concerned {
    /// Who made and who submits it.
    pub authors: BTreeSet<UserId>,
    pub beneficiaries: BTreeSet<UserId>,
}

impl Concerned {
    /// Those whom a document keeps from signing it.
    pub fn of(witness: &Witness, catalog: &Catalog) -> Self {
        let author = witness.field(Field::CreatedBy).map(UserId::from);
        let linked = [(Field::CustomerId, PartyKind::Customer), (Field::VendorId, PartyKind::Vendor)];
        let linked =
            linked.into_iter().filter_map(|(field, kind)| catalog.linked_user(kind, witness.field(field)?).cloned());
        Self {
            authors: author.into_iter().chain(witness.submitted_by.clone()).collect(),
            beneficiaries: witness.field(Field::EmployeeId).map(UserId::from).into_iter().chain(linked).collect(),
        }
    }
}

/// What is weak about a plan, but for steps that nobody could sign: submit refuses those.
pub fn weaknesses(plan: &RoutingPlan, of: GovernedType, concerned: &Concerned, premises: &Premises<'_>) -> Vec<Weak> {
    let asked = Asked { plan, of, premises };
    let mut found: Vec<Weak> = plan.steps.iter().filter(|step| asked.is_unknown(step)).map(unknown).collect();
    found.extend(asked.conflict(concerned));
    found.extend(asked.one_person());
    found.extend(asked.hollow());
    found
}

/// Whether a submit counts enough people for each step.
pub fn is_counted(plan: &RoutingPlan, of: GovernedType, premises: &Premises<'_>) -> bool {
    Asked { plan, of, premises }.counted_failing().is_empty()
}

struct Asked<'a> {
    plan: &'a RoutingPlan,
    of: GovernedType,
    premises: &'a Premises<'a>,
}

fn unknown(step: &Step) -> Weak {
    Weak { weakness: Weakness::HoldersUnknown, levels: vec![step.level], people: BTreeSet::new() }
}

impl Asked<'_> {
    fn people<'s>(&'s self, step: &'s Step) -> impl Iterator<Item = (People<'s>, usize)> {
        let of = |way| self.premises.catalog.people_of(way, self.of, self.premises.today);
        step.alternatives
            .iter()
            .map(move |way| (of(way), usize::try_from(way.approvals_required).unwrap_or(usize::MAX)))
    }

    fn is_unknown(&self, step: &Step) -> bool {
        self.people(step).any(|(people, _)| matches!(people, People::Unknown(Some(_))))
    }

    /// Whether too few are left for the step without those who are barred, while somebody is away.
    fn is_too_few(&self, step: &Step, barred: &BTreeSet<&UserId>, away: Option<&UserId>) -> bool {
        self.people(step).all(|way| self.are_too_few(&way, barred, away))
    }

    /// The same of one way to sign it.
    fn are_too_few(
        &self,
        (people, required): &(People<'_>, usize),
        barred: &BTreeSet<&UserId>,
        away: Option<&UserId>,
    ) -> bool {
        let document = (self.of, self.plan.amount);
        match people {
            People::Unknown(_) => false,
            People::Known(known) => {
                self.premises.catalog.capacity(known, (barred, away), document, self.premises.today) < *required
            }
        }
    }

    /// Whether somebody of the step may sign so much, but for those who are barred.
    fn covers(&self, step: &Step, barred: &BTreeSet<&UserId>) -> bool {
        let amount = self.plan.amount;
        self.people(step).any(|(people, _)| match people {
            People::Known(mut known) => {
                known.retain(|person, of| {
                    let stand_ins =
                        || self.premises.catalog.stand_ins(person, of.is_named, (self.of, amount), self.premises.today);
                    !barred.contains(*person)
                        && (!self.premises.catalog.is_inactive(person)
                            || stand_ins().into_keys().any(|one| !barred.contains(one)))
                });
                People::Known(known).covers(amount)
            }
            unknown @ People::Unknown(_) => unknown.covers(amount),
        })
    }

    /// The levels that cannot be signed without those who are barred. A limit fails the first step: whoever signs it lifts it for
    /// the others.
    fn failing(&self, barred: &BTreeSet<&UserId>) -> Vec<u32> {
        let fails = |(place, step): &(usize, &Step)| {
            self.is_too_few(step, barred, None) || *place == 0 && !self.covers(step, barred)
        };
        self.plan.steps.iter().enumerate().filter(fails).map(|(_, step)| step.level).collect()
    }

    /// The levels for which submit counts too few.
    fn counted_failing(&self) -> Vec<u32> {
        let amount = self.plan.amount;
        let mut lifted = false;
        let mut failing = Vec::new();
        for step in &self.plan.steps {
            lifted |= self.people(step).any(|(people, _)| people.covers(amount));
            let is_enough = |(people, required): (People<'_>, usize)| {
                people
                    .number(amount, lifted)
                    .is_none_or(|number| usize::try_from(number).unwrap_or(usize::MAX) >= required)
            };
            if !self.people(step).any(is_enough) {
                failing.push(step.level);
            }
        }
        failing
    }

    fn conflict(&self, concerned: &Concerned) -> Vec<Weak> {
        let nobody = BTreeSet::new();
        let before = self.failing(&nobody);
        let authors: BTreeSet<&UserId> = match self.premises.self_approval {
            SelfApproval::Deny => concerned.authors.iter().collect(),
            SelfApproval::Allow => nobody,
        };
        let beneficiaries: BTreeSet<&UserId> = concerned.beneficiaries.iter().collect();
        let both: BTreeSet<&UserId> = authors.union(&beneficiaries).copied().collect();
        let ways = [
            (Weakness::OnlyTheAuthor, authors),
            (Weakness::OnlyTheBeneficiary, beneficiaries),
            (Weakness::OnlyAuthorAndBeneficiary, both),
        ];
        // Each level is told of for the least of reasons.
        let mut told = before;
        let mut found = Vec::new();
        for (weakness, barred) in ways {
            let mut levels = self.failing(&barred);
            levels.retain(|level| !told.contains(level));
            told.extend(&levels);
            if !levels.is_empty() {
                found.push(Weak { weakness, levels, people: barred.into_iter().cloned().collect() });
            }
        }
        found
    }

    /// Everybody whom a step names, and who signs for those of them who are inactive, as far as is known.
    fn everybody(&self) -> BTreeSet<UserId> {
        let known = self.plan.steps.iter().flat_map(|step| self.people(step)).filter_map(|(people, _)| match people {
            People::Known(known) => Some(known.into_keys().cloned().collect::<Vec<_>>()),
            People::Unknown(_) => None,
        });
        let mut named: BTreeSet<UserId> = known.flatten().collect();
        let delegates = self.premises.delegates_of_inactive(&named);
        named.extend(delegates.into_iter().cloned());
        named
    }

    /// The levels that need the person, and are fine with them.
    fn needing(&self, barred: &UserId, away: Option<&UserId>) -> Vec<u32> {
        let (nobody, one) = (BTreeSet::new(), BTreeSet::from([barred]));
        let needs = |step: &&Step| self.is_too_few(step, &one, away) && !self.is_too_few(step, &nobody, away);
        self.plan.steps.iter().filter(needs).map(|step| step.level).collect()
    }

    fn one_person(&self) -> Vec<Weak> {
        let twice = self.everybody().into_iter().map(|person| (self.needing(&person, None), person));
        let twice = twice.filter(|(levels, _)| levels.len() > 1);
        twice
            .map(|(levels, person)| Weak {
                weakness: Weakness::OnePersonForTwoSteps,
                levels,
                people: BTreeSet::from([person]),
            })
            .collect()
    }

    fn hollow(&self) -> Vec<Weak> {
        let (nobody, today) = (BTreeSet::new(), self.premises.today);
        let weak = |levels, people: &[&UserId]| Weak {
            weakness: Weakness::HollowDelegation,
            levels,
            people: people.iter().map(|one| (*one).clone()).collect(),
        };
        let mut found = Vec::new();
        let steps = || self.plan.steps.iter();
        let counted = self.counted_failing();
        let mut stuck = self.failing(&nobody);
        stuck.retain(|level| !counted.contains(level));
        if !stuck.is_empty() {
            found.push(weak(stuck, &[]));
        }
        for person in self.everybody().iter().filter(|person| !self.premises.catalog.is_inactive(person)) {
            for delegate in self.premises.catalog.delegates_of(person, today) {
                if self.premises.catalog.is_inactive(delegate) {
                    continue;
                }
                let once = |step: &&Step| {
                    self.is_too_few(step, &nobody, Some(person))
                        && !self.is_too_few(step, &nobody, None)
                        && self.names_both(step, person, delegate)
                };
                let mut levels: Vec<u32> = steps().filter(once).map(|step| step.level).collect();
                let twice = self.needing(delegate, Some(person));
                // By a way to sign that there is while the person is away.
                let named = |who: &UserId| {
                    let mut ways =
                        steps().filter(|step| twice.contains(&step.level)).flat_map(|step| self.people(step));
                    ways.any(|way| is_of(&way.0, who) && !self.are_too_few(&way, &nobody, Some(person)))
                };
                if twice.len() > 1 && named(person) && named(delegate) {
                    levels.extend(&twice);
                }
                levels.sort_unstable();
                levels.dedup();
                if !levels.is_empty() {
                    found.push(weak(levels, &[person, delegate]));
                }
            }
        }
        found
    }

    fn names_both(&self, step: &Step, person: &UserId, delegate: &UserId) -> bool {
        self.people(step).any(|(people, _)| is_of(&people, person) && is_of(&people, delegate))
    }
}

fn is_of(people: &People<'_>, person: &UserId) -> bool {
    matches!(people, People::Known(known) if known.contains_key(person))
}
