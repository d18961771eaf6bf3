//! The people above a submitter, and how far a rule climbs among them. See docs/rules/approval.md#manager-chain.

use crate::approval::access::{UserId, within};
use crate::values::money::Minor;

/// One of those above, as recorded at submit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Superior {
    pub user_id: UserId,
    pub is_active: bool,
    /// How much they may sign of the document's type, in base currency; `None` is without limit.
    pub limit: Option<Minor>,
}

impl Superior {
    /// Whether they may sign so much.
    pub fn covers(&self, amount: Minor) -> bool {
        self.is_active && within(self.limit, amount)
    }
}

/// From the submitter's manager upwards. Where the line leads back to somebody, it ends there.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Superiors(pub Vec<Superior>);

impl Superiors {
    /// The submitter's manager.
    pub fn manager(&self) -> Option<&UserId> {
        self.0.first().map(|superior| &superior.user_id)
    }

    /// The first who covers the amount, and those who were passed; `None` where nobody does.
    pub fn climb(&self, amount: Minor) -> Option<(&Superior, &[Superior])> {
        let at = self.0.iter().position(|superior| superior.covers(amount))?;
        Some((self.0.get(at)?, self.0.get(..at)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn above(people: &[(&str, bool, Option<i64>)]) -> Superiors {
        let superior = |(user_id, is_active, limit): &(&str, bool, Option<i64>)| Superior {
            user_id: (*user_id).into(),
            is_active: *is_active,
            limit: limit.map(Minor),
        };
        Superiors(people.iter().map(superior).collect())
    }

    #[test]
    fn the_first_whose_limit_covers_the_amount() {
        let line = [("ben", true, Some(100)), ("ida", false, None), ("cleo", true, Some(1_000)), ("vera", true, None)];
        for (amount, found) in [
            (1, Some(("ben", 0))),
            (100, Some(("ben", 0))),
            (101, Some(("cleo", 2))),
            (1_000, Some(("cleo", 2))),
            (1_001, Some(("vera", 3))),
        ] {
            let superiors = above(&line);
            let climbed = superiors.climb(Minor(amount)).map(|(one, passed)| (one.user_id.as_str(), passed.len()));
            assert_eq!(climbed, found, "{amount}");
        }
        assert_eq!(above(&[("ben", true, Some(100))]).climb(Minor(101)), None);
        assert_eq!(Superiors::default().climb(Minor(0)), None);
    }
}
