//! How a question about steps is put: with the rules that refuse a submitter's documents, and no more often than it may come to anything.

use super::{Found, Steps};
use crate::approval::proof::deciding::{ANY, Together, Wanted, decided};
use crate::approval::proof::question::{At, Point, Question};
use crate::approval::proof::search::Answer;
use crate::approval::proof::witness::Witness;
use crate::approval::routing::route;

impl Steps<'_, '_> {
    /// A document for which these rules decide, and which is not refused for want of a superior.
    pub fn ask(&self, steps: &[Wanted<'_>], besides: &Question<'_>, found: &mut Found<'_>) -> Option<Witness> {
        let rules = (steps.iter().map(|step| step.rule).collect(), !besides.none.is_empty());
        let known = found.together.get(&rules).copied();
        if known == Some(Together::Never) {
            return None;
        }
        let answer = decided(self.space, steps, besides, found.work);
        if answer == Answer::Impossible {
            if known != Some(Together::AtTimes) {
                let together = known.map_or(Together::NotOnce, |_| self.together(steps, besides, found));
                found.together.insert(rules, together);
            }
            return None;
        }
        if let Some(witness) = self.submitted(answer) {
            return Some(witness);
        }
        // Without the rules that would refuse it.
        let is_wanted = |rule: usize| steps.iter().any(|step| step.rule == rule);
        let refusing = self.refusing.iter().filter(|(rule, _)| !is_wanted(*rule));
        let mut plain = besides.clone();
        plain.none.extend(refusing.map(|(rule, amounts)| At::new(*rule, amounts)));
        let witness = self.submitted(decided(self.space, steps, &plain, found.work));
        if witness.is_none() {
            // Those who would refuse may be outranked.
            found.undecided.extend(steps.iter().map(|step| step.rule));
        }
        witness
    }

    /// Whether these rules decide in any document.
    fn together(&self, steps: &[Wanted<'_>], besides: &Question<'_>, found: &mut Found<'_>) -> Together {
        let steps: Vec<_> = steps.iter().map(|step| Wanted { rule: step.rule, not_beside: ANY }).collect();
        let anyhow = Question { none: besides.none.clone(), ..Question::default() };
        match decided(self.space, &steps, &anyhow, found.work) {
            Answer::Impossible => Together::Never,
            Answer::Found(_) | Answer::Undecided => Together::AtTimes,
        }
    }

    /// The document that was found, where it is not refused.
    fn submitted(&self, answer: Answer<Point>) -> Option<Witness> {
        let Answer::Found(point) = answer else { return None };
        let witness = Witness { submitted_by: self.submitter.who.clone(), ..Witness::of(self.space, &point) };
        let rules = self.space.rules.iter().copied();
        let is_refused = || route(&witness.subject(), rules, &self.submitter.superiors).is_err();
        let may_be = !self.refusing.is_empty();
        if may_be && is_refused() { None } else { Some(witness) }
    }
}
