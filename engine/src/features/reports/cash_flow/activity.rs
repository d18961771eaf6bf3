//! Of which activity the movement of an account is. See docs/rules/reports.md#cash-flow.

use crate::approval::catalog::Catalog;
use crate::values::account::{Account, AccountType};
use crate::values::error::{Error, Faults};
use crate::values::named_accounts::Named;

/// What a company does with money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    Operating,
    Investing,
    Financing,
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
