//! What the automatic check of a task of the close looks at, and what it finds. Features write the checks, `features/close_tasks` has the
//! list of them. See docs/rules/close-checklist.md#checks.

use crate::values::clock::Date;
use crate::values::money::Currency;

/// So many of what is missing are named; all are counted.
pub const MOST_NAMED: u64 = 5;

/// The period that is to be closed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Month {
    pub period_id: String,
    pub start: Date,
    pub end: Date,
    pub base: Currency,
}

/// Something that is missing: what it is, as the trail names it, and its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Missing {
    pub resource: &'static str,
    pub id: String,
}

/// What a check finds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// There is nothing that it could be about.
    NotApplicable,
    Done,
    /// So many are missing, of which the first are named.
    Open {
        count: u64,
        named: Vec<Missing>,
    },
}

impl Finding {
    /// Of what is missing: all of it counted, the first of it named.
    pub fn of(count: u64, resource: &'static str, ids: Vec<String>) -> Self {
        if count == 0 {
            return Self::Done;
        }
        let most = usize::try_from(MOST_NAMED).unwrap_or(usize::MAX);
        let named = ids.into_iter().take(most).map(|id| Missing { resource, id }).collect();
        Self::Open { count, named }
    }

    /// The same of a list that is whole.
    pub fn of_all(resource: &'static str, ids: Vec<String>) -> Self {
        Self::of(u64::try_from(ids.len()).unwrap_or(u64::MAX), resource, ids)
    }

    /// The same where there is anything that it could be about.
    #[must_use]
    pub fn where_any(self, is_any: bool) -> Self {
        match self {
            Self::Done if !is_any => Self::NotApplicable,
            found => found,
        }
    }

    pub const fn is_open(&self) -> bool {
        matches!(self, Self::Open { .. })
    }

    /// The word of the interface.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotApplicable => "not_applicable",
            Self::Done => "done",
            Self::Open { .. } => "open",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_check_finds() {
        let ids = |count: usize| (1..=count).map(|id| id.to_string()).collect::<Vec<_>>();
        for (found, name, named) in [
            (Finding::of(0, "account", Vec::new()), "done", 0),
            (Finding::of(0, "account", Vec::new()).where_any(false), "not_applicable", 0),
            (Finding::of(0, "account", Vec::new()).where_any(true), "done", 0),
            (Finding::of(9, "account", ids(5)), "open", 5),
            (Finding::of_all("account", ids(7)), "open", 5),
            (Finding::of_all("account", ids(2)).where_any(false), "open", 2),
        ] {
            let of = match &found {
                Finding::Open { named, .. } => named.len(),
                Finding::NotApplicable | Finding::Done => 0,
            };
            assert_eq!((found.name(), of), (name, named), "{found:?}");
        }
    }
}
