//! Of which activity the movement of an account is. See docs/rules/reports.md#cash-flow.

use crate::approval::catalog::Catalog;
use crate::values::account::{Account, AccountType};
use crate::values::error::{Error, Faults};

/// What a company does with money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    Operating,
    Investing,
    Financing,
}

/// Accounts that somebody names: one, or those from one number to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Named {
    One(String),
    Range(String, String),
}

impl Named {
    /// `1500`, or `1500..1599`. None for what is neither, or a range that ends before it begins.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once("..") {
            None => (!text.is_empty()).then(|| Self::One(text.to_owned())),
            Some((first, last)) => {
                let is_range = !first.is_empty() && !last.is_empty() && first <= last;
                is_range.then(|| Self::Range(first.to_owned(), last.to_owned()))
            }
        }
    }

    /// Numbers are compared letter by letter, as far as the end of the range goes: `1500..1599` has 1599-2, too.
    fn has(&self, account_id: &str) -> bool {
        match self {
            Self::One(own) => own == account_id,
            Self::Range(first, last) => {
                account_id >= first.as_str() && (account_id <= last.as_str() || account_id.starts_with(last.as_str()))
            }
        }
    }
}

/// The accounts whose movements are of investing and of financing activities.
#[derive(Clone, Default, Debug)]
pub struct Activities {
    pub investing: Vec<Named>,
    pub financing: Vec<Named>,
}

impl Activities {
    /// What nobody named: equity is financing, all else operating.
    pub fn of(&self, account: &Account) -> Activity {
        let is_in = |named: &[Named]| named.iter().any(|named| named.has(&account.account_id));
        if is_in(&self.investing) {
            Activity::Investing
        } else if is_in(&self.financing) || account.account_type == AccountType::Equity {
            Activity::Financing
        } else {
            Activity::Operating
        }
    }

    /// Refuses single accounts that do not exist, and accounts that are named for both.
    pub fn are_of(&self, catalog: &Catalog) -> Result<(), Error> {
        let mut faults = Faults::default();
        for (field, named) in [("investing", &self.investing), ("financing", &self.financing)] {
            for named in named {
                if let Named::One(id) = named
                    && !catalog.accounts.contains_key(id)
                {
                    faults.add(field, format!("there is no account {id:?}"));
                }
            }
        }
        let is_in = |named: &[Named], id: &str| named.iter().any(|named| named.has(id));
        let both = catalog.accounts.keys().find(|id| is_in(&self.investing, id) && is_in(&self.financing, id));
        if let Some(id) = both {
            faults.add("financing", format!("account {id} is named in investing, too"));
        }
        faults.or(()).map_err(Error::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_has_what_begins_between_its_ends() {
        for (named, has, has_not) in [
            ("1500", "1500", "1500-1"),
            ("1500..1599", "1500 1550 1599 1500-1 1599-2 15990", "1499 1600 150 1"),
            ("A..B", "A A9 B B9", "C a"),
        ] {
            let named = Named::parse(named).expect("accounts");
            for id in has.split(' ') {
                assert!(named.has(id), "{named:?} {id}");
            }
            for id in has_not.split(' ') {
                assert!(!named.has(id), "{named:?} {id}");
            }
        }
        for text in ["", "..", "1..", "..1", "2..1"] {
            assert_eq!(Named::parse(text), None, "{text:?}");
        }
    }
}
