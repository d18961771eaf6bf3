//! Exchange rates: how many units of the base currency one unit of another is worth on a day.
//!
//! A rate's currency and day are what it is about and never change; its rate and source can be corrected.

use rust_decimal::Decimal;

use crate::values::clock::{Date, Timestamp};
use crate::values::money::Currency;

/// What permissions and the trail call it.
pub const RESOURCE: &str = "exchange_rate";
/// What a made id begins with.
pub const ID_PREFIX: &str = "RATE-";
/// How many decimals a rate may have.
pub const MAX_DECIMALS: u32 = 10;

/// The rate of one currency on one day.
#[derive(Clone, PartialEq, Debug)]
pub struct ExchangeRate {
    pub exchange_rate_id: String,
    pub currency: Currency,
    pub date: Date,
    /// Base units per one unit of `currency`.
    pub rate: Decimal,
    /// Where it comes from, such as a bank.
    pub source: Option<String>,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}
