//! `tax_code.rates`: one version, 0.

use std::str::FromStr;

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, word, write};
use crate::values::clock::Date;
use crate::values::tax_code::TaxRates;

/// Ascending by day.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct RatesV0(Vec<RateV0>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RateV0 {
    valid_from: String,
    rate: String,
}

impl Stored for TaxRates {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let read: RatesV0 = only(version, text)?;
        let rate = |one: RateV0| {
            let valid_from = word("valid_from", &one.valid_from, Date::parse)?;
            Ok((valid_from, word("rate", &one.rate, |text| Decimal::from_str(text).ok())?))
        };
        Ok(Self(read.0.into_iter().map(rate).collect::<Result<_, Unreadable>>()?))
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let rate = |(day, rate): (&Date, &Decimal)| RateV0 { valid_from: day.to_string(), rate: rate.to_string() };
        write(&RatesV0(self.0.iter().map(rate).collect()))
    }
}
