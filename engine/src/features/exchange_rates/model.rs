//! What commands and reads ask about the table of exchange rates, what they see, and what decisions change.

use std::sync::Arc;

use crate::books::change_request::Pin;
use crate::books::command::{Change, Changed, Found, Snapshot, Target, Wanted};
use crate::books::exchange_rate::ExchangeRate;
use crate::values::clock::Date;
use crate::values::money::Currency;

/// The feature, as the kernel knows it.
pub const FEATURE: &str = "exchange_rates";

/// A row: by its id, and whether its currency has a rate of that day already.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedRate {
    pub exchange_rate_id: String,
    pub day: Option<(Currency, Date)>,
}

impl Wanted for WantedRate {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

/// A rate, as `If-Match` speaks of it.
pub fn target(exchange_rate_id: &str) -> Target {
    Target::OfFeature(FEATURE, exchange_rate_id.to_owned())
}

/// The answer to a [`WantedRate`].
#[derive(Clone, Default, Debug)]
pub struct RateState {
    pub rate: Option<ExchangeRate>,
    /// That of the same currency and day.
    pub of_day: Option<ExchangeRate>,
}

/// Seen by whoever asked for nothing.
static NOTHING: RateState = RateState { rate: None, of_day: None };

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &RateState {
    snapshot.of_features.get(FEATURE).unwrap_or(&NOTHING)
}

impl Found for RateState {
    fn pin(&self) -> Option<Pin> {
        let rate = self.rate.as_ref()?;
        Some(Pin { version: rate.version, made_at: rate.created_at, figures: None })
    }
}

/// The rate in its new version; version 1 is new.
#[derive(Clone, Debug)]
pub struct SavedRate(pub ExchangeRate);

impl Changed for SavedRate {
    fn feature(&self) -> &'static str {
        FEATURE
    }

    /// What was decided by another rate is not written after it.
    fn raises_revision(&self) -> bool {
        true
    }
}

impl From<SavedRate> for Change {
    fn from(saved: SavedRate) -> Self {
        Self::OfFeature(Arc::new(saved))
    }
}
