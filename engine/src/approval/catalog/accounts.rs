//! The accounts of the books.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use crate::approval::line_ids::LineIds;
use crate::values::account::{Account, Subtype};

/// All accounts by their ids. Those of a subtype are found without a look at the others, however many there are.
#[derive(Clone, Default, Debug)]
pub struct Accounts {
    by_id: BTreeMap<String, Account>,
    active: BTreeMap<Subtype, BTreeSet<String>>,
}

impl Accounts {
    /// Takes in an account, in place of the one with its id.
    pub fn insert(&mut self, account: Account) {
        self.remove(&account.account_id);
        if let Some(subtype) = account.subtype.filter(|_| account.is_active) {
            self.active.entry(subtype).or_default().insert(account.account_id.clone());
        }
        self.by_id.insert(account.account_id.clone(), account);
    }

    pub fn remove(&mut self, account_id: &str) -> Option<Account> {
        let gone = self.by_id.remove(account_id)?;
        if let Some(others) = gone.subtype.and_then(|subtype| self.active.get_mut(&subtype)) {
            others.remove(account_id);
        }
        Some(gone)
    }

    /// The line with this account, as rules look at it.
    pub fn on_line<'a>(&'a self, account_id: &'a str, line: LineIds<'a>) -> LineIds<'a> {
        let account = self.by_id.get(account_id);
        LineIds {
            account_id: Some(account_id),
            account_type: account.map(|account| account.account_type.name()),
            account_subtype: account.and_then(|account| account.subtype).map(Subtype::name),
            ..line
        }
    }

    /// The active accounts of a subtype, by id.
    pub fn active(&self, subtype: Subtype) -> impl Iterator<Item = &Account> {
        self.active.get(&subtype).into_iter().flatten().filter_map(|id| self.by_id.get(id))
    }
}

impl Deref for Accounts {
    type Target = BTreeMap<String, Account>;

    fn deref(&self) -> &Self::Target {
        &self.by_id
    }
}

impl FromIterator<Account> for Accounts {
    fn from_iter<T: IntoIterator<Item = Account>>(accounts: T) -> Self {
        accounts.into_iter().fold(Self::default(), |mut all, account| {
            all.insert(account);
            all
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::account::AccountType;
    use crate::values::clock::Timestamp;

    fn account(id: &str, subtype: Option<Subtype>, is_active: bool) -> Account {
        Account {
            account_id: id.into(),
            account_name: id.into(),
            account_type: AccountType::Expense,
            subtype,
            currency: None,
            is_active,
            required_dimensions: std::collections::BTreeSet::new(),
            version: 1,
            created_at: Timestamp::from_micros(0),
            created_by: "a".into(),
        }
    }

    #[test]
    fn a_subtype_has_its_active_accounts_as_they_stand_now() {
        let rounding = Some(Subtype::Rounding);
        let mut accounts: Accounts =
            [account("B", rounding, true), account("A", rounding, true), account("C", None, true)]
                .into_iter()
                .collect();
        let ids = |accounts: &Accounts| -> Vec<String> {
            accounts.active(Subtype::Rounding).map(|account| account.account_id.clone()).collect()
        };
        assert_eq!(ids(&accounts), ["A", "B"]);
        accounts.insert(account("A", rounding, false));
        accounts.insert(account("C", rounding, true));
        assert_eq!(ids(&accounts), ["B", "C"]);
        accounts.insert(account("C", Some(Subtype::Tax), true));
        assert!(accounts.remove("B").is_some() && accounts.remove("B").is_none());
        assert_eq!(ids(&accounts), Vec::<String>::new());
        assert_eq!(accounts.len(), 2);
    }
}
