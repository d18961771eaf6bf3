//! Exact money: decimals on the wire, integer minor units in the books, one rounding.
//!
//! Nothing here passes through a float. Every operation is checked; the one rounding of the
//! whole service is [`Currency::round`]: half away from zero, to the currency's minor units.
//! See docs/rules/amounts.md#rounding.

use std::fmt;

use rust_decimal::{Decimal, RoundingStrategy};
use sea_orm::DeriveValueType;
use serde::Deserialize;

/// The largest number of digits before the point that an amount or a total may have.
pub const MAX_INTEGER_DIGITS: u32 = 15;

/// An amount in the minor units of its currency (cents for USD), debit positive where it has a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Deserialize, DeriveValueType)]
#[serde(transparent)]
pub struct Minor(pub i64);

impl Minor {
    pub const ZERO: Self = Self(0);

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_add(other.0).map(Self).ok_or(MoneyError::TooLarge)
    }

    pub fn checked_sub(self, other: Self) -> Result<Self, MoneyError> {
        self.0.checked_sub(other.0).map(Self).ok_or(MoneyError::TooLarge)
    }

    /// The opposite sign.
    pub fn negated(self) -> Result<Self, MoneyError> {
        self.0.checked_neg().map(Self).ok_or(MoneyError::TooLarge)
    }

    /// The size without its sign.
    pub fn magnitude(self) -> Result<Self, MoneyError> {
        self.0.checked_abs().map(Self).ok_or(MoneyError::TooLarge)
    }

    /// The exact sum of many amounts.
    pub fn sum(amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }
}

/// Why an amount cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoneyError {
    #[error("has more decimals than the currency has")]
    TooManyDecimals,
    #[error("has more than 15 digits before the decimal point")]
    TooLarge,
}

/// An ISO 4217 currency.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(iso_currency::Currency);

impl Currency {
    /// Reads an upper-case ISO 4217 code of a currency that money can be kept in.
    pub fn parse(code: &str) -> Option<Self> {
        let currency = iso_currency::Currency::from_code(code).filter(|found| found.code() == code)?;
        currency.exponent().map(|_| Self(currency))
    }

    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// How many decimals its minor unit stands for: JPY 0, USD 2, KWD 3.
    pub fn decimals(self) -> u32 {
        self.0.exponent().map_or(2, u32::from)
    }

    /// The amount in minor units, refused when it has a finer part or more than 15 digits.
    pub fn to_minor(self, amount: Decimal) -> Result<Minor, MoneyError> {
        let exact = amount.normalize();
        if exact.scale() > self.decimals() {
            return Err(MoneyError::TooManyDecimals);
        }
        self.round(amount)
    }

    /// The one rounding: half away from zero to this currency's minor units.
    pub fn round(self, amount: Decimal) -> Result<Minor, MoneyError> {
        let mut rounded = amount.round_dp_with_strategy(self.decimals(), RoundingStrategy::MidpointAwayFromZero);
        rounded.rescale(self.decimals());
        if rounded.scale() != self.decimals() {
            return Err(MoneyError::TooLarge);
        }
        let minor = i64::try_from(rounded.mantissa()).map_err(|_| MoneyError::TooLarge)?;
        self.within_limits(Minor(minor))
    }

    /// Refuses an amount of more than 15 digits before the point.
    pub fn within_limits(self, amount: Minor) -> Result<Minor, MoneyError> {
        let limit = 10_i64.checked_pow(MAX_INTEGER_DIGITS.saturating_add(self.decimals())).unwrap_or(i64::MAX);
        if amount.0.checked_abs().is_some_and(|size| size < limit) { Ok(amount) } else { Err(MoneyError::TooLarge) }
    }

    /// The exact decimal, with as many decimals as the currency has.
    pub fn to_decimal(self, amount: Minor) -> Decimal {
        Decimal::from_i128_with_scale(i128::from(amount.0), self.decimals())
    }

    /// This amount at `rate` base units per unit, rounded to the base currency.
    pub fn convert(self, amount: Minor, rate: Decimal, base: Self) -> Result<Minor, MoneyError> {
        if self == base && rate == Decimal::ONE {
            return Ok(amount);
        }
        base.round(self.to_decimal(amount).checked_mul(rate).ok_or(MoneyError::TooLarge)?)
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The exact decimal as a JSON number.
pub fn number(value: Decimal) -> serde_json::Value {
    serde_json::Value::Number(serde_json::Number::from_string_unchecked(value.to_string()))
}

/// Reads a JSON number from its own text, exactly: `12`, `-0.50`, `1.2e3`. Anything that 28 digits
/// cannot hold exactly (`1e400`) is `None`.
pub fn decimal_from_text(text: &str) -> Option<Decimal> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let fraction = fraction.trim_end_matches('0');
    let places = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
    let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
    let (digits, places) = if digits == 0 {
        (0, 0)
    } else if places < 0 {
        (10_i128.checked_pow(places.unsigned_abs()).and_then(|scale| digits.checked_mul(scale))?, 0)
    } else {
        (digits, places.unsigned_abs())
    };
    Decimal::try_from_i128_with_scale(digits, places).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usd() -> Currency {
        Currency::parse("USD").expect("USD")
    }

    #[test]
    fn numbers_are_read_exactly_from_their_text() {
        for (text, expected) in [
            ("12", Some("12")),
            ("-0.50", Some("-0.5")),
            ("1.2e3", Some("1200")),
            ("1E-2", Some("0.01")),
            ("0.1", Some("0.1")),
            ("999999999999999.99", Some("999999999999999.99")),
            ("-0", Some("0")),
            ("0e999", Some("0")),
            ("1e400", None),
            ("1e-400", None),
            ("123456789012345678901234567890", None),
        ] {
            assert_eq!(decimal_from_text(text).map(|d| d.normalize().to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_currency_refuses_finer_amounts() {
        let read =
            |code: &str, text: &str| Currency::parse(code).expect(code).to_minor(decimal_from_text(text).expect(text));
        assert_eq!(read("USD", "10.05"), Ok(Minor(1005)));
        assert_eq!(read("USD", "10.050"), Ok(Minor(1005)));
        assert_eq!(read("USD", "0.001"), Err(MoneyError::TooManyDecimals));
        assert_eq!(read("JPY", "1.5"), Err(MoneyError::TooManyDecimals));
        assert_eq!(read("KWD", "1.001"), Ok(Minor(1001)));
        assert_eq!(read("USD", "999999999999999.99"), Ok(Minor(99_999_999_999_999_999)));
        assert_eq!(read("USD", "1000000000000000"), Err(MoneyError::TooLarge));
    }

    #[test]
    fn rounding_is_half_away_from_zero() {
        for (text, minor) in [("0.005", 1), ("-0.005", -1), ("0.0049", 0), ("2.675", 268)] {
            assert_eq!(usd().round(decimal_from_text(text).expect(text)), Ok(Minor(minor)), "{text}");
        }
    }
}
