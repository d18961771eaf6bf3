//! The signatures of a submission, and when a step has enough of them. See docs/rules/signing.md#several-signatures.

use std::collections::BTreeSet;

use super::plan::{Alternative, Step};
use crate::approval::access::UserId;
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

/// One signature.
///
/// Books that were written before steps could need several signatures have only the signers: nothing more is known of theirs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    pub user_id: UserId,
    pub known: Option<Known>,
}

/// What is known of a signature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    pub level: u32,
    pub at: Timestamp,
    /// Whose right it was, where a delegate signed.
    pub on_behalf_of: Option<UserId>,
    /// The alternatives of the step that it counts for, by their places in it.
    pub counts_for: Vec<u32>,
    /// How much the signer may sign, by the right that they signed by; `None` is without limit.
    pub limit: Option<Minor>,
}

/// All signatures of a submission, in the order in which they were given.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Signatures(pub Vec<Signed>);

impl Signatures {
    /// Those of a level.
    pub fn of_level(&self, level: u32) -> impl Iterator<Item = (&UserId, &Known)> {
        let known = self.0.iter().filter_map(|signed| Some((&signed.user_id, signed.known.as_ref()?)));
        known.filter(move |(_, known)| known.level == level)
    }

    /// Whether the person signed, for themselves or for another.
    pub fn has_signed(&self, person: &UserId) -> bool {
        self.0.iter().any(|signed| signed.user_id == *person)
    }

    /// What is known of the person's last signature.
    pub fn latest_of(&self, person: &UserId) -> Option<&Known> {
        self.0.iter().rev().find(|signed| signed.user_id == *person)?.known.as_ref()
    }

    /// Whether a delegate signed for the person.
    pub fn was_signed_for(&self, person: &UserId) -> bool {
        let of = |signed: &Signed| signed.known.as_ref()?.on_behalf_of.as_ref().map(|other| other == person);
        self.0.iter().any(|signed| of(signed) == Some(true))
    }

    /// Whether somebody signed who may sign more than so much.
    pub fn has_above(&self, limit: Minor) -> bool {
        let above = |signed: &Signed| {
            signed.known.as_ref().is_some_and(|known| known.limit.is_none_or(|theirs| theirs > limit))
        };
        self.0.iter().any(above)
    }

    /// How many different people's signatures an alternative of the step has.
    pub fn given(&self, step: &Step, place: usize) -> u32 {
        let counts = |known: &Known| known.counts_for.iter().any(|at| usize::try_from(*at) == Ok(place));
        let people: BTreeSet<&UserId> =
            self.of_level(step.level).filter(|(_, known)| counts(known)).map(|(person, _)| person).collect();
        u32::try_from(people.len()).unwrap_or(u32::MAX)
    }

    /// How many signatures the alternative that is nearest to its end has, and how many it needs.
    pub fn progress(&self, step: &Step) -> (u32, u32) {
        let progress =
            |(place, alternative): (usize, &Alternative)| (self.given(step, place), alternative.approvals_required);
        let all = step.alternatives.iter().enumerate().map(progress);
        all.min_by_key(|(given, required)| required.saturating_sub(*given)).unwrap_or_default()
    }

    /// How many more signatures the step needs by the alternative that is nearest to its end; 0 when it is complete.
    pub fn missing(&self, step: &Step) -> u32 {
        let (given, required) = self.progress(step);
        required.saturating_sub(given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::approval::plan::Signer;

    fn step(required: &[u32]) -> Step {
        let alternative = |required: &u32| Alternative {
            approvals_required: *required,
            ..Alternative::of(Signer::Role { role: "manager".into() })
        };
        Step { level: 2, alternatives: required.iter().map(alternative).collect() }
    }

    /// `who level places …`
    fn signatures(given: &[(&str, u32, &[u32])]) -> Signatures {
        let signed = |(who, level, counts_for): &(&str, u32, &[u32])| Signed {
            user_id: (*who).into(),
            known: Some(Known {
                level: *level,
                at: Timestamp::from_micros(0),
                on_behalf_of: None,
                counts_for: counts_for.to_vec(),
                limit: None,
            }),
        };
        Signatures(given.iter().map(signed).collect())
    }

    #[test]
    fn a_step_is_complete_when_one_alternative_has_enough_different_people() {
        for (required, given, missing) in [
            (&[1][..], &[][..], 1),
            (&[1], &[("ann", 2, &[0][..])], 0),
            (&[2], &[("ann", 2, &[0])], 1),
            (&[2], &[("ann", 2, &[0]), ("ANN", 2, &[0])], 1),
            (&[2], &[("ann", 2, &[0]), ("ben", 2, &[0])], 0),
            // What was signed at another level does not count.
            (&[2], &[("ann", 1, &[0]), ("ben", 2, &[0])], 1),
            // Alternatives count each for itself.
            (&[2, 2], &[("ann", 2, &[0]), ("ben", 2, &[1])], 1),
            (&[2, 2], &[("ann", 2, &[0, 1]), ("ben", 2, &[1])], 0),
            (&[3, 1], &[("ann", 2, &[0])], 1),
            (&[3, 2], &[("ann", 2, &[0])], 2),
        ] {
            assert_eq!(signatures(given).missing(&step(required)), missing, "{required:?} {given:?}");
        }
    }

    #[test]
    fn who_signed_before_with_a_higher_limit() {
        let mut signed = signatures(&[("ann", 1, &[0])]);
        assert!(signed.has_above(Minor(5)), "without limit");
        for (limit, above) in [(4, false), (5, false), (6, true)] {
            if let Some(known) = signed.0.first_mut().and_then(|signed| signed.known.as_mut()) {
                known.limit = Some(Minor(limit));
            }
            assert_eq!(signed.has_above(Minor(5)), above, "{limit}");
        }
    }
}
