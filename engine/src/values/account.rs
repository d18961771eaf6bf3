//! The chart of accounts. See docs/rules/master-data.md#account-types.

use std::collections::BTreeSet;

use crate::values::clock::Timestamp;
use crate::values::kind::Control;
use crate::values::kind::spelled::spelled;
use crate::values::money::Currency;

spelled! {
    /// The five kinds of account.
    AccountType { Asset = "asset", Liability = "liability", Equity = "equity", Income = "income", Expense = "expense" }
}

spelled! {
    /// What an account is for, where the service must know.
    Subtype {
        Bank = "bank", Cash = "cash", Card = "card", Ar = "ar", Ap = "ap", Tax = "tax", Rounding = "rounding",
        ExchangeGainLoss = "exchange_gain_loss", RetainedEarnings = "retained_earnings",
    }
}

impl From<Control> for Subtype {
    fn from(control: Control) -> Self {
        match control {
            Control::Receivable => Self::Ar,
            Control::Payable => Self::Ap,
        }
    }
}

impl Subtype {
    /// Which types of account it may be. A reader of the balance sheet expects a bank account among the assets.
    pub const fn account_types(self) -> &'static [AccountType] {
        match self {
            Self::Bank | Self::Cash | Self::Ar => &[AccountType::Asset],
            // A prepaid card is an asset, a credit card a liability; tax is owed by us or to us.
            Self::Card | Self::Tax => &[AccountType::Asset, AccountType::Liability],
            Self::Ap => &[AccountType::Liability],
            Self::Rounding | Self::ExchangeGainLoss => &[AccountType::Income, AccountType::Expense],
            Self::RetainedEarnings => &[AccountType::Equity],
        }
    }

    /// Whether payments may go through such an account.
    pub const fn holds_money(self) -> bool {
        match self {
            Self::Bank | Self::Cash | Self::Card => true,
            Self::Ar | Self::Ap | Self::Tax | Self::Rounding | Self::ExchangeGainLoss | Self::RetainedEarnings => false,
        }
    }

    /// Whether a bank sends statements of such an account, to reconcile it with.
    pub const fn has_statements(self) -> bool {
        match self {
            Self::Bank | Self::Card => true,
            Self::Cash | Self::Ar | Self::Ap | Self::Tax | Self::Rounding => false,
            Self::ExchangeGainLoss | Self::RetainedEarnings => false,
        }
    }
}

/// One account of the general ledger.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    pub account_id: String,
    pub account_name: String,
    pub account_type: AccountType,
    pub subtype: Option<Subtype>,
    /// The currency that it is kept in, if it is kept in one: [`Account::takes`].
    pub currency: Option<Currency>,
    pub is_active: bool,
    /// The dimensions that each line on it has to name.
    pub required_dimensions: BTreeSet<String>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
}

impl Account {
    /// Whether it takes amounts in the currency. One that is kept in the base currency, or in none, takes any, by its base amount.
    /// See docs/rules/master-data.md#account-types.
    pub fn takes(&self, currency: Currency, base: Currency) -> bool {
        self.currency.is_none_or(|only| only == base || only == currency)
    }
}
