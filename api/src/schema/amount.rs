//! Numbers that never pass through a binary float. See docs/rules/amounts.md#exact-amounts.

use engine::money::number;
use poem_openapi::registry::MetaSchema;
use poem_openapi::types::{ParseError, ParseFromJSON, ParseFromParameter, ParseResult, ToJSON};
use rust_decimal::Decimal;
use serde_json::Value;

use super::{formats, wire_leaf};

macro_rules! exact_number {
    ($(#[$doc:meta])* $type:ident, $format:expr, $description:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub struct $type(pub Decimal);

        wire_leaf!([] $type, stringify!($type), MetaSchema {
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

exact_number!(
    /// An amount of money; how many decimals it may have is its currency's to say.
    Amount,
    formats::AMOUNT,
    "An exact decimal: at most 15 digits before the point, and no more decimals than the currency has"
);
exact_number!(
    /// How many, up to 6 decimals.
    Quantity,
    formats::QUANTITY,
    "An exact decimal, up to 6 decimals"
);
exact_number!(
    /// A price each, or a tax rate: up to 6 decimals.
    Rate,
    formats::QUANTITY,
    "An exact decimal, up to 6 decimals"
);
exact_number!(
    /// Base units per one unit of the document's currency.
    ExchangeRate,
    formats::EXCHANGE_RATE,
    "Base units per one unit of the document's currency: an exact decimal, up to 10 decimals"
);

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
