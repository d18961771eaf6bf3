//! What a rule set leaves open, proven over all documents that there may be. PURE. See docs/rules/rule-sets.md#coverage, and
//! docs/proof.md for the method.
//!
//! 1. [`space`]: the documents of a type differ along few axes. Each is cut into the regions that the rules tell apart, so that
//!    every document stands for a point of a finite space, and every rule is a box in it ([`candidates`], [`values`], [`amounts`]).
//! 2. [`search`]: whether some boxes leave a point of another uncovered. [`question`] asks this of rules that apply and do not;
//!    [`deciding`] asks it of rules that name the signers of a step.
//! 3. [`gaps`], [`overlaps`], [`unreachable`]: what is asked of the rules. [`people`] and its neighbours: what is asked of those who
//!    would sign. [`moved_money`]: documents that move money and are released by less than a payment ([`strength`]).
//! 4. [`witness`]: a point, as a document that `simulate` takes.
//!
//! Where the work has an end, nothing is claimed: the rule is named as undecided.

mod amounts;
mod axis;
mod candidates;
mod crew;
mod deciding;
mod finding;
mod gaps;
mod holders;
mod moved_money;
mod overlaps;
mod pairs;
mod people;
pub mod plan;
mod question;
mod search;
mod set;
mod space;
mod steps;
mod strength;
mod unreachable;
mod values;
mod witness;

use std::collections::BTreeSet;

pub use self::amounts::Band;
pub use self::finding::{
    Certainty, Gap, LeftOut, LessThanPayment, MAX_FINDINGS, Never, Overlap, Proof, Unreachable, WeakStep, Weakness,
};
pub use self::people::Premises;
use self::search::Work;
use self::space::{Scope, Space};
use self::steps::{Found, News, Steps};
pub use self::witness::Witness;
use crate::approval::rule::Rule;
use crate::values::kind::DocumentKind;

/// Looks at the active rules of a type, each of which [`crate::approval::rule::check`] found sound.
pub fn prove<'r>(kind: DocumentKind, rules: impl IntoIterator<Item = &'r Rule>, premises: &Premises<'_>) -> Proof {
    let rules: Vec<&Rule> = rules.into_iter().filter(|rule| rule.is_active).collect();
    let of_type = |kind: DocumentKind| rules.iter().copied().filter(move |rule| rule.guards_submissions_of(kind));
    let payments: Vec<&Rule> = moved_money::paying().into_iter().flat_map(of_type).collect();
    let mut active: Vec<&Rule> = of_type(kind).collect();
    active.sort_by(|one, other| one.rule_id.cmp(&other.rule_id));
    let submitters = people::submitters(&active, kind, premises);
    let (people, limits) = premises.told_apart(&active, &submitters, kind);
    let scope = Scope {
        kind,
        rules: &active,
        catalog: premises.catalog,
        base: premises.base,
        people: &people,
        limits: &limits,
    };
    let mut proof = Proof::default();
    let Some(space) = Space::of(&scope) else {
        proof.undecided = active.iter().map(|rule| rule.rule_id.clone()).collect();
        return proof;
    };
    let (mut undecided, mut work) = (BTreeSet::new(), Work::default());
    gaps::find(&space, &mut proof, &mut undecided, &mut work);
    overlaps::find(&space, &mut proof, &mut undecided, &mut work);
    unreachable::find(&space, &mut proof, &mut undecided, &mut work);
    let mut found = Found::new(&mut proof, &mut undecided, &mut work);
    let mut before: Option<Steps<'_, '_>> = None;
    for submitter in &submitters {
        let steps = Steps::of(&space, *premises, submitter, before.as_ref());
        if !steps.may_look(&mut found) {
            found.undecided.extend(0..active.len());
            break;
        }
        let news = News::of(submitter, before.as_ref().map(|before| before.submitter));
        for rule in 0..active.len() {
            steps.look_at(rule, news, &mut found);
        }
        if news != News::Person {
            pairs::find(&steps, news, &mut found);
            steps.unknown_holders(&mut found);
        }
        before = Some(steps);
    }
    moved_money::find(&scope, &payments, &mut proof, &mut undecided, &mut work);
    if active.iter().any(|rule| rule.aggregate.is_some()) {
        // What was found is there, of documents that stand alone; of others there may be more, and rules may decide that do not here.
        undecided.extend(0..active.len());
        proof.unreachable.clear();
        proof.left_out.unreachable = 0;
    }
    proof.undecided =
        undecided.into_iter().filter_map(|at| space.rule(at)).map(|(rule, _)| rule.rule_id.clone()).collect();
    proof
}

#[cfg(test)]
mod tests;
