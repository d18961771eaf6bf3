//! The chart of accounts (C33).

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::money::Currency;

macro_rules! spelled {
    ($(#[$doc:meta])* $type:ident { $($variant:ident = $text:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $type { $($variant),* }

        impl $type {
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),* }
            }

            pub fn parse(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|found| found.name() == name)
            }
        }
    };
}

spelled! {
    /// The five kinds of account.
    AccountType { Asset = "asset", Liability = "liability", Equity = "equity", Income = "income", Expense = "expense" }
}

spelled! {
    /// What an account is for, where the service must know.
    Subtype {
        Bank = "bank", Ar = "ar", Ap = "ap", Tax = "tax", Rounding = "rounding",
        ExchangeGainLoss = "exchange_gain_loss", RetainedEarnings = "retained_earnings",
    }
}

/// One account of the general ledger.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Account {
    pub account_id: String,
    pub account_name: String,
    pub account_type: AccountType,
    pub subtype: Option<Subtype>,
    /// When set, only documents in this currency may use it.
    pub currency: Option<Currency>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
}
