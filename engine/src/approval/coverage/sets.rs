//! The ids of rules, as sets that are compared in one pass; and how much is compared at most.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::approval::rule::{RoutedBy, Rule, RuleKind};

/// So many steps are taken: some tenths of a second.
const MOST: u64 = 100_000_000;

/// How much was compared.
#[derive(Default, Debug)]
pub struct Work(u64);

impl Work {
    pub fn step(&mut self) {
        self.0 = self.0.saturating_add(1);
    }

    pub fn is_done(&self) -> bool {
        self.0 >= MOST
    }
}

/// A rule with its ids as numbers, in order.
pub struct Compared<'r> {
    pub rule: &'r Rule,
    /// `None` for an amount rule.
    by: Option<RoutedBy>,
    ids: Vec<u32>,
}

/// All rules, their ids numbered alike.
pub fn compared<'r>(rules: &[&'r Rule]) -> Vec<Compared<'r>> {
    let mut numbers: BTreeMap<&'r str, u32> = BTreeMap::new();
    let mut number = |id: &'r String| {
        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
        *numbers.entry(id).or_insert(next)
    };
    let mut numbered = |by: Option<RoutedBy>, rule: &'r Rule, ids: &'r [String]| {
        let mut ids: Vec<u32> = ids.iter().map(&mut number).collect();
        ids.sort_unstable();
        ids.dedup();
        Compared { rule, by, ids }
    };
    let compared = rules.iter().map(|rule| match &rule.kind {
        RuleKind::AmountThreshold => numbered(None, rule, &[]),
        RuleKind::Routing { by, ids } => numbered(Some(*by), rule, ids),
    });
    compared.collect()
}

/// Whether rules of these kinds, the same one, can match one document for the same reason.
pub fn meet(one: &Compared<'_>, other: &Compared<'_>, work: &mut Work) -> bool {
    one.by == other.by && (one.by.is_none() || share(&one.ids, &other.ids, work))
}

/// Whether a rule of the kind of `outer` fits every document that one of the kind of `inner` fits. An amount rule fits all.
pub fn includes(outer: &Compared<'_>, inner: &Compared<'_>, work: &mut Work) -> bool {
    outer.by.is_none() || (outer.by == inner.by && holds(&outer.ids, &inner.ids, work))
}

/// Whether two lists in order have a number in common.
fn share(one: &[u32], other: &[u32], work: &mut Work) -> bool {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    while let (Some(left), Some(right)) = (one.peek(), other.peek()) {
        work.step();
        match left.cmp(right) {
            Ordering::Equal => return true,
            Ordering::Less => drop(one.next()),
            Ordering::Greater => drop(other.next()),
        }
    }
    false
}

/// Whether the outer list in order has all numbers of the inner one.
fn holds(outer: &[u32], inner: &[u32], work: &mut Work) -> bool {
    let mut outer = outer.iter();
    outer.len() >= inner.len()
        && inner.iter().all(|wanted| {
            outer.any(|number| {
                work.step();
                number == wanted
            })
        })
}
