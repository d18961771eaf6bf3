//! Steps that people may be missing for. Each question is put for a rule that decides: is there a document for which it, and all
//! rules of the same priority beside it, name too few who could sign?
//!
//! A limit keeps a document from being signed only at its first step: once somebody has signed who may sign so much, all others
//! may. So where nobody of a step may, and nobody of a step before, nobody of the first step may.

mod conflicts;

use std::collections::BTreeSet;
use std::rc::Rc;

use super::deciding::{ANY, Wanted, decided};
use super::finding::{Certainty, Proof, WeakStep, Weakness, keep};
use super::people::{Books, Group, Signers, Submitter, asks_above};
use super::plan::is_counted;
use super::question::{At, Question};
use super::search::{Answer, Work};
use super::set::Set;
use super::space::Space;
use super::witness::Witness;
use crate::access::UserId;
use crate::approval::routing::route;
use crate::approval::rule::Rule;

/// What it costs to ask who could sign for a rule at the amounts of a region.
const COST: usize = 10;

/// What is asked about.
pub struct Steps<'s, 'a> {
    pub space: &'s Space<'a>,
    pub books: Books<'s>,
    pub submitter: &'s Submitter,
    /// Those who could sign for each rule.
    pub groups: Vec<Rc<Vec<Group>>>,
    /// The rules that refuse documents of the submitter, and at which amounts.
    refusing: Vec<(usize, Set)>,
    /// Where each rule asks for anything, by itself or as one for lower amounts.
    asking: Rc<Vec<Set>>,
}

/// Where the findings go.
pub struct Found<'f> {
    pub proof: &'f mut Proof,
    pub undecided: &'f mut BTreeSet<usize>,
    pub work: &'f mut Work,
    /// One finding of a kind is enough for the same rules.
    pub told: BTreeSet<(Vec<usize>, Weakness)>,
}

impl<'s, 'a> Steps<'s, 'a> {
    /// Those of another submitter serve again where it does not matter who submits.
    pub fn of(space: &'s Space<'a>, books: Books<'s>, submitter: &'s Submitter, before: Option<&Self>) -> Self {
        let group = |(at, rule): (usize, &Rule)| {
            let same = before.and_then(|before| before.groups.get(at)).filter(|_| !asks_above(rule));
            same.map_or_else(|| Rc::new(books.groups(space, rule, submitter)), Rc::clone)
        };
        let groups = space.each().map(|(at, rule, _)| group((at, rule))).collect();
        let asking = before.map_or_else(
            || Rc::new(space.each().map(|(_, _, shape)| shape.matched.or(&shape.above)).collect()),
            |before| Rc::clone(&before.asking),
        );
        let mut steps = Self { space, books, submitter, groups, refusing: Vec::new(), asking };
        let refused = (0..steps.groups.len()).map(|rule| (rule, steps.refused(rule)));
        steps.refusing = refused.filter(|(_, amounts)| !amounts.is_empty()).collect();
        steps
    }

    /// Takes what it costs to look at these steps; whether that may be done.
    pub fn may_look(&self, found: &mut Found<'_>) -> bool {
        let cost = self.groups.len().saturating_mul(self.space.amounts.len()).saturating_mul(COST);
        found.work.take(cost)
    }

    pub fn nowhere(&self) -> Set {
        self.space.every_amount.without(&self.space.every_amount)
    }

    /// Where one of the rule's groups is as asked.
    pub fn amounts(&self, rule: usize, of: &dyn Fn(&Group) -> Set) -> Set {
        let groups = self.groups.get(rule).into_iter().flat_map(|groups| groups.iter());
        groups.fold(self.nowhere(), |all, group| all.or(&of(group)))
    }

    /// A document of these amounts for which the rule decides, and beside it only rules of which it holds as well.
    fn document(
        &self,
        (rule, amounts): (usize, Set),
        of: &dyn Fn(&Group) -> Set,
        besides: &Question<'_>,
        found: &mut Found<'_>,
    ) -> Option<Witness> {
        if amounts.is_empty() {
            return None;
        }
        let besides = Question { amounts: Some(amounts), ..besides.clone() };
        let not_beside = |other: usize| Some(self.space.every_amount.without(&self.amounts(other, of)));
        self.ask(&[Wanted { rule, not_beside: &not_beside }], &besides, found)
    }

    /// A document for which these rules decide, and which is not refused for want of a superior.
    pub fn ask(&self, steps: &[Wanted<'_>], besides: &Question<'_>, found: &mut Found<'_>) -> Option<Witness> {
        let is_wanted = |rule: usize| steps.iter().any(|step| step.rule == rule);
        let refusing = self.refusing.iter().filter(|(rule, _)| !is_wanted(*rule));
        let mut plain = besides.clone();
        plain.none.extend(refusing.map(|(rule, amounts)| At::new(*rule, amounts)));
        let is_plain = plain.none.len() == besides.none.len();
        let mut answer = decided(self.space, steps, &plain, found.work);
        if !is_plain && answer == Answer::Impossible {
            // Those who would refuse may be outranked.
            answer = decided(self.space, steps, besides, found.work);
        }
        let witness = |point| Witness { submitted_by: self.submitter.who.clone(), ..Witness::of(self.space, &point) };
        let is_undecided = match answer {
            Answer::Found(point) => {
                let witness = witness(point);
                let rules = self.space.rules.iter().copied();
                if is_plain || route(&witness.subject(), rules, &self.submitter.superiors).is_ok() {
                    return Some(witness);
                }
                true
            }
            Answer::Impossible => false,
            Answer::Undecided => true,
        };
        if is_undecided {
            found.undecided.extend(steps.iter().map(|step| step.rule));
        }
        None
    }

    /// The amounts at which the rule refuses the submitter's documents.
    fn refused(&self, rule: usize) -> Set {
        self.amounts(rule, &|group| match group.signers {
            Signers::Refused => group.amounts.clone(),
            Signers::Unknown(_) | Signers::Known(_) => self.nowhere(),
        })
    }

    /// Nothing is asked below the level of the rule: its step is the first.
    fn first_step(&self, rule: usize) -> Question<'_> {
        let level = self.space.rule(rule).map_or(0, |(rule, _)| rule.approval_level);
        let all = self.space.each().zip(self.asking.iter());
        let below = all.filter(|((_, rule, _), _)| rule.approval_level < level);
        Question { none: below.map(|((at, ..), amounts)| At::new(at, amounts)).collect(), ..Question::default() }
    }

    /// All of one rule. Of another submitter only what may differ is asked: where the rule, or one beside it, asks for those above, and
    /// where the submitter signs themselves else.
    pub fn look_at(&self, rule: usize, is_first: bool, found: &mut Found<'_>) {
        let signs = || {
            let submitter = self.submitter.who.as_ref();
            submitter.is_some_and(|who| self.beside(rule).any(|at| self.people(at).any(|one| one == who)))
        };
        if !is_first && !self.beside(rule).any(|at| self.asks_above(at)) && !signs() {
            return;
        }
        let refused = self.refused(rule);
        if !refused.is_empty() {
            let question = Question { amounts: Some(refused), ..Question::default() };
            match decided(self.space, &[Wanted { rule, not_beside: ANY }], &question, found.work) {
                Answer::Found(point) => {
                    let submitted_by = self.submitter.who.clone();
                    let witness = Witness { submitted_by, ..Witness::of(self.space, &point) };
                    self.tell(Weakness::NobodyCouldSign, &[rule], self.submitter.who.iter(), witness, found);
                }
                Answer::Impossible => {}
                Answer::Undecided => {
                    found.undecided.insert(rule);
                }
            }
        }
        self.nobody(rule, found);
        self.conflicts(rule, found);
    }

    /// The rules of the same level and priority, the rule among them.
    fn beside(&self, rule: usize) -> impl Iterator<Item = usize> {
        let of = |rule: &Rule| (rule.approval_level, rule.priority);
        let own = self.space.rule(rule).map(|(rule, _)| of(rule));
        self.space.each().filter(move |(_, other, _)| Some(of(other)) == own).map(|(at, ..)| at)
    }

    pub fn asks_above(&self, rule: usize) -> bool {
        self.space.rule(rule).is_some_and(|(rule, _)| asks_above(rule))
    }

    /// Not enough people, whoever wrote the document.
    fn nobody(&self, rule: usize, found: &mut Found<'_>) {
        let counted = |group: &Group| match &group.signers {
            Signers::Known(people) if people.len() < group.required => group.amounts.clone(),
            Signers::Known(_) | Signers::Unknown(_) | Signers::Refused => self.nowhere(),
        };
        let above = |group: &Group| self.books.above_counted_limits(self.space, group);
        let (few_at, above_at) = (self.amounts(rule, &counted), self.amounts(rule, &above));
        let witness = self
            .document((rule, few_at.clone()), &counted, &Question::default(), found)
            .or_else(|| self.document((rule, above_at.clone()), &above, &self.first_step(rule), found));
        if let Some(witness) = witness {
            self.tell(Weakness::NobodyCouldSign, &[rule], self.people(rule), witness, found);
        }
        // Counted, but not there at once: one delegate is all that stands in for two.
        let hollow = |group: &Group| self.books.too_few(self.space, group, &BTreeSet::new(), None);
        let hollow_at = self.amounts(rule, &hollow).without(&few_at);
        let lifted_at = hollow_at.and(&above_at);
        let hollow_at = hollow_at.without(&above_at);
        let limited = |group: &Group| self.books.above_all_limits(self.space, group, &BTreeSet::new());
        let limited_at = self.amounts(rule, &limited).without(&above_at).without(&few_at);
        let witness = self
            .document((rule, hollow_at), &hollow, &Question::default(), found)
            .or_else(|| self.document((rule, limited_at), &limited, &self.first_step(rule), found))
            .or_else(|| self.lifted((rule, lifted_at), &hollow, &Question::default(), found));
        if let Some(witness) = witness {
            let inactive = self.people(rule).filter(|person| self.books.catalog.is_inactive(person));
            self.tell(Weakness::HollowDelegation, &[rule], inactive, witness, found);
        }
    }

    /// Those who could sign for the rule at some amount.
    pub fn people(&self, rule: usize) -> impl Iterator<Item = &UserId> {
        let groups = self.groups.get(rule).into_iter().flat_map(|groups| groups.iter());
        let known = groups.flat_map(|group| match &group.signers {
            Signers::Known(people) => people.keys().collect::<Vec<_>>(),
            Signers::Unknown(_) | Signers::Refused => Vec::new(),
        });
        known.collect::<BTreeSet<_>>().into_iter()
    }

    /// Those without whom the group may be too few: all of a small one, else the two who may sign most.
    fn critical(&self, rule: usize) -> BTreeSet<&UserId> {
        let mut all = BTreeSet::new();
        for group in self.groups.get(rule).into_iter().flat_map(|groups| groups.iter()) {
            let Signers::Known(people) = &group.signers else { continue };
            let is_small = people.len() <= group.required.saturating_add(2);
            let mut by_limit: Vec<_> = people.iter().collect();
            by_limit.sort_by_key(|(_, person)| person.limit.map(std::cmp::Reverse));
            all.extend(by_limit.iter().take(if is_small { people.len() } else { 2 }).map(|(person, _)| *person));
        }
        let inactive: Vec<&UserId> = all.iter().copied().filter(|one| self.books.catalog.is_inactive(one)).collect();
        for one in inactive {
            all.extend(self.books.catalog.delegates_of(one, self.books.today));
        }
        all
    }

    /// Whether a submit counts enough people for each step of the document.
    fn counts_enough(&self, witness: &Witness) -> bool {
        let rules = self.space.rules.iter().copied();
        route(&witness.subject(), rules, &self.submitter.superiors)
            .is_ok_and(|plan| is_counted(&plan, self.space.kind.into(), &self.books))
    }

    /// The same for amounts above the limits of the rule's own people: somebody signs a step before who lifts them.
    fn lifted(
        &self,
        (rule, amounts): (usize, Set),
        of: &dyn Fn(&Group) -> Set,
        besides: &Question<'_>,
        found: &mut Found<'_>,
    ) -> Option<Witness> {
        if amounts.is_empty() {
            return None;
        }
        // Mostly there is no such document at all, or the first that is found is lifted.
        let first = self.document((rule, amounts.clone()), of, besides, found)?;
        if self.counts_enough(&first) {
            return Some(first);
        }
        let level = self.space.rule(rule).map_or(0, |(rule, _)| rule.approval_level);
        let not_beside = |other: usize| Some(self.space.every_amount.without(&self.amounts(other, of)));
        let before = self.space.each().filter(|(_, rule, _)| rule.approval_level < level);
        let mut before = before.map(|(at, ..)| at);
        before.find_map(|lifting| {
            let covered = |group: &Group| group.amounts.without(&self.books.above_counted_limits(self.space, group));
            let amounts = amounts.and(&self.amounts(lifting, &covered)).without(&self.refused(lifting));
            if amounts.is_empty() {
                return None;
            }
            let steps = [Wanted { rule, not_beside: &not_beside }, Wanted { rule: lifting, not_beside: ANY }];
            self.ask(&steps, &Question { amounts: Some(amounts), ..besides.clone() }, found)
        })
    }

    /// Keeps a finding.
    pub fn tell<'p>(
        &self,
        weakness: Weakness,
        rules: &[usize],
        people: impl Iterator<Item = &'p UserId>,
        witness: Witness,
        found: &mut Found<'_>,
    ) {
        if !found.told.insert((rules.to_vec(), weakness)) {
            return;
        }
        let of = || rules.iter().filter_map(|at| self.space.rule(*at)).map(|(rule, _)| rule);
        let finding = || WeakStep {
            weakness,
            certainty: Certainty::Proven,
            rule_ids: of().map(|rule| rule.rule_id.clone()).collect(),
            approval_levels: of().map(|rule| rule.approval_level).collect(),
            people: people.take(20).cloned().collect(),
            role: None,
            delegation_ids: Vec::new(),
            witness,
        };
        keep(&mut found.proof.weak_steps, finding, &mut found.proof.left_out.weak_steps);
    }
}
