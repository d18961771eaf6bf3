//! Rules that never name a signer, whatever is submitted.

use std::collections::BTreeSet;

use super::deciding::{ANY, Wanted, decided, decided_without_a_rate, matching, not_refused};
use super::finding::{Never, Proof, Unreachable, keep};
use super::question::{At, Question};
use super::search::{Answer, Work};
use super::space::Space;
use super::witness::Witness;

/// Of so many rules in the way it is tried which can be spared.
const MOST_TO_SPARE: usize = 40;

/// All of them, in the order of their ids.
pub fn find(space: &Space<'_>, proof: &mut Proof, undecided: &mut BTreeSet<usize>, work: &mut Work) {
    for (at, rule, shape) in space.each() {
        let matched = Question { all: vec![At::new(at, &shape.matched)], ..Question::default() };
        let witness = match matched.ask(space, work, &mut BTreeSet::new()) {
            Answer::Found(point) => Some(Witness::of(space, &point)),
            Answer::Impossible => None,
            Answer::Undecided => {
                undecided.insert(at);
                continue;
            }
        };
        if witness.is_none() {
            proof.contradictory.push(rule.rule_id.clone());
        }
        let step = || Wanted { rule: at, not_beside: ANY };
        let mut answer = decided(space, &[step()], &Question::default(), work);
        if answer == Answer::Impossible {
            answer = decided_without_a_rate(space, at, work);
        }
        match answer {
            Answer::Found(_) => continue,
            Answer::Undecided => {
                undecided.insert(at);
                continue;
            }
            Answer::Impossible => {}
        }
        let Some(outranking) = matching(space, &step()) else { continue };
        let mut in_the_way = BTreeSet::new();
        let submitted = not_refused(space, &matched, work);
        let (why, witness) = match (witness, submitted, outranking.ask(space, work, &mut in_the_way)) {
            (None, ..) => (Never::Contradictory, None),
            (Some(_), Answer::Undecided, _) | (Some(_), _, Answer::Undecided) => {
                undecided.insert(at);
                continue;
            }
            (Some(refused), Answer::Impossible, _) => (Never::Refused, Some(refused)),
            // Where no other decides in its place, the document is refused.
            (Some(_), Answer::Found(_), Answer::Found(point)) => (Never::Refused, Some(Witness::of(space, &point))),
            (Some(_), Answer::Found(point), Answer::Impossible) => (Never::Outranked, Some(Witness::of(space, &point))),
        };
        let covered_by = match why {
            Never::Outranked => needed(space, &outranking, in_the_way, work),
            Never::Contradictory | Never::Refused => Vec::new(),
        };
        let finding = || Unreachable { rule_id: rule.rule_id.clone(), why, covered_by, witness };
        keep(&mut proof.unreachable, finding, &mut proof.left_out.unreachable);
    }
}

/// Those of the rules in the way without which the rule would decide; of several that would do alone, the first.
fn needed(space: &Space<'_>, question: &Question<'_>, in_the_way: BTreeSet<usize>, work: &mut Work) -> Vec<String> {
    let covers = |rules: &BTreeSet<usize>, work: &mut Work| {
        let none = question.none.iter().filter(|at| rules.contains(&at.rule)).cloned().collect();
        let fewer = Question { none, ..question.clone() };
        fewer.ask(space, work, &mut BTreeSet::new()) == Answer::Impossible
    };
    let single = question.none.iter().map(|at| at.rule).find(|rule| covers(&BTreeSet::from([*rule]), work));
    let mut needed = single.map_or(in_the_way, |rule| BTreeSet::from([rule]));
    if needed.len() > 1 && needed.len() <= MOST_TO_SPARE {
        for rule in needed.clone() {
            let mut fewer = needed.clone();
            fewer.remove(&rule);
            if covers(&fewer, work) {
                needed = fewer;
            }
        }
    }
    needed.into_iter().filter_map(|at| space.rule(at)).map(|(rule, _)| rule.rule_id.clone()).collect()
}
