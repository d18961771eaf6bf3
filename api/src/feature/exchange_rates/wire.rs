//! Exchange rates on the wire: rows of the table that documents in other currencies are held against.

use engine::books::exchange_rate::ExchangeRate;
use poem_openapi::Object;

use crate::schema::{CurrencyCode, Id, Name, Nullable, Required, WireDate, WireTimestamp};

/// The rate of a currency on a day.
#[derive(Object, Debug)]
pub struct ExchangeRateInput {
    /// Made by the service when left out.
    pub exchange_rate_id: Option<Id>,
    /// Another than the base currency.
    pub currency: Required<CurrencyCode>,
    pub date: Required<WireDate>,
    /// Base units per one unit of the currency; more than 0.
    pub rate: Required<crate::schema::ExchangeRate>,
    /// Where the rate comes from, such as a bank.
    pub source: Option<Name>,
}

/// What is to change on a rate; what is left out stays. Its currency and date are what it is about: they never change.
#[derive(Object, Debug)]
pub struct ExchangeRateUpdate {
    /// Base units per one unit of the currency; more than 0.
    pub rate: Option<crate::schema::ExchangeRate>,
    /// Null takes it away.
    pub source: Nullable<Name>,
}

/// How many units of the base currency one unit of a currency is worth on a day.
#[derive(Object, Debug)]
#[oai(rename = "ExchangeRate")]
pub struct ExchangeRateView {
    pub exchange_rate_id: String,
    pub currency: String,
    pub date: WireDate,
    /// Base units per one unit of the currency.
    pub rate: crate::schema::ExchangeRate,
    pub source: Option<String>,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&ExchangeRate> for ExchangeRateView {
    fn from(rate: &ExchangeRate) -> Self {
        Self {
            exchange_rate_id: rate.exchange_rate_id.clone(),
            currency: rate.currency.code().into(),
            date: rate.date.into(),
            rate: rate.rate.into(),
            source: rate.source.clone(),
            version: rate.version,
            created_at: rate.created_at.into(),
            created_by: rate.created_by.clone(),
            updated_at: rate.updated_at.into(),
            updated_by: rate.updated_by.clone(),
        }
    }
}
