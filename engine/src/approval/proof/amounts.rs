//! The amounts, cut wherever a rule or a limit tells two of them apart.

use super::set::Set;
use crate::approval::condition::{Condition, Values};
use crate::approval::rule::Rule;
use crate::values::money::{Currency, MAX_INTEGER_DIGITS, Minor};

/// So many regions of amounts are looked at; more are left undecided.
pub const MOST_REGIONS: usize = 20_000;

/// A band of amounts in base currency minor units, both ends included; `None` is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Band {
    pub min_amount: Option<Minor>,
    pub max_amount: Option<Minor>,
}

/// Regions of amounts, ascending, without holes: from 0 to the highest that a document may have.
pub struct Amounts {
    /// Where each begins; the first is 0.
    starts: Vec<i64>,
    highest: i64,
    /// One unit of the base currency: witnesses are of at least as much where they may be.
    unit: i64,
}

impl Amounts {
    /// Cut at all bounds of the rules, and above each of the limits.
    pub fn cut<'r>(
        rules: impl IntoIterator<Item = &'r Rule>,
        limits: impl IntoIterator<Item = Minor>,
        base: Currency,
    ) -> Self {
        let power = |digits: u32| 10_i64.checked_pow(digits).unwrap_or(i64::MAX);
        let highest = power(MAX_INTEGER_DIGITS.saturating_add(base.decimals())).saturating_sub(1);
        let mut starts = vec![0];
        for rule in rules {
            starts.extend(rule.min_amount.map(|least| least.0));
            starts.extend(rule.max_amount.into_iter().chain(rule.most()).map(after));
            for values in rule.conditions.iter().filter_map(amounts_of) {
                starts.extend(values.iter().flat_map(|amount| [amount.0, after(*amount)]));
            }
        }
        starts.extend(limits.into_iter().map(after));
        starts.retain(|start| (0..=highest).contains(start));
        starts.sort_unstable();
        starts.dedup();
        Self { starts, highest, unit: power(base.decimals()) }
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Those regions for whose amounts it holds; it must hold for all amounts of a region, or for none.
    pub fn where_it_holds(&self, holds: impl Fn(Minor) -> bool) -> Set {
        Set::of(self.len(), |at| self.starts.get(at).is_some_and(|start| holds(Minor(*start))))
    }

    /// The amounts that a rule's band and conditions let through.
    pub fn matched(&self, rule: &Rule) -> Set {
        let within = |amount: Minor| {
            rule.min_amount.is_none_or(|least| amount >= least) && rule.max_amount.is_none_or(|most| amount <= most)
        };
        self.where_it_holds(|amount| within(amount) && rule.conditions.iter().all(|one| one.allows(amount)))
    }

    /// The amounts above so much; none where there is no end.
    pub fn above(&self, most: Option<Minor>) -> Set {
        self.where_it_holds(|amount| most.is_some_and(|most| amount > most))
    }

    /// The first and the last amount of a region.
    fn ends(&self, at: usize) -> (i64, i64) {
        let first = self.starts.get(at).copied().unwrap_or_default();
        let next = at.checked_add(1).and_then(|next| self.starts.get(next));
        (first, next.map_or(self.highest, |next| next.saturating_sub(1)))
    }

    /// An amount of a region.
    pub fn example(&self, at: usize) -> Minor {
        let (first, last) = self.ends(at);
        Minor(first.max(self.unit.min(last)))
    }

    /// The band of neighbouring regions; its end is open where it reaches the highest amount.
    pub fn band(&self, first: usize, last: usize) -> Band {
        let (from, most) = (self.ends(first).0, self.ends(last).1);
        Band { min_amount: Some(Minor(from)), max_amount: (most < self.highest).then_some(Minor(most)) }
    }
}

const fn after(amount: Minor) -> i64 {
    amount.0.saturating_add(1)
}

fn amounts_of(condition: &Condition) -> Option<&[Minor]> {
    match &condition.values {
        Values::Amounts(amounts) => Some(amounts),
        Values::Texts(_) => None,
    }
}
