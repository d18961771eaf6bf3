//! Steps that have too few people without the author of a document, who gains from it, or both.

use std::collections::BTreeSet;

use super::{Found, Steps};
use crate::access::UserId;
use crate::approval::routing::route;
use crate::approval::signing::SelfApproval;
use crate::proof::axis::Axis;
use crate::proof::finding::Weakness;
use crate::proof::people::Group;
use crate::proof::plan::{Concerned, weaknesses};
use crate::proof::question::Question;
use crate::proof::set::Set;
use crate::proof::witness::Witness;

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

/// The amounts at which a rule's people are too few, or may not sign so much, whoever is barred.
struct Anyway {
    few: Set,
    above: Set,
}

impl Steps<'_, '_> {
    /// Not enough people without the author, the beneficiary, or both.
    pub(super) fn conflicts(&self, rule: usize, found: &mut Found<'_>) {
        let own = self.critical(rule);
        // Those of rules beside it may be missing together with its own.
        let critical: BTreeSet<&UserId> = self.beside(rule).flat_map(|other| self.critical(other)).collect();
        let one = |author, beneficiary| Barred { author, beneficiary };
        let bars_authors = self.books.self_approval == SelfApproval::Deny;
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
        let anyway = self.anyway(rule);
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
            if let Some(witness) = self.conflict(rule, barred, &anyway, found) {
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
        let concerned = Concerned::of(witness, self.books.catalog);
        let all = weaknesses(&plan, self.space.kind.into(), &concerned, &self.books);
        let of_level = all.into_iter().filter(|weak| weak.weakness.is_conflict());
        of_level.into_iter().find(|weak| weak.levels.contains(&own.approval_level)).map(|weak| weak.weakness)
    }

    /// A group that is too few by itself is told of by itself.
    fn anyway(&self, rule: usize) -> Anyway {
        let nobody = BTreeSet::new();
        Anyway {
            few: self.amounts(rule, &|group| self.books.too_few(self.space, group, &nobody, None)),
            above: self.amounts(rule, &|group| self.books.above_all_limits(self.space, group, &nobody)),
        }
    }

    fn conflict(&self, rule: usize, barred: Barred<'_>, anyway: &Anyway, found: &mut Found<'_>) -> Option<Witness> {
        let mut header = Vec::new();
        if let Some(author) = barred.author {
            header.push((Axis::CreatedBy, self.space.author(author)?));
        }
        if let Some(person) = barred.beneficiary {
            header.push((Axis::Party, self.space.party_of(person, self.books.catalog)?));
        }
        let submitter = self.submitter.who.iter().filter(|_| self.books.self_approval == SelfApproval::Deny);
        let people: BTreeSet<&UserId> = barred.author.into_iter().chain(barred.beneficiary).chain(submitter).collect();
        let few = |group: &Group| self.books.too_few(self.space, group, &people, None);
        let above = |group: &Group| self.books.above_all_limits(self.space, group, &people);
        let few_at = self.amounts(rule, &few).without(&anyway.few);
        let above_at = self.amounts(rule, &above).without(&anyway.above).without(&anyway.few);
        if few_at.is_empty() && above_at.is_empty() {
            return None;
        }
        let any_step = Question { header, ..Question::default() };
        let first = || Question { header: any_step.header.clone(), ..self.first_step(rule) };
        let within = few_at.without(&anyway.above);
        let witness = self
            .document((rule, within), &few, &any_step, found)
            .or_else(|| {
                (!above_at.is_empty())
                    .then(first)
                    .and_then(|first| self.document((rule, above_at), &above, &first, found))
            })
            .or_else(|| self.lifted((rule, few_at.and(&anyway.above)), &few, &any_step, found));
        let submitted_by = |witness: &Witness| witness.submitted_by.clone().or_else(|| barred.author.cloned());
        witness.map(|witness| Witness { submitted_by: submitted_by(&witness), ..witness })
    }
}
