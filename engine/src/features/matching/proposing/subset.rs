//! Which of a few amounts add up to another: meet in the middle, so 24 amounts cost two times 4,096 sums and not 16 million.

use crate::values::money::Minor;

/// The most amounts that are tried together.
pub const MOST: usize = 24;
/// The most members that a sum may have, whatever the settings say.
const MEMBERS: u32 = 10;
/// A sum that so many sets of the pool would reach once by chance says nothing.
const CHANCES: i128 = 100;
/// How round amounts are.
const STEPS: [u64; 10] = [100_000, 50_000, 10_000, 5_000, 1_000, 500, 100, 50, 10, 5];
/// Sums by chance are many; more than this many say nothing.
const FOUND: usize = 64;

/// All sums of a half, each with the set of its members as bits from `first` on.
fn sums(amounts: &[Minor], first: u32) -> Vec<(i128, u32)> {
    let mut sums = vec![(0_i128, 0_u32)];
    for (amount, bit) in amounts.iter().zip(first..) {
        let with = |(sum, members): &(i128, u32)| {
            (sum.saturating_add(i128::from(amount.0)), *members | 1_u32.checked_shl(bit).unwrap_or(0))
        };
        let more: Vec<(i128, u32)> = sums.iter().map(with).collect();
        sums.extend(more);
    }
    sums
}

/// Sets of 2 to `most` of the first [`MOST`] amounts that add up to the target, as bits; those of fewest members first.
pub fn adding_up(amounts: &[Minor], target: Minor, most: u32) -> Vec<u32> {
    let most = most.min(MEMBERS);
    let amounts = amounts.get(..MOST.min(amounts.len())).unwrap_or_default();
    let (left, right) = amounts.split_at(amounts.len().checked_div(2).unwrap_or(0));
    let mut left_sums = sums(left, 0);
    left_sums.sort_unstable();
    let mut found = Vec::new();
    for (sum, members) in sums(right, u32::try_from(left.len()).unwrap_or(0)) {
        let wanted = i128::from(target.0).saturating_sub(sum);
        let from = left_sums.partition_point(|each| each.0 < wanted);
        for (_, others) in left_sums.iter().skip(from).take_while(|each| each.0 == wanted) {
            let all = members | others;
            if (2..=most).contains(&all.count_ones()) {
                found.push(all);
            }
            if found.len() >= FOUND {
                break;
            }
        }
    }
    found.sort_unstable_by_key(|members| (members.count_ones(), *members));
    found
}

/// Whether the target may be a sum of some of the pool by chance: there are two sets for each further amount, and only so
/// many sums up to the target, the fewer the rounder the amounts are.
pub fn may_be_chance(pool: &[Minor], target: Minor) -> bool {
    let amounts = || pool.iter().map(|amount| amount.0.unsigned_abs());
    let divisor = amounts().fold(target.0.unsigned_abs(), divisor);
    // Amounts that are all multiples of one of them, as of a price, count in steps of it.
    let step = if amounts().any(|amount| amount == divisor) {
        divisor
    } else {
        STEPS.into_iter().find(|step| divisor.is_multiple_of(*step)).unwrap_or(1)
    };
    let sums = target.0.unsigned_abs().checked_div(step).map_or(0, i128::from);
    let sets = u32::try_from(pool.len()).ok().and_then(|size| 1_i128.checked_shl(size));
    sets.and_then(|sets| sets.checked_mul(CHANCES)).is_none_or(|chances| sums < chances)
}

/// The greatest common divisor.
fn divisor(mut one: u64, mut other: u64) -> u64 {
    while let Some(rest) = one.checked_rem(other) {
        (one, other) = (other, rest);
    }
    one
}

/// The items whose bits are set.
pub fn members<T: Copy>(items: &[T], set: u32) -> impl Iterator<Item = T> {
    items
        .iter()
        .zip(0_u32..32)
        .filter(move |(_, bit)| set.checked_shr(*bit).is_some_and(|rest| rest & 1 == 1))
        .map(|each| *each.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_each_sum_the_smallest_first() {
        let amounts: Vec<Minor> = [100, 250, 300, 400, 50].into_iter().map(Minor).collect();
        let found: Vec<Vec<i64>> = adding_up(&amounts, Minor(350), 8)
            .into_iter()
            .map(|set| members(&amounts, set).map(|amount| amount.0).collect())
            .collect();
        assert_eq!(found, vec![vec![100, 250], vec![300, 50]]);
        assert!(adding_up(&amounts, Minor(1), 8).is_empty());
        assert!(adding_up(&amounts, Minor(100), 8).is_empty(), "one alone is no sum");
        assert!(adding_up(&[], Minor(0), 8).is_empty());
    }

    #[test]
    fn round_amounts_add_up_by_chance() {
        for (pool, target, expected) in [
            (&[123_456, 98_711, 45_110][..], 222_167, false),
            (&[100_000, 200_000, 50_000], 300_000, true),
            (&[1_999, 2_999, 4_999], 4_998, false),
            (&[19, 29, 49], 48, true),
            (&[83_524, 26_376], 109_900, false),
            (&[9_999, 9_999], 19_998, true),
            (&[], 0, true),
        ] {
            let pool: Vec<Minor> = pool.iter().map(|amount| Minor(*amount)).collect();
            assert_eq!(may_be_chance(&pool, Minor(target)), expected, "{pool:?}");
        }
    }

    #[test]
    fn the_largest_amounts_do_not_overflow() {
        let amounts = vec![Minor(i64::MAX); 24];
        assert!(adding_up(&amounts, Minor(5), 8).is_empty());
    }
}
