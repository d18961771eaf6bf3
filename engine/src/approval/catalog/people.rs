//! Those who could sign a step by one of its ways, counted.

use std::collections::BTreeMap;

use crate::approval::access::{UserId, within};
use crate::values::money::Minor;

/// One of those who could sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Person {
    pub limit: Option<Minor>,
    /// Named in person or as a manager, and not by a role alone: simple delegates stand in for that.
    pub is_named: bool,
}

/// Those who could sign by one way; or that they cannot be counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum People<'a> {
    /// The holders of this role are recorded nowhere; without one, it is for anyone.
    Unknown(Option<&'a str>),
    Known(BTreeMap<&'a UserId, Person>),
}

impl People<'_> {
    /// Whether one of them may sign so much by themselves.
    pub fn covers(&self, amount: Minor) -> bool {
        match self {
            Self::Unknown(_) => true,
            Self::Known(people) => people.values().any(|person| within(person.limit, amount)),
        }
    }

    /// How many may sign; `None` is enough, whatever is asked. Where somebody without a limit signed before, no limit counts.
    pub fn number(&self, amount: Minor, unlimited: bool) -> Option<u32> {
        let Self::Known(people) = self else { return None };
        let may = people.values().filter(|person| unlimited || within(person.limit, amount));
        Some(u32::try_from(may.count()).unwrap_or(u32::MAX))
    }
}
