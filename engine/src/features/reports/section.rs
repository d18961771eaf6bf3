//! Sections of the balance sheet and the income statement: the accounts of one type, a normal balance as positive.

use std::collections::BTreeMap;

use crate::approval::catalog::Catalog;
use crate::kernel::store::read::balances::Sums;
use crate::values::account::AccountType;
use crate::values::money::{Minor, MoneyError};

/// One account of a section, in base currency.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccountBalance {
    pub account_id: String,
    pub account_name: String,
    pub balance: Minor,
}

/// The accounts of one type that have a balance, by id, and their sum.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Section {
    pub accounts: Vec<AccountBalance>,
    pub total: Minor,
}

/// The balance with its normal sign: debits less credits for assets and expenses, credits less debits for liabilities,
/// equity and income.
pub(super) fn natural(account_type: AccountType, sums: Sums) -> Result<Minor, MoneyError> {
    match account_type {
        AccountType::Asset | AccountType::Expense => sums.balance(),
        AccountType::Liability | AccountType::Equity | AccountType::Income => sums.credit.checked_sub(sums.debit),
    }
}

/// The section of one account type.
pub fn section(
    account_type: AccountType,
    sums: &BTreeMap<String, Sums>,
    catalog: &Catalog,
) -> Result<Section, MoneyError> {
    let mut section = Section::default();
    for (account_id, sums) in sums {
        let Some(account) = catalog.accounts.get(account_id).filter(|found| found.account_type == account_type) else {
            continue;
        };
        let balance = natural(account_type, *sums)?;
        section.total = section.total.checked_add(balance)?;
        if !balance.is_zero() {
            let (account_id, account_name) = (account_id.clone(), account.account_name.clone());
            section.accounts.push(AccountBalance { account_id, account_name, balance });
        }
    }
    Ok(section)
}
