//! The formats and patterns that the body's check knows, each as one function from text to what is wrong with it.

use engine::approval::access::UserId;
use engine::values::bank_number::{is_account_number, is_bic, is_iban};
use engine::values::clock::{Date, Timestamp};
use engine::values::contact::{is_country, is_email, is_phone, is_vat_id};
use engine::values::id::{is_blank, is_valid_id, without_unseen};
use engine::values::money::{Currency, MAX_INTEGER_DIGITS, decimal_from_text};
use rust_decimal::Decimal;

/// What is wrong with a field that a body does not know.
pub const UNKNOWN: &str = "is not a field of this body";

/// 1 to 64 of these characters, but not `.` or `..`; written so that tools without look-ahead can make such ids.
pub const ID_PATTERN: &str = r"^(\.{0,2}[A-Za-z0-9_:-][A-Za-z0-9._:-]*|\.{3}[A-Za-z0-9._:-]*)$";
/// A user id: no blanks around it. That nothing in it is a control, format or invisible character, no short pattern says.
pub const USER_ID_PATTERN: &str = r"^\S(.*\S)?$";
/// A name: as [`NOT_BLANK_PATTERN`]. That nothing in it is a control, format or invisible character, no short pattern says.
pub const NAME_PATTERN: &str = r"^.*\S.*$";
/// At least one character that is not blank.
pub const NOT_BLANK_PATTERN: &str = r"\S";
/// ISO 3166-1 alpha-2.
pub const COUNTRY_PATTERN: &str = "^[A-Z]{2}$";
pub const VAT_ID_PATTERN: &str = "^[A-Z]{2}[A-Z0-9]{2,13}$";
pub const EMAIL_PATTERN: &str = r"^[!-?A-~]+@[!-\-/-?A-~]+(\.[!-\-/-?A-~]+)+$";
pub const PHONE_PATTERN: &str = r"^[0-9+ ()/.-]*[0-9][0-9+ ()/.-]*$";
/// With or without blanks. That the check digits fit, no pattern says.
pub const IBAN_PATTERN: &str = "^[A-Z]{2}[0-9]{2}[A-Z0-9 ]{11,38}$";
pub const BIC_PATTERN: &str = "^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$";
/// Of an account, or of a bank.
pub const BANK_NUMBER_PATTERN: &str = "^[A-Za-z0-9-]{2,34}$";
/// ISO 4217.
pub const CURRENCY_PATTERN: &str = "^[A-Z]{3}$";

pub const AMOUNT: &str = "amount";
pub const QUANTITY: &str = "quantity";
pub const EXCHANGE_RATE: &str = "exchange-rate";
pub const DATE: &str = "date";
pub const INSTANT: &str = "date-time";
/// What is wrong with another text than an instant.
pub const NO_INSTANT: &str = "must be an instant as YYYY-MM-DDTHH:MM:SSZ";

/// What is wrong with a string of this pattern.
pub fn check_pattern(pattern: &str, text: &str) -> Result<(), String> {
    match pattern {
        ID_PATTERN if !is_valid_id(text) => Err("must be 1 to 64 of A-Z a-z 0-9 . _ : -, and not . or ..".into()),
        USER_ID_PATTERN => UserId::parse(text).map(drop),
        NOT_BLANK_PATTERN | NAME_PATTERN if is_blank(text) => Err("must not be blank".into()),
        NAME_PATTERN => without_unseen(text),
        CURRENCY_PATTERN if Currency::parse(text).is_none() => {
            Err("must be an ISO 4217 currency code such as USD".into())
        }
        COUNTRY_PATTERN if !is_country(text) => Err("must be an ISO 3166-1 country code such as DE".into()),
        VAT_ID_PATTERN if !is_vat_id(text) => {
            Err("must be a country's two letters and 2 to 13 letters and digits, in capitals, such as DE136695976"
                .into())
        }
        EMAIL_PATTERN if !is_email(text) => Err("must be an e-mail address such as ap@verdant.example".into()),
        PHONE_PATTERN if !is_phone(text) => Err("must be 3 to 32 digits, blanks and + ( ) / . -".into()),
        IBAN_PATTERN => iban(text).map(drop),
        BIC_PATTERN if !is_bic(text) => Err("must be a BIC of 8 or 11 letters and digits, in capitals".into()),
        BANK_NUMBER_PATTERN if !is_account_number(text) => Err("must be 2 to 34 letters, digits and hyphens".into()),
        _ => Ok(()),
    }
}

/// The IBAN without blanks, or what is wrong with it.
pub fn iban(text: &str) -> Result<String, String> {
    let iban: String = text.chars().filter(|letter| *letter != ' ').collect();
    if is_iban(&iban) { Ok(iban) } else { Err("is not an IBAN: its form or its check digits are wrong".into()) }
}

/// What is wrong with a string of this format.
pub fn check_text_format(format: &str, text: &str) -> Result<(), String> {
    match format {
        DATE if Date::parse(text).is_none() => Err("must be a date as YYYY-MM-DD".into()),
        INSTANT if Timestamp::parse(text).is_none() => Err(NO_INSTANT.into()),
        _ => Ok(()),
    }
}

/// The number itself, or what is wrong with a number of this format. Signs and currency decimals are the engine's to judge.
pub fn check_number(format: Option<&str>, text: &str) -> Result<Decimal, String> {
    let value = decimal_from_text(text).ok_or("is a number that cannot be kept exactly")?;
    let most = match format {
        Some(QUANTITY) => 6,
        Some(EXCHANGE_RATE) => 10,
        _ => 28,
    };
    if value.normalize().scale() > most {
        return Err(format!("has more than {most} decimals"));
    }
    let limit = Decimal::from_i128_with_scale(10_i128.pow(MAX_INTEGER_DIGITS), 0);
    if value.abs() >= limit {
        return Err(format!("has more than {MAX_INTEGER_DIGITS} digits before the decimal point"));
    }
    Ok(value)
}
