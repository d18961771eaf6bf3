//! Dates are strict; timestamps are UTC, to the microsecond, with a `Z`.

use std::fmt;

use engine::values::clock::{Date, Timestamp};
use poem_openapi::registry::MetaSchema;
use poem_openapi::types::ToJSON;
use serde_json::Value;

use super::formats;
use super::leaf::{wire_leaf, wire_string};

/// `YYYY-MM-DD`, and a day that exists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WireDate(pub Date);

impl WireDate {
    fn parse(text: &str) -> Result<Self, String> {
        Date::parse(text).map(Self).ok_or_else(|| "must be a date as YYYY-MM-DD".into())
    }
}

impl fmt::Display for WireDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Date> for WireDate {
    fn from(date: Date) -> Self {
        Self(date)
    }
}

wire_leaf!([] WireDate, "Date", MetaSchema::new_with_format("string", formats::DATE));
wire_string!([] WireDate);

/// An instant, written only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WireTimestamp(pub Timestamp);

impl From<Timestamp> for WireTimestamp {
    fn from(at: Timestamp) -> Self {
        Self(at)
    }
}

wire_leaf!([] WireTimestamp, "Timestamp", MetaSchema {
    description: Some("UTC, to the microsecond, as 2024-01-31T09:30:00.000000Z"),
    ..MetaSchema::new_with_format("string", "date-time")
});

impl ToJSON for WireTimestamp {
    fn to_json(&self) -> Option<Value> {
        Some(Value::String(self.0.to_string()))
    }
}

/// An instant as clients send it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WireInstant(pub Timestamp);

impl WireInstant {
    fn parse(text: &str) -> Result<Self, String> {
        formats::check_text_format(formats::INSTANT, text)?;
        Timestamp::parse(text).map(Self).ok_or_else(|| formats::NO_INSTANT.into())
    }
}

impl fmt::Display for WireInstant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

wire_leaf!([] WireInstant, "Instant", MetaSchema {
    description: Some("RFC 3339 with an offset, as 2024-01-31T09:30:00Z; to the microsecond"),
    ..MetaSchema::new_with_format("string", formats::INSTANT)
});
wire_string!([] WireInstant);

/// Only so that a type with a read-only timestamp can derive `Object`; no request carries one.
impl poem_openapi::types::ParseFromJSON for WireTimestamp {
    fn parse_from_json(_: Option<Value>) -> poem_openapi::types::ParseResult<Self> {
        Err(poem_openapi::types::ParseError::custom("is set by the service"))
    }
}
