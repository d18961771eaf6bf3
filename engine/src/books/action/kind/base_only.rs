//! Entries that move the base amount of an account which is kept in another currency, and none of that currency: what its balance is
//! worth changed, or it was emptied at another rate than it was filled. See docs/rules/revaluation.md#lines-with-a-base-amount-alone.

use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::values::account::{Account, AccountType, Subtype};
use crate::values::money::Currency;

/// What the accounts of an entry's lines must take: its currency, or any where the entry is in base currency and has, beside exchange
/// gain or loss, the lines of one account that is kept in another.
pub fn read_in<'a>(own: ReadIn, accounts: impl Iterator<Item = &'a str>, snapshot: &'a Snapshot) -> ReadIn {
    let base = snapshot.settings.base_currency;
    let is_one = own.is_known && own.currency == base && of_one_account(accounts, base, snapshot);
    ReadIn { is_known: own.is_known && !is_one, ..own }
}

fn of_one_account<'a>(accounts: impl Iterator<Item = &'a str>, base: Currency, snapshot: &'a Snapshot) -> bool {
    let (mut kept, mut has_difference) = (None, false);
    for id in accounts {
        let Some(account) = snapshot.catalog.accounts.get(id) else { return false };
        if account.subtype == Some(Subtype::ExchangeGainLoss) && account.takes(base, base) {
            has_difference = true;
        } else if is_kept_in_another(account, base) && kept.is_none_or(|other| other == id) {
            kept = Some(id);
        } else {
            return false;
        }
    }
    has_difference && kept.is_some()
}

/// An asset or liability in another currency than the base currency: its base amount follows the rate.
pub fn is_kept_in_another(account: &Account, base: Currency) -> bool {
    let is_kept = match account.account_type {
        AccountType::Asset | AccountType::Liability => true,
        AccountType::Equity | AccountType::Income | AccountType::Expense => false,
    };
    is_kept && account.currency.is_some_and(|currency| currency != base)
}
