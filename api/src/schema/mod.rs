//! The wire's own types: what a JSON number, date, id or text may be, said once, for parsing and for the description.
//!
//! The body is checked against these schemas before it is parsed ([`crate::body`]), so that every wrong field is
//! named at once. The `format` and `pattern` of a schema are what that check goes by: see [`formats`].

pub mod account;
pub mod amount;
pub mod answers;
pub mod audit;
pub mod date;
pub mod document;
pub mod exchange_rate;
pub mod formats;
pub mod job;
pub mod keyed;
pub mod list;
pub mod nullable;
pub mod page;
pub mod party;
pub mod pending;
pub mod period;
pub mod reconciliation;
pub mod required;
pub mod role;
pub mod rule;
pub mod text;
pub mod trail;
pub mod user;
pub mod words;

pub use amount::{Amount, ExchangeRate, GivenRate, PaidAmount, Quantity, Rate, SideAmount, Sum, TaxRate};
pub use date::{WireDate, WireTimestamp};
pub use keyed::Keyed;
pub use list::List;
pub use nullable::Nullable;
pub use required::Required;
pub use text::{CurrencyCode, Id, Memo, Name, RateReason, Reason, Text, WireUserId};

/// Whether a body of this name says only what is to change: what is left out of it stays, so its null has to mean something, and
/// is taken for [`Nullable`] fields alone. In all other bodies null is as good as left out.
pub fn is_partial(schema: &str) -> bool {
    schema.ends_with("Update")
}

/// Implements what every leaf type on the wire has in common: a name, a schema under that name, which stands once in the
/// description for all fields of the type, and itself as its raw value.
macro_rules! wire_leaf {
    ([$($generics:tt)*] $type:ty, $name:expr, $schema:expr) => {
        impl<$($generics)*> poem_openapi::types::Type for $type {
            const IS_REQUIRED: bool = true;
            type RawValueType = Self;
            type RawElementValueType = Self;

            fn name() -> std::borrow::Cow<'static, str> {
                $name.into()
            }

            fn schema_ref() -> poem_openapi::registry::MetaSchemaRef {
                poem_openapi::registry::MetaSchemaRef::Reference(<Self as poem_openapi::types::Type>::name().into_owned())
            }

            fn register(registry: &mut poem_openapi::registry::Registry) {
                let name = <Self as poem_openapi::types::Type>::name().into_owned();
                registry.create_schema::<Self, _>(name, |_| $schema);
            }

            fn as_raw_value(&self) -> Option<&Self> {
                Some(self)
            }

            fn raw_element_iter<'a>(&'a self) -> Box<dyn Iterator<Item = &'a Self> + 'a> {
                Box::new(std::iter::once(self))
            }
        }
    };
}

/// For leaves that are JSON strings: parsing from a body, a query or a path, all by one `parse(&str) -> Result<Self, String>`.
macro_rules! wire_string {
    ([$($generics:tt)*] $type:ty) => {
        impl<$($generics)*> poem_openapi::types::ParseFromJSON for $type {
            fn parse_from_json(value: Option<serde_json::Value>) -> poem_openapi::types::ParseResult<Self> {
                match value.unwrap_or_default() {
                    serde_json::Value::String(text) => Self::parse(&text).map_err(poem_openapi::types::ParseError::custom),
                    _ => Err(poem_openapi::types::ParseError::custom("must be a string")),
                }
            }
        }

        impl<$($generics)*> poem_openapi::types::ParseFromParameter for $type {
            fn parse_from_parameter(text: &str) -> poem_openapi::types::ParseResult<Self> {
                Self::parse(text).map_err(poem_openapi::types::ParseError::custom)
            }
        }

        impl<$($generics)*> poem_openapi::types::ToJSON for $type {
            fn to_json(&self) -> Option<serde_json::Value> {
                Some(serde_json::Value::String(self.to_string()))
            }
        }
    };
}

pub(crate) use {wire_leaf, wire_string};
