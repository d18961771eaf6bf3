//! Steps that have too few people without the author of a document, who gains from it, or both.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::{Found, Steps};
use crate::approval::access::UserId;
use crate::approval::proof::axis::Axis;
use crate::approval::proof::finding::Weakness;
use crate::approval::proof::people::Group;
use crate::approval::proof::plan::{Concerned, weaknesses};
use crate::approval::proof::question::Question;
use crate::approval::proof::set::Set;
use crate::approval::proof::witness::Witness;
use crate::approval::routing::route;
use crate::approval::signing::SelfApproval;

/// Who is kept from signing the document that is looked for.
#[derive(Clone, Copy, Default)]
struct Barred<'p> {
    pub author: Option<&'p UserId>,
    pub beneficiary: Option<&'p UserId>,
}

impl Barred<'_> {
    /// Only who submits is.
    const fn is_nobody(&self) -> bool {
        self.author.is_none() && self.beneficiary.is_none()
    }
}

/// The amounts at which a rule's people are too few, or may not sign so much.
struct Failing {
    few: Set,
    above: Set,
}

impl Failing {
    fn is_nowhere(&self) -> bool {
        self.few.is_empty() && self.above.is_empty()
    }
}

/// What fails that does not anyway.
fn besides(failing: &Failing, anyway: &Failing) -> Failing {
    let above = failing.above.without(&anyway.above).without(&anyway.few);
    Failing { few: failing.few.without(&anyway.few), above }
}

/// How a rule's people fail without those who are barred, as far as these are among them.
struct Rule<'p> {
    at: usize,
    /// A group that is too few by itself is told of by itself.
    anyway: Failing,
    /// What was looked at, by those of the rule's people who are barred.
    without: BTreeMap<Vec<&'p UserId>, Rc<Failing>>,
}

impl Steps<'_, '_> {
    /// Not enough people without the author, the beneficiary, or both.
    pub(super) fn conflicts(&self, rule: usize, found: &mut Found<'_>) {
        let own = self.critical(rule);
        // Those of rules beside it may be missing together with its own.
        let critical: BTreeSet<&UserId> = self.beside(rule).flat_map(|other| self.critical(other)).collect();
        let one = |author, beneficiary| Barred { author, beneficiary };
        let bars_authors = self.premises.self_approval == SelfApproval::Deny;
        // Who submits is barred by that alone, whoever wrote it.
        let submits = self.submitter.who.as_ref().filter(|who| bars_authors && own.contains(who));
        let by_submitter = submits.map(|_| one(None, None));
        let by_author = own.iter().copied().filter(|_| bars_authors).map(|author| one(Some(author), None));
        let by_beneficiary = own.iter().copied().map(|person| one(None, Some(person)));
        let by_both = critical.iter().copied().filter(|_| bars_authors).flat_map(|author| {
            let others = critical.iter().copied().filter(|person| *person != author);
            let own = &own;
            others
                .filter(move |person| own.contains(author) || own.contains(person))
                .map(move |person| one(Some(author), Some(person)))
                .collect::<Vec<_>>()
        });
        let mut asked = self.asked(rule);
        // Where it does not fail without all of them, it does not without some.
        let all = critical.iter().copied().chain(self.submitter.who.iter()).filter(|one| self.hangs_on(rule, one));
        if besides(&self.failing(rule, &all.collect()), &asked.anyway).is_nowhere() {
            return;
        }
        let mut without = BTreeSet::new();
        for barred in by_submitter.into_iter().chain(by_author).chain(by_beneficiary).chain(by_both) {
            let weakness = match (barred.author, barred.beneficiary) {
                (Some(_), Some(_)) => Weakness::OnlyAuthorAndBeneficiary,
                (None, Some(_)) => Weakness::OnlyTheBeneficiary,
                (Some(_) | None, None) => Weakness::OnlyTheAuthor,
            };
            let is_told = |weakness| without.contains(&weakness) || found.told.contains(&(vec![rule], weakness));
            // Where one of the two is enough, it is told of that one.
            if is_told(weakness) || weakness == Weakness::OnlyAuthorAndBeneficiary && is_told(Weakness::OnlyTheAuthor) {
                continue;
            }
            if let Some(witness) = self.conflict(&mut asked, barred, found) {
                // Who submits counts as an author, too.
                let weakness = self.shown(rule, &witness).unwrap_or(weakness);
                without.insert(weakness);
                let named = barred.author.into_iter().chain(barred.beneficiary);
                let people: Vec<&UserId> =
                    if barred.is_nobody() { submits.into_iter().collect() } else { named.collect() };
                self.tell(weakness, &[rule], people.into_iter(), witness, found);
            }
        }
    }

    /// The conflict that a document shows at the level of the rule.
    fn shown(&self, rule: usize, witness: &Witness) -> Option<Weakness> {
        let (own, _) = self.space.rule(rule)?;
        let plan = route(&witness.subject(), self.space.rules.iter().copied(), &self.submitter.superiors).ok()?;
        let concerned = Concerned::of(witness, self.premises.catalog);
        let all = weaknesses(&plan, self.space.kind.into(), &concerned, &self.premises);
        let of_level = all.into_iter().filter(|weak| weak.weakness.is_conflict());
        of_level.into_iter().find(|weak| weak.levels.contains(&own.approval_level)).map(|weak| weak.weakness)
    }

    fn asked(&self, at: usize) -> Rule<'_> {
        Rule { at, anyway: self.failing(at, &BTreeSet::new()), without: BTreeMap::new() }
    }

    fn failing(&self, rule: usize, barred: &BTreeSet<&UserId>) -> Failing {
        Failing {
            few: self.amounts(rule, &|group| self.premises.too_few(self.space, group, barred, None)),
            above: self.amounts(rule, &|group| self.premises.above_all_limits(self.space, group, barred)),
        }
    }

    fn conflict<'p>(&'p self, asked: &mut Rule<'p>, barred: Barred<'p>, found: &mut Found<'_>) -> Option<Witness> {
        let submitter = self.submitter.who.iter().filter(|_| self.premises.self_approval == SelfApproval::Deny);
        let people = || barred.author.into_iter().chain(barred.beneficiary).chain(submitter.clone());
        let mut own: Vec<&UserId> = people().filter(|one| self.hangs_on(asked.at, one)).collect();
        own.sort_unstable();
        own.dedup();
        let failing = Rc::clone(asked.without.entry(own).or_insert_with_key(|own| {
            let failing = self.failing(asked.at, &own.iter().copied().collect());
            Rc::new(besides(&failing, &asked.anyway))
        }));
        if failing.is_nowhere() {
            return None;
        }
        let people: BTreeSet<&UserId> = people().collect();
        let mut header = Vec::new();
        if let Some(author) = barred.author {
            header.push((Axis::CreatedBy, self.space.author(author)?));
        }
        if let Some(person) = barred.beneficiary {
            header.push((Axis::Party, self.space.party_of(person, self.premises.catalog)?));
        }
        let few = |group: &Group| self.premises.too_few(self.space, group, &people, None);
        let above = |group: &Group| self.premises.above_all_limits(self.space, group, &people);
        let any_step = Question { header, ..Question::default() };
        let first = || Question { header: any_step.header.clone(), ..self.first_step(asked.at) };
        let Failing { few: few_at, above: above_at } = failing.as_ref();
        let limited = |found: &mut Found<'_>| {
            let first = (!above_at.is_empty()).then(first)?;
            self.document((asked.at, above_at.clone()), &above, &first, found)
        };
        let witness = self
            .document((asked.at, few_at.without(&asked.anyway.above)), &few, &any_step, found)
            .or_else(|| limited(found))
            .or_else(|| {
                // What nobody may sign whoever is barred, as nobody lifts it, is told of as that.
                let is_shown = |one: &Witness| self.shown(asked.at, one).is_some();
                self.lifted((asked.at, few_at.and(&asked.anyway.above)), &few, &any_step, &is_shown, found)
            });
        let submitted_by = |witness: &Witness| witness.submitted_by.clone().or_else(|| barred.author.cloned());
        witness.map(|witness| Witness { submitted_by: submitted_by(&witness), ..witness })
    }
}
