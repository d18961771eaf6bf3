//! What a revaluation asks of the books, and what it finds.

use std::collections::BTreeMap;

use crate::books::exchange_rate::ExchangeRate;
use crate::features::reports::OpenItem;
pub use crate::kernel::store::read::revalued::Revalued;
use crate::values::clock::Date;
use crate::values::money::{Currency, Minor};

/// What stands in other currencies at the end of this day.
#[derive(Clone, Debug)]
pub struct WantedRevaluation {
    pub day: Date,
}

/// What an account that is kept in another currency holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub account_id: String,
    pub currency: Currency,
    /// In that currency, debit positive.
    pub amount: Minor,
    pub base_amount: Minor,
}

/// The answer to [`WantedRevaluation`].
#[derive(Default, Debug)]
pub struct RevaluationState {
    /// The open documents in other currencies than the base currency, by control account's subtype and party.
    pub items: Vec<OpenItem>,
    /// By account.
    pub held: Vec<Held>,
    /// By account: what earlier revaluations did to it.
    pub revalued: BTreeMap<String, Revalued>,
    /// The latest rate on or before the day of each of these currencies, however old.
    pub rates: Vec<ExchangeRate>,
}

impl RevaluationState {
    /// The latest rate of the currency, however old.
    pub fn rate_of(&self, currency: Currency) -> Option<&ExchangeRate> {
        self.rates.iter().find(|rate| rate.currency == currency)
    }
}
