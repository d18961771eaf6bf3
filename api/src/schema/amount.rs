//! Numbers that never pass through a binary float. See docs/rules/amounts.md#exact-amounts.
//!
//! The description calls all of them `double`: generated clients then read them into 64 bits. The service itself keeps to the
//! digits that were sent.

use engine::values::money::number;
use poem_openapi::registry::MetaSchema;
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON};
use rust_decimal::Decimal;
use serde_json::Value;

use super::formats;
use super::leaf::wire_leaf;

/// What the description says of the range of a number, to the last digit: as texts, since no binary float holds the largest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The name of its schema.
    pub schema: &'static str,
    pub least: Option<&'static str>,
    pub most: Option<&'static str>,
}

/// Amounts, quantities and rates have at most 15 digits before the point, and rates ten behind it. (`exclusiveMaximum` would be
/// shorter, but tools disagree whether it is a mark or a number.)
const MOST: &str = "999999999999999.9999999999";
/// The same below 0.
const LEAST: &str = "-999999999999999.9999999999";
/// The smallest unit of any currency.
const LEAST_UNIT: &str = "0.0001";

macro_rules! exact_numbers {
    ($($(#[$doc:meta])* $type:ident, $schema:literal, $format:expr, $least:expr, $most:expr, $description:literal;)*) => {
        /// The range of each.
        pub const BOUNDS: &[Bounds] = &[$(Bounds { schema: $schema, least: $least, most: $most }),*];

        $(exact_number!($(#[$doc])* $type, $schema, $format, $description);)*
    };
}

macro_rules! exact_number {
    ($(#[$doc:meta])* $type:ident, $schema:literal, $format:expr, $description:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $type(pub Decimal);

        wire_leaf!([] $type, $schema, MetaSchema {
            description: Some($description),
            ..MetaSchema::new_with_format("number", $format)
        });

        impl $type {
            fn parse(text: &str) -> Result<Self, String> {
                formats::check_number(Some($format), text).map(Self)
            }
        }

        impl ParseFromJSON for $type {
            fn parse_from_json(value: Option<Value>) -> ParseResult<Self> {
                match value.unwrap_or_default() {
                    Value::Number(number) => Self::parse(&number.to_string()).map_err(ParseError::custom),
                    _ => Err(ParseError::custom("must be a number")),
                }
            }
        }

        impl ParseFromParameter for $type {
            fn parse_from_parameter(text: &str) -> ParseResult<Self> {
                Self::parse(text).map_err(ParseError::custom)
            }
        }

        impl ToJSON for $type {
            fn to_json(&self) -> Option<Value> {
                Some(number(self.0))
            }
        }

        impl From<Decimal> for $type {
            fn from(value: Decimal) -> Self {
                Self(value)
            }
        }
    };
}

exact_numbers! {
    /// An amount of money; how many decimals it may have is its currency's to say.
    Amount, "Amount", formats::AMOUNT, Some(LEAST), Some(MOST),
    "An exact decimal: at most 15 digits before the point, and no more decimals than the currency has. A double carries any \
     15 digits unchanged";
    /// An amount of one side, such as a debit.
    SideAmount, "SideAmount", formats::AMOUNT, Some("0"), Some(MOST),
    "An amount that is 0 or more";
    /// An amount that is paid.
    PaidAmount, "PaidAmount", formats::AMOUNT, Some(LEAST_UNIT), Some(MOST),
    "An amount that is more than 0";
    /// A sum of amounts, of whatever length.
    Sum, "Sum", formats::AMOUNT, None, None,
    "An exact decimal: a sum of amounts, not bounded as each of them is. A double carries any 15 digits unchanged";
    /// How many, up to 6 decimals.
    Quantity, "Quantity", formats::QUANTITY, Some("0.000001"), Some(MOST),
    "More than 0; an exact decimal, up to 6 decimals";
    /// A price each; less than 0 for a discount.
    Rate, "Price", formats::QUANTITY, Some(LEAST), Some(MOST),
    "The price each; less than 0 for a discount. An exact decimal, up to 6 decimals";
    /// A tax rate.
    TaxRate, "TaxRate", formats::QUANTITY, Some("0"), Some("1"),
    "A fraction from 0 to 1; an exact decimal, up to 6 decimals";
    /// Base units per one unit of the document's currency.
    ExchangeRate, "RateToBase", formats::EXCHANGE_RATE, Some("0.0000000001"), Some(MOST),
    "Base units per one unit of the currency: an exact decimal, up to 10 decimals";
    /// The same, as a document may give it.
    GivenRate, "GivenRate", formats::EXCHANGE_RATE, Some("0.0000000001"), Some(MOST),
    "Base units per one unit of the currency: an exact decimal, up to 10 decimals. When left out: the latest in the table of exchange rates \
     on or before `tran_date`, at most 31 days old; where there is none, for a payment that of what is paid, for others 422 \
     `no_exchange_rate`. A given one may differ from the table's by `GL_RATE_TOLERANCE` (0.05 of it), else 422 `rate_out_of_tolerance`. \
     Where the table has none, a draft may be written; its submission is 422 `no_exchange_rate`, but for a payment at the rate of what \
     is paid. For the base currency only 1";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_written_as_it_was_read() {
        for text in ["0.10", "999999999999999.99", "-3", "12.345"] {
            let value: Value = serde_json::from_str(text).expect(text);
            let amount = Amount::parse_from_json(Some(value)).expect(text);
            let written = amount.to_json().expect(text).to_string();
            assert_eq!(written.parse::<Decimal>(), text.parse::<Decimal>(), "{text}");
        }
    }

    #[test]
    fn a_string_is_no_number_and_limits_hold() {
        assert!(Amount::parse_from_json(Some(Value::String("5".into()))).is_err());
        assert!(Quantity::parse("0.1234567").is_err());
        assert!(ExchangeRate::parse("0.1234567891").is_ok());
        assert!(Amount::parse("1000000000000000").is_err());
        assert!(Amount::parse("1e400").is_err());
        assert!(Amount::parse("abc").is_err());
    }
}
