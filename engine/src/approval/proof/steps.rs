//! Steps that people may be missing for. Each question is put for a rule that decides: is there a document for which it, and all
//! rules of the same priority beside it, name too few who could sign?
//!
//! A limit keeps a document from being signed only at its first step: once somebody has signed who may sign so much, all others
//! may. So where nobody of a step may, and nobody of a step before, nobody of the first step may.

mod asking;
mod conflicts;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::crew::Crew;
use super::deciding::{ANY, Together, Wanted, decided};
use super::finding::{Certainty, Proof, WeakStep, Weakness, keep};
use super::people::{Group, Premises, Signers, Submitter, asks_above};
use super::plan::is_counted;
use super::question::{At, Question};
use super::search::{Answer, Work};
use super::set::Set;
use super::space::Space;
use super::witness::Witness;
use crate::approval::access::UserId;
use crate::approval::routing::route;
use crate::approval::rule::Rule;

/// What it costs to ask who could sign for a rule at the amounts of a region.
const COST: usize = 10;

/// What is asked about.
pub struct Steps<'s, 'a> {
    pub space: &'s Space<'a>,
    pub premises: Premises<'s>,
    pub submitter: &'s Submitter,
    /// The first who was asked about of those with the same superiors.
    first_of_line: &'s Submitter,
    /// Those who could sign for each rule.
    pub crews: Vec<Rc<Crew>>,
    /// For each rule those of the same level and priority, itself among them.
    beside: Rc<Vec<Vec<usize>>>,
    /// The rules that refuse documents of the submitter, and at which amounts.
    refusing: Vec<(usize, Set)>,
    /// Where each rule asks for anything, by itself or as one for lower amounts.
    asking: Rc<Vec<Set>>,
}

/// What there is to ask of a submitter that was not asked of those before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// Everything: it is the first.
    First,
    /// What hangs on who is above.
    Line,
    /// The same people are above as before: what hangs on the person.
    Person,
}

impl News {
    /// Those of one line of superiors follow each other.
    pub fn of(submitter: &Submitter, before: Option<&Submitter>) -> Self {
        before.map_or(
            Self::First,
            |before| {
                if before.superiors == submitter.superiors { Self::Person } else { Self::Line }
            },
        )
    }
}

/// Where the findings go.
pub struct Found<'f> {
    pub proof: &'f mut Proof,
    pub undecided: &'f mut BTreeSet<usize>,
    pub work: &'f mut Work,
    /// One finding of a kind is enough for the same rules.
    pub told: BTreeSet<(Vec<usize>, Weakness)>,
    /// Which rules decide in one document; of a rule whether it does with nothing asked below it is kept by itself.
    together: BTreeMap<(Vec<usize>, bool), Together>,
}

impl<'f> Found<'f> {
    pub fn new(proof: &'f mut Proof, undecided: &'f mut BTreeSet<usize>, work: &'f mut Work) -> Self {
        Self { proof, undecided, work, told: BTreeSet::new(), together: BTreeMap::new() }
    }
}

/// For each rule those of the same level and priority.
fn beside(space: &Space<'_>) -> Vec<Vec<usize>> {
    let mut alike: BTreeMap<(u32, i64), Vec<usize>> = BTreeMap::new();
    for (at, rule, _) in space.each() {
        alike.entry((rule.approval_level, rule.priority)).or_default().push(at);
    }
    let of = |rule: &Rule| alike.get(&(rule.approval_level, rule.priority)).cloned().unwrap_or_default();
    space.each().map(|(_, rule, _)| of(rule)).collect()
}

impl<'s, 'a> Steps<'s, 'a> {
    /// Those of another submitter serve again where it does not matter who submits.
    pub fn of(space: &'s Space<'a>, premises: Premises<'s>, submitter: &'s Submitter, before: Option<&Self>) -> Self {
        let is_same_line = News::of(submitter, before.map(|before| before.submitter)) == News::Person;
        let crew = |(at, rule): (usize, &Rule)| {
            let same = before.and_then(|before| before.crews.get(at)).filter(|_| is_same_line || !asks_above(rule));
            same.map_or_else(|| Rc::new(Crew::of(&premises, space, rule, submitter)), Rc::clone)
        };
        let crews = space.each().map(|(at, rule, _)| crew((at, rule))).collect();
        let asking = before.map_or_else(
            || Rc::new(space.each().map(|(_, _, shape)| shape.matched.or(&shape.above)).collect()),
            |before| Rc::clone(&before.asking),
        );
        let beside = before.map_or_else(|| Rc::new(beside(space)), |before| Rc::clone(&before.beside));
        let first_of_line = before.filter(|_| is_same_line).map_or(submitter, |before| before.first_of_line);
        let mut steps = Self { space, premises, submitter, first_of_line, crews, beside, refusing: Vec::new(), asking };
        let refused = (0..steps.crews.len()).map(|rule| (rule, steps.refused(rule)));
        steps.refusing = refused.filter(|(_, amounts)| !amounts.is_empty()).collect();
        steps
    }

    /// Takes what it costs to look at these steps; whether that may be done.
    pub fn may_look(&self, found: &mut Found<'_>) -> bool {
        let cost = self.crews.len().saturating_mul(self.space.amounts.len()).saturating_mul(COST);
        found.work.take(cost)
    }

    pub fn nowhere(&self) -> Set {
        self.space.no_amount()
    }

    /// Where one of the rule's groups is as asked.
    pub fn amounts(&self, rule: usize, of: &dyn Fn(&Group) -> Set) -> Set {
        self.groups(rule).fold(self.nowhere(), |all, group| all.or(&of(group)))
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
        let below = all.filter(|((at, other, _), _)| other.approval_level < level && self.space.may_meet(rule, *at));
        Question { none: below.map(|((at, ..), amounts)| At::new(at, amounts)).collect(), ..Question::default() }
    }

    /// All of one rule. Of another submitter only what may differ is asked: where the rule, or one beside it, asks for those above, and
    /// where the submitter signs themselves else.
    pub fn look_at(&self, rule: usize, news: News, found: &mut Found<'_>) {
        let is_new = match news {
            News::First => true,
            News::Line => self.hangs_on_line(rule) || self.may_be_lifted(rule) || self.signs(rule, self.submitter),
            News::Person => [self.submitter, self.first_of_line].iter().any(|one| self.signs(rule, one)),
        };
        if !is_new {
            return;
        }
        if news != News::Person {
            self.refusal(rule, found);
            self.nobody(rule, found);
        }
        self.conflicts(rule, found);
    }

    /// Whether the submitter could sign for the rule or one beside it, were the document not theirs: by themselves, or for somebody who is away.
    fn signs(&self, rule: usize, submitter: &Submitter) -> bool {
        let who = submitter.who.as_ref();
        who.is_some_and(|who| self.beside(rule).any(|at| self.hangs_on(at, who)))
    }

    /// Whether it matters for the rule's step to bar the person.
    pub fn hangs_on(&self, rule: usize, person: &UserId) -> bool {
        self.crews.get(rule).is_some_and(|crew| crew.hangs_on(person))
    }

    /// Documents that are refused for want of a superior.
    fn refusal(&self, rule: usize, found: &mut Found<'_>) {
        let refused = self.refused(rule);
        if refused.is_empty() {
            return;
        }
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

    /// The rules of the same level and priority, the rule among them.
    fn beside(&self, rule: usize) -> impl Iterator<Item = usize> {
        self.beside.get(rule).into_iter().flatten().copied()
    }

    /// The rule's ways to sign.
    pub fn groups(&self, rule: usize) -> impl Iterator<Item = &Group> {
        self.crews.get(rule).into_iter().flat_map(|crew| &crew.groups)
    }

    /// Whether the rule, or one beside it, asks for those above the submitter.
    pub fn hangs_on_line(&self, rule: usize) -> bool {
        self.beside(rule).any(|at| self.space.rule(at).is_some_and(|(rule, _)| asks_above(rule)))
    }

    /// Whether those above the submitter may lift a limit of the rule's people, by a step before.
    fn may_be_lifted(&self, rule: usize) -> bool {
        let Some((own, _)) = self.space.rule(rule) else { return false };
        let is_before = |other: &Rule| other.approval_level < own.approval_level && asks_above(other);
        self.crews.get(rule).is_some_and(|crew| crew.has_limits)
            && self.space.each().any(|(_, other, _)| is_before(other))
    }

    /// Not enough people, whoever wrote the document.
    fn nobody(&self, rule: usize, found: &mut Found<'_>) {
        let counted = |group: &Group| match &group.signers {
            Signers::Known(people) if people.len() < group.required => group.amounts.clone(),
            Signers::Known(_) | Signers::Unknown(_) | Signers::Refused => self.nowhere(),
        };
        let above = |group: &Group| self.premises.above_counted_limits(self.space, group);
        let (few_at, above_at) = (self.amounts(rule, &counted), self.amounts(rule, &above));
        let witness = self
            .document((rule, few_at.clone()), &counted, &Question::default(), found)
            .or_else(|| self.document((rule, above_at.clone()), &above, &self.first_step(rule), found));
        if let Some(witness) = witness {
            self.tell(Weakness::NobodyCouldSign, &[rule], self.people(rule), witness, found);
        }
        // Counted, but not there at once: one delegate is all that stands in for two.
        let hollow = |group: &Group| self.premises.too_few(self.space, group, &BTreeSet::new(), None);
        let hollow_at = self.amounts(rule, &hollow).without(&few_at);
        let lifted_at = hollow_at.and(&above_at);
        let hollow_at = hollow_at.without(&above_at);
        let limited = |group: &Group| self.premises.above_all_limits(self.space, group, &BTreeSet::new());
        let limited_at = self.amounts(rule, &limited).without(&above_at).without(&few_at);
        let witness = self
            .document((rule, hollow_at), &hollow, &Question::default(), found)
            .or_else(|| self.document((rule, limited_at), &limited, &self.first_step(rule), found))
            .or_else(|| self.lifted((rule, lifted_at), &hollow, &Question::default(), &|_| true, found));
        if let Some(witness) = witness {
            let inactive = self.people(rule).filter(|person| self.premises.catalog.is_inactive(person));
            self.tell(Weakness::HollowDelegation, &[rule], inactive, witness, found);
        }
    }

    /// Those who could sign for the rule at some amount.
    pub fn people(&self, rule: usize) -> impl Iterator<Item = &UserId> {
        self.crews.get(rule).into_iter().flat_map(|crew| &crew.people)
    }

    /// Those without whom the group may be too few: all of a small one, else those who may sign most, so many as may be barred.
    fn critical(&self, rule: usize) -> BTreeSet<&UserId> {
        let barred = self.submitter.most_barred();
        let mut all = BTreeSet::new();
        for group in self.groups(rule) {
            let Signers::Known(people) = &group.signers else { continue };
            // Those who are inactive leave a large group small.
            let here = people.keys().filter(|person| !self.premises.catalog.is_inactive(person));
            let is_small = here.count() <= group.required.saturating_add(barred);
            let mut by_limit: Vec<_> = people.iter().collect();
            by_limit.sort_by_key(|(_, person)| person.limit.map(std::cmp::Reverse));
            all.extend(by_limit.iter().take(if is_small { people.len() } else { barred }).map(|(person, _)| *person));
        }
        let delegates = self.premises.delegates_of_inactive(all.iter().copied());
        all.extend(delegates);
        all
    }

    /// Whether a submit counts enough people for each step of the document.
    fn counts_enough(&self, witness: &Witness) -> bool {
        let rules = self.space.rules.iter().copied();
        route(&witness.subject(), rules, &self.submitter.superiors)
            .is_ok_and(|plan| is_counted(&plan, self.space.kind.into(), &self.premises))
    }

    /// The same for amounts above the limits of the rule's own people: somebody signs a step before who lifts them.
    fn lifted(
        &self,
        (rule, amounts): (usize, Set),
        of: &dyn Fn(&Group) -> Set,
        besides: &Question<'_>,
        is_shown: &dyn Fn(&Witness) -> bool,
        found: &mut Found<'_>,
    ) -> Option<Witness> {
        if amounts.is_empty() {
            return None;
        }
        // Mostly there is no such document at all, or the first that is found is lifted.
        let first = self.document((rule, amounts.clone()), of, besides, found)?;
        if self.counts_enough(&first) && is_shown(&first) {
            return Some(first);
        }
        let level = self.space.rule(rule).map_or(0, |(rule, _)| rule.approval_level);
        let not_beside = |other: usize| Some(self.space.every_amount.without(&self.amounts(other, of)));
        let before = self.space.each().filter(|(_, rule, _)| rule.approval_level < level);
        let mut before = before.map(|(at, ..)| at);
        before.find_map(|lifting| {
            let covered = |group: &Group| group.amounts.without(&self.premises.above_counted_limits(self.space, group));
            let amounts = amounts.and(&self.amounts(lifting, &covered)).without(&self.refused(lifting));
            if amounts.is_empty() {
                return None;
            }
            let steps = [Wanted { rule, not_beside: &not_beside }, Wanted { rule: lifting, not_beside: ANY }];
            let witness = self.ask(&steps, &Question { amounts: Some(amounts), ..besides.clone() }, found)?;
            is_shown(&witness).then_some(witness)
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
