//! Where a party is found, and where it takes money. See docs/rules/master-data.md#addresses and docs/rules/access.md#bank-details.

use std::fmt;

use engine::books::party;
use engine::values::contact::{MAX_EMAIL_LENGTH, MAX_PHONE_LENGTH};
use poem_openapi::Object;
use poem_openapi::registry::MetaSchema;

use super::leaf::{wire_leaf, wire_string};
use super::{List, Name, formats};

/// Texts of one pattern, which `formats` checks.
macro_rules! of_pattern {
    ($($(#[$doc:meta])* $name:ident($schema:literal, $pattern:expr, $max:expr);)*) => {$(
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $name(pub String);

        impl $name {
            fn parse(text: &str) -> Result<Self, String> {
                formats::check_pattern($pattern, text).map(|()| Self(text.to_owned()))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> Self {
                text.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }

        wire_leaf!([] $name, $schema, MetaSchema {
            pattern: Some($pattern.into()),
            max_length: $max,
            ..MetaSchema::new("string")
        });
        wire_string!([] $name);
    )*};
}

of_pattern! {
    /// ISO 3166-1 alpha-2.
    Country("CountryCode", formats::COUNTRY_PATTERN, None);
    /// A country's two letters, then 2 to 13 letters and digits.
    VatId("VatId", formats::VAT_ID_PATTERN, None);
    Email("Email", formats::EMAIL_PATTERN, Some(MAX_EMAIL_LENGTH));
    Phone("Phone", formats::PHONE_PATTERN, Some(MAX_PHONE_LENGTH));
    /// Kept without the blanks that people write in it.
    Iban("Iban", formats::IBAN_PATTERN, None);
    Bic("Bic", formats::BIC_PATTERN, None);
    /// Of an account, or of a bank.
    BankNumber("BankNumber", formats::BANK_NUMBER_PATTERN, None);
}

/// Each part may be missing.
#[derive(Object, Debug)]
pub struct Address {
    /// What stands above the city.
    pub lines: Option<List<Name, 1, 5>>,
    pub postal_code: Option<Name>,
    pub city: Option<Name>,
    pub region: Option<Name>,
    /// ISO 3166-1 alpha-2.
    pub country: Option<Country>,
}

impl Iban {
    /// Without blanks.
    pub fn compact(self) -> String {
        self.0.replace(' ', "")
    }
}

impl From<Address> for party::Address {
    fn from(address: Address) -> Self {
        Self {
            lines: address.lines.map(|lines| lines.0.into_iter().map(Into::into).collect()).unwrap_or_default(),
            postal_code: address.postal_code.map(Into::into),
            city: address.city.map(Into::into),
            region: address.region.map(Into::into),
            country: address.country.map(Into::into),
        }
    }
}

impl From<party::Address> for Address {
    fn from(address: party::Address) -> Self {
        let lines: Vec<Name> = address.lines.into_iter().map(Into::into).collect();
        Self {
            lines: Some(lines).filter(|lines| !lines.is_empty()).map(List),
            postal_code: address.postal_code.map(Into::into),
            city: address.city.map(Into::into),
            region: address.region.map(Into::into),
            country: address.country.map(Into::into),
        }
    }
}
