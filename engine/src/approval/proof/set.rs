//! A set of regions, by their numbers on one axis.

use smallvec::SmallVec;

const BITS: usize = 64;

/// Which of an axis' regions are in it: mostly an axis has no more than 128, which need no memory of their own. Two sets that are
/// compared are of the same axis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Set(SmallVec<[u64; 2]>);

impl Set {
    /// Those of the first `size` regions for which it holds.
    pub fn of(size: usize, holds: impl Fn(usize) -> bool) -> Self {
        let word = |first: usize| {
            let places = (first..size.min(first.saturating_add(BITS))).zip(0_u32..);
            places.filter(|(at, _)| holds(*at)).fold(0, |word, (_, bit)| word | bit_at(bit))
        };
        Self((0..size).step_by(BITS).map(word).collect())
    }

    /// All regions of an axis of this size.
    pub fn all(size: usize) -> Self {
        Self::of(size, |_| true)
    }

    pub fn has(&self, at: usize) -> bool {
        let bit = u32::try_from(at % BITS).unwrap_or_default();
        self.0.get(at / BITS).is_some_and(|word| word & bit_at(bit) != 0)
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Of this region alone, where it is in the set.
    pub fn only(&self, at: usize) -> Self {
        Self::of(self.0.len().saturating_mul(BITS), |region| region == at && self.has(at))
    }

    /// Whether some region is in both.
    pub fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    /// Whether all of its regions are in the other.
    pub fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one | other).collect())
    }

    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    /// The regions in it, ascending.
    pub fn members(&self) -> impl Iterator<Item = usize> {
        let places = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        places.flat_map(|(at, word)| {
            let bits = (0_u32..64).zip(at.saturating_mul(BITS)..);
            bits.filter(move |(bit, _)| word & bit_at(*bit) != 0).map(|(_, at)| at)
        })
    }

    pub fn first(&self) -> Option<usize> {
        self.members().next()
    }

    /// How much there is to compare, for the bound on the work.
    pub fn words(&self) -> usize {
        self.0.len()
    }
}

const fn bit_at(place: u32) -> u64 {
    1_u64.wrapping_shl(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_sets() {
        let (even, low) = (Set::of(130, |at| at % 2 == 0), Set::of(130, |at| at < 65));
        assert!(even.has(128) && !even.has(129) && !even.has(500) && even.meets(&low));
        assert_eq!(even.and(&low).members().collect::<Vec<_>>(), (0..65).step_by(2).collect::<Vec<_>>());
        assert_eq!(even.without(&low).first(), Some(66));
        assert!(even.and(&low).is_within(&low) && !even.is_within(&low) && even.or(&low).has(63));
        assert!(even.without(&even).is_empty() && Set::all(130).members().count() == 130);
    }
}
