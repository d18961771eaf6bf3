//! Accounts on the wire. See docs/rules/master-data.md#subtypes.

use engine::values::account::{Account, AccountType, Subtype};
use poem_openapi::{Enum, Object};

use super::{CurrencyCode, Id, List, Name, Nullable, Required, WireTimestamp};

/// The five kinds of account.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "AccountType")]
pub enum WireAccountType {
    Asset,
    Liability,
    Equity,
    Income,
    Expense,
}

/// What an account is for, where the service must know.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case", rename = "AccountSubtype")]
pub enum WireSubtype {
    Bank,
    /// Petty cash, a till.
    Cash,
    /// A credit card or a prepaid one.
    Card,
    Ar,
    Ap,
    Tax,
    Rounding,
    ExchangeGainLoss,
    RetainedEarnings,
}

impl From<WireAccountType> for AccountType {
    fn from(wire: WireAccountType) -> Self {
        match wire {
            WireAccountType::Asset => Self::Asset,
            WireAccountType::Liability => Self::Liability,
            WireAccountType::Equity => Self::Equity,
            WireAccountType::Income => Self::Income,
            WireAccountType::Expense => Self::Expense,
        }
    }
}

impl From<AccountType> for WireAccountType {
    fn from(account_type: AccountType) -> Self {
        match account_type {
            AccountType::Asset => Self::Asset,
            AccountType::Liability => Self::Liability,
            AccountType::Equity => Self::Equity,
            AccountType::Income => Self::Income,
            AccountType::Expense => Self::Expense,
        }
    }
}

impl From<WireSubtype> for Subtype {
    fn from(wire: WireSubtype) -> Self {
        match wire {
            WireSubtype::Bank => Self::Bank,
            WireSubtype::Cash => Self::Cash,
            WireSubtype::Card => Self::Card,
            WireSubtype::Ar => Self::Ar,
            WireSubtype::Ap => Self::Ap,
            WireSubtype::Tax => Self::Tax,
            WireSubtype::Rounding => Self::Rounding,
            WireSubtype::ExchangeGainLoss => Self::ExchangeGainLoss,
            WireSubtype::RetainedEarnings => Self::RetainedEarnings,
        }
    }
}

impl From<Subtype> for WireSubtype {
    fn from(subtype: Subtype) -> Self {
        match subtype {
            Subtype::Bank => Self::Bank,
            Subtype::Cash => Self::Cash,
            Subtype::Card => Self::Card,
            Subtype::Ar => Self::Ar,
            Subtype::Ap => Self::Ap,
            Subtype::Tax => Self::Tax,
            Subtype::Rounding => Self::Rounding,
            Subtype::ExchangeGainLoss => Self::ExchangeGainLoss,
            Subtype::RetainedEarnings => Self::RetainedEarnings,
        }
    }
}

/// A new account.
#[derive(Object, Debug)]
pub struct AccountInput {
    pub account_id: Required<Id>,
    pub account_name: Required<Name>,
    pub account_type: Required<WireAccountType>,
    pub subtype: Nullable<WireSubtype>,
    /// When set, only documents in this currency may use the account.
    pub currency: Nullable<CurrencyCode>,
    /// True when left out.
    pub is_active: Option<bool>,
    pub required_dimensions: Option<RequiredDimensions>,
}

/// The dimensions that each line on the account names when it is submitted.
pub type RequiredDimensions = List<Id, 0, 10>;

/// As they were sent.
pub fn required(given: Option<RequiredDimensions>) -> Option<Vec<String>> {
    given.map(|given| given.0.into_iter().map(Into::into).collect())
}

/// What is to change on an account; what is left out stays.
#[derive(Object, Debug)]
pub struct AccountUpdate {
    pub account_name: Option<Name>,
    pub account_type: Option<WireAccountType>,
    pub subtype: Nullable<WireSubtype>,
    pub currency: Nullable<CurrencyCode>,
    pub is_active: Option<bool>,
    pub required_dimensions: Option<RequiredDimensions>,
}

/// An account of the general ledger.
#[derive(Object, Debug)]
#[oai(rename = "Account")]
pub struct AccountView {
    pub account_id: String,
    pub account_name: String,
    pub account_type: WireAccountType,
    pub subtype: Option<WireSubtype>,
    pub currency: Option<String>,
    pub is_active: bool,
    /// The dimensions that each line on it names when it is submitted.
    pub required_dimensions: Vec<String>,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
}

impl From<&Account> for AccountView {
    fn from(account: &Account) -> Self {
        Self {
            account_id: account.account_id.clone(),
            account_name: account.account_name.clone(),
            account_type: account.account_type.into(),
            subtype: account.subtype.map(Into::into),
            currency: account.currency.map(|currency| currency.code().into()),
            is_active: account.is_active,
            required_dimensions: account.required_dimensions.iter().cloned().collect(),
            version: account.version,
            created_at: account.created_at.into(),
            created_by: account.created_by.clone(),
        }
    }
}
