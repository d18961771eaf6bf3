//! Ids and texts: composed Unicode, no control characters but line breaks and tab, of a known length.
//! See docs/rules/interface.md#texts.

use std::fmt;
use std::ops::Deref;

use engine::approval::access::UserId;
use engine::values::id::{MAX_ID_LENGTH, MAX_NAME_LENGTH, MAX_TEXT_LENGTH, clean_text};
use engine::values::money::Currency;
use poem_openapi::registry::MetaSchema;

use super::formats;
use super::leaf::{wire_leaf, wire_string};

/// 1–64 of `A-Z a-z 0-9 . _ : -`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(pub String);

impl Id {
    fn parse(text: &str) -> Result<Self, String> {
        formats::check_pattern(formats::ID_PATTERN, text).map(|()| Self(text.to_owned()))
    }
}

wire_leaf!([] Id, "Id", MetaSchema {
    pattern: Some(formats::ID_PATTERN.into()),
    min_length: Some(1),
    max_length: Some(MAX_ID_LENGTH),
    ..MetaSchema::new("string")
});
wire_string!([] Id);

/// Who a person is, as tokens name them in `sub`: 1–64 characters, compared by their case-folded form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WireUserId(pub UserId);

impl WireUserId {
    fn parse(text: &str) -> Result<Self, String> {
        UserId::parse(text).map(Self)
    }
}

wire_leaf!([] WireUserId, "UserId", MetaSchema {
    pattern: Some(formats::USER_ID_PATTERN.into()),
    min_length: Some(1),
    max_length: Some(MAX_ID_LENGTH),
    ..MetaSchema::new("string")
});
wire_string!([] WireUserId);

/// Text of `MIN` (0 or 1) to `MAX` characters; with `MIN` 1 it must not be blank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text<const MIN: usize, const MAX: usize>(pub String);

/// A memo, comment or description; may be empty.
pub type Memo = Text<0, MAX_TEXT_LENGTH>;
/// A reason that must be given.
pub type Reason = Text<1, MAX_TEXT_LENGTH>;
/// The number that somebody else gave a document: as it was sent, whatever is in it.
pub type Reference = Text<1, MAX_NAME_LENGTH>;

impl<const MIN: usize, const MAX: usize> Text<MIN, MAX> {
    fn parse(text: &str) -> Result<Self, String> {
        if MIN > 0 {
            formats::check_pattern(formats::NOT_BLANK_PATTERN, text)?;
        }
        clean_text(text, MAX).map(Self)
    }
}

/// What the description calls a text of these bounds.
fn name_of(min: usize, max: usize) -> String {
    match (min, max) {
        (0, MAX_TEXT_LENGTH) => "Memo".into(),
        (1, MAX_TEXT_LENGTH) => "Reason".into(),
        (1, MAX_NAME_LENGTH) => "Reference".into(),
        _ => format!("Text{min}To{max}"),
    }
}

wire_leaf!([const MIN: usize, const MAX: usize] Text<MIN, MAX>, name_of(MIN, MAX), MetaSchema {
    pattern: (MIN > 0).then(|| formats::NOT_BLANK_PATTERN.into()),
    min_length: (MIN > 0).then_some(MIN),
    max_length: Some(MAX),
    ..MetaSchema::new("string")
});
wire_string!([const MIN: usize, const MAX: usize] Text<MIN, MAX>);

/// A name, by which people tell one thing from another: without characters that they cannot see.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(pub String);

impl Name {
    fn parse(text: &str) -> Result<Self, String> {
        formats::check_pattern(formats::NAME_PATTERN, text)?;
        clean_text(text, MAX_NAME_LENGTH).map(Self)
    }
}

wire_leaf!([] Name, "Name", MetaSchema {
    description: Some("Without control, format and invisible characters"),
    pattern: Some(formats::NAME_PATTERN.into()),
    min_length: Some(1),
    max_length: Some(MAX_NAME_LENGTH),
    ..MetaSchema::new("string")
});
wire_string!([] Name);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0
    }
}

impl From<String> for Name {
    fn from(name: String) -> Self {
        Self(name)
    }
}

/// Why a document's rate may differ from the table's.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RateReason(pub Reason);

impl RateReason {
    fn parse(text: &str) -> Result<Self, String> {
        Reason::parse(text).map(Self)
    }
}

wire_leaf!([] RateReason, "RateReason", MetaSchema {
    description: Some(
        "Why the rate may differ from the table's. Lets who has the permission `exchange_rate.override` pass the tolerance, or a table \
         without a rate: who writes the draft, and again who submits it. More signatures may be asked then",
    ),
    pattern: Some(formats::NOT_BLANK_PATTERN.into()),
    min_length: Some(1),
    max_length: Some(MAX_TEXT_LENGTH),
    ..MetaSchema::new("string")
});
wire_string!([] RateReason);

/// An ISO 4217 code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurrencyCode(pub Currency);

impl CurrencyCode {
    fn parse(text: &str) -> Result<Self, String> {
        Currency::parse(text).map(Self).ok_or_else(|| "must be an ISO 4217 currency code such as USD".into())
    }
}

wire_leaf!([] CurrencyCode, "CurrencyCode", MetaSchema {
    description: Some("ISO 4217"),
    pattern: Some(formats::CURRENCY_PATTERN.into()),
    ..MetaSchema::new("string")
});
wire_string!([] CurrencyCode);

impl fmt::Display for RateReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<RateReason> for String {
    fn from(reason: RateReason) -> Self {
        reason.0.into()
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for WireUserId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<WireUserId> for UserId {
    fn from(user_id: WireUserId) -> Self {
        user_id.0
    }
}

impl From<WireUserId> for String {
    fn from(user_id: WireUserId) -> Self {
        user_id.0.into()
    }
}

/// For what the service itself writes; ids from clients are parsed.
impl From<UserId> for WireUserId {
    fn from(user_id: UserId) -> Self {
        Self(user_id)
    }
}

impl fmt::Display for CurrencyCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const MIN: usize, const MAX: usize> fmt::Display for Text<MIN, MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Deref for Id {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Id> for String {
    fn from(id: Id) -> Self {
        id.0
    }
}

/// For what the service itself writes; ids from clients are parsed.
impl From<String> for Id {
    fn from(id: String) -> Self {
        Self(id)
    }
}

impl<const MIN: usize, const MAX: usize> From<Text<MIN, MAX>> for String {
    fn from(text: Text<MIN, MAX>) -> Self {
        text.0
    }
}

impl<const MIN: usize, const MAX: usize> From<String> for Text<MIN, MAX> {
    fn from(text: String) -> Self {
        Self(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_composed_and_reasons_are_not_blank() {
        assert_eq!(Memo::parse("e\u{301}").map(|text| text.0).as_deref(), Ok("é"));
        assert!(Memo::parse("").is_ok());
        assert!(Memo::parse("a\0b").is_err());
        assert!(Reason::parse("").is_err());
        assert!(Reason::parse(" \n").is_err());
        assert!(Reason::parse("\u{200b}").is_err());
        assert!(Reason::parse("so\u{200d}so").is_ok());
        assert!(Name::parse(&"x".repeat(201)).is_err());
        assert!(Name::parse("Ver\u{200b}dant").is_err());
        assert!(Name::parse("Ann Smith").is_ok());
        assert!(Reference::parse("INV\u{200b}-17").is_ok());
        assert!(Reference::parse(&"x".repeat(201)).is_err());
        assert!(Id::parse("a/b").is_err());
        assert!(CurrencyCode::parse("usd").is_err());
    }
}
