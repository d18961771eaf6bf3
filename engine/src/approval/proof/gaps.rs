//! Documents that no rule is for. See docs/rules/approval.md#gap-in-the-amounts.

use std::collections::BTreeSet;

use super::finding::{Gap, LeftOut, Proof, keep};
use super::question::{At, Question};
use super::search::{Answer, Work};
use super::set::Set;
use super::space::Space;
use super::witness::Witness;

/// Where documents match no Amount Threshold rule; of a type without such rules, a document that matches no rule at all.
pub fn find(space: &Space<'_>, proof: &mut Proof, undecided: &mut BTreeSet<usize>, work: &mut Work) {
    if space.has_amount_rules() {
        in_amounts(space, proof, undecided, work);
        return;
    }
    let none: Vec<At<'_>> = space.each().map(|(at, _, shape)| At::new(at, &shape.matched)).collect();
    match (Question { none, ..Question::default() }).ask(space, work, &mut BTreeSet::new()) {
        Answer::Found(point) => proof.unruled = Some(Witness::of(space, &point)),
        Answer::Undecided => undecided.extend(space.each().map(|(at, ..)| at)),
        Answer::Impossible => {}
    }
}

/// Regions that the same rules match are asked about once.
fn in_amounts(space: &Space<'_>, proof: &mut Proof, undecided: &mut BTreeSet<usize>, work: &mut Work) {
    let rules: Vec<(usize, &Set)> = space
        .each()
        .filter(|(_, rule, _)| rule.is_amount_threshold())
        .map(|(at, _, shape)| (at, &shape.matched))
        .collect();
    let mut before: Option<(Vec<usize>, Answer<Witness>)> = None;
    let mut open: Option<(usize, usize, Witness)> = None;
    for region in 0..space.amounts.len() {
        let matching: Vec<usize> = rules.iter().filter(|(_, amounts)| amounts.has(region)).map(|(at, _)| *at).collect();
        let answer = match before.take() {
            Some((same, answer)) if same == matching => answer,
            _ => witness(space, region, &matching, work),
        };
        open = match (&answer, open) {
            (Answer::Found(_), Some((first, _, witness))) => Some((first, region, witness)),
            (Answer::Found(witness), None) => Some((region, region, witness.clone())),
            (Answer::Impossible | Answer::Undecided, open) => {
                close(space, open, &mut proof.gaps, &mut proof.left_out);
                None
            }
        };
        if answer == Answer::Undecided {
            undecided.extend(&matching);
        }
        before = Some((matching, answer));
    }
    close(space, open, &mut proof.gaps, &mut proof.left_out);
}

fn close(space: &Space<'_>, open: Option<(usize, usize, Witness)>, gaps: &mut Vec<Gap>, left_out: &mut LeftOut) {
    if let Some((first, last, witness)) = open {
        keep(gaps, || Gap { band: space.amounts.band(first, last), witness }, &mut left_out.gaps);
    }
}

/// A document of this region of amounts that none of the rules applies to.
fn witness(space: &Space<'_>, region: usize, rules: &[usize], work: &mut Work) -> Answer<Witness> {
    let amounts = Some(Set::of(space.amounts.len(), |at| at == region));
    let none: Vec<At<'_>> = rules.iter().map(|rule| At::new(*rule, &space.every_amount)).collect();
    match (Question { none, amounts, ..Question::default() }).ask(space, work, &mut BTreeSet::new()) {
        Answer::Found(point) => Answer::Found(Witness::of(space, &point)),
        Answer::Impossible => Answer::Impossible,
        Answer::Undecided => Answer::Undecided,
    }
}
