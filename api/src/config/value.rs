//! The parsers of settings. An error quotes the given text, except for secrets.

use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use engine::values::money::{Currency, decimal_from_text};
use poem::http::Uri;
use poem::http::uri::Authority;
use rust_decimal::Decimal;

use super::secret::Secret;

/// The shortest HS256 secret, in bytes.
pub const MIN_SECRET: usize = 32;

pub fn database_url(url: &str) -> Result<Secret, String> {
    let known = ["sqlite:", "postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if known { Ok(Secret(url.to_owned())) } else { Err("must begin with sqlite:// or postgres://".into()) }
}

pub fn replica_url(url: &str) -> Result<Secret, String> {
    let known = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if known {
        Ok(Secret(url.to_owned()))
    } else {
        Err("must begin with postgres://: only PostgreSQL has replicas".into())
    }
}

pub fn jwt_secret(text: &str) -> Result<Secret, String> {
    if text.len() < MIN_SECRET {
        Err(format!("must have at least {MIN_SECRET} bytes"))
    } else {
        Ok(Secret(text.to_owned()))
    }
}

/// Any text: its form is the provider's affair.
pub fn provider_secret(text: &str) -> Result<Secret, String> {
    if text.is_empty() { Err("is empty".into()) } else { Ok(Secret(text.to_owned())) }
}

pub fn listen(address: &str) -> Result<String, String> {
    let fine = address.rsplit_once(':').is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
    if fine { Ok(address.to_owned()) } else { Err(format!("{address:?} is no address; it looks like 127.0.0.1:8080")) }
}

pub fn http_url(url: &str) -> Result<String, String> {
    let known = ["http://", "https://"].iter().any(|scheme| url.starts_with(scheme));
    if known { Ok(url.to_owned()) } else { Err(format!("{url:?} does not begin with http:// or https://")) }
}

/// Scheme, host and perhaps a port, and nothing else; in lower case, as browsers send it.
pub fn origin(text: &str) -> Result<String, String> {
    let is_origin = text.parse::<Uri>().is_ok_and(|uri| {
        let scheme = uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https"));
        let authority = uri.authority().filter(|authority| is_plain(authority));
        let whole = scheme.zip(authority).map(|(scheme, authority)| format!("{scheme}://{authority}"));
        whole.is_some_and(|whole| whole.eq_ignore_ascii_case(text))
    });
    if is_origin {
        Ok(text.to_ascii_lowercase())
    } else {
        Err(format!("{text:?} is no origin without a path; it looks like https://books.example.com"))
    }
}

/// A name of 1 to 100 characters in one line.
pub fn company_name(text: &str) -> Result<String, String> {
    let name = engine::values::id::clean_text(text.trim(), 100)?;
    if name.is_empty() || name.contains(['\n', '\t']) {
        return Err(format!("{text:?} is no name in one line"));
    }
    Ok(name)
}

/// A host and perhaps a port: no user, no port that is no number.
fn is_plain(authority: &Authority) -> bool {
    let host = authority.host();
    let whole = authority.port_u16().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
    !host.is_empty() && whole == authority.as_str()
}

/// One of two words; true for the first.
pub fn either(yes: &'static str, no: &'static str) -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new([yes, no]).map(move |text| text == yes)
}

/// A whole number, 0 included.
pub fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.trim().parse().map_err(|_| format!("{text:?} is not a whole number in range"))
}

/// A whole number from 1.
pub fn at_least_one(text: &str) -> Result<usize, String> {
    number(text).ok().filter(|found| *found > 0).ok_or_else(|| format!("{text:?} is not a whole number from 1"))
}

pub fn currency(code: &str) -> Result<Currency, String> {
    Currency::parse(code).ok_or_else(|| format!("{code:?} is no ISO 4217 currency"))
}

/// The largest allowed difference of a rate; `None` allows any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tolerance(pub Option<Decimal>);

/// A fraction of at most six decimals, or `any`.
pub fn tolerance(text: &str) -> Result<Tolerance, String> {
    if text.trim() == "any" {
        return Ok(Tolerance(None));
    }
    let known = |value: &Decimal| (Decimal::ZERO..=Decimal::ONE).contains(value) && value.scale() <= 6;
    let read = decimal_from_text(text.trim()).map(|value| value.normalize()).filter(known);
    read.map(|value| Tolerance(Some(value)))
        .ok_or_else(|| format!("{text:?} is neither a fraction from 0 to 1, such as 0.05, nor any"))
}

/// `500ms`, `5s`, `2m`, `1h`, `7d`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let trimmed = text.trim();
    let digits = trimmed.trim_end_matches(|found: char| found.is_ascii_alphabetic());
    let unit = trimmed.get(digits.len()..).unwrap_or_default();
    let millis: Option<u64> = match unit {
        "ms" => Some(1),
        "s" | "" => Some(1_000),
        "m" | "min" => Some(60_000),
        "h" => Some(3_600_000),
        "d" => Some(86_400_000),
        _ => None,
    };
    let total = millis.zip(digits.trim().parse::<u64>().ok()).and_then(|(unit, count)| unit.checked_mul(count));
    total.map(Duration::from_millis).ok_or_else(|| format!("{text:?} is no time; it looks like 500ms, 5s or 1h"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        for (text, millis) in [("5s", 5_000), ("500ms", 500), ("1h", 3_600_000), ("0s", 0), ("7", 7_000)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for wrong in ["", "s", "-5s", "5 parsecs", "1.5s", "99999999999999999999s", "18446744073709551615d"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_an_origin_is_taken() {
        for (text, kept) in [
            ("https://books.example.com", "https://books.example.com"),
            ("HTTPS://Books.Example.com:8443", "https://books.example.com:8443"),
            ("http://localhost:8080", "http://localhost:8080"),
            ("http://[::1]:80", "http://[::1]:80"),
        ] {
            assert_eq!(origin(text).as_deref(), Ok(kept), "{text}");
        }
        for wrong in [
            "",
            "books.example.com",
            "https://",
            "https://books.example.com/",
            "https://books.example.com/gl",
            "https://books.example.com?a=b",
            "https://books.example.com#a",
            "https://ann@books.example.com",
            "https://books.example.com:",
            "https://books.example.com:port",
            "https://:443",
            "ftp://books.example.com",
            "https://books.example.com ",
        ] {
            assert!(origin(wrong).is_err_and(|told| told.contains(wrong)), "{wrong}");
        }
    }

    #[test]
    fn counts_begin_at_one() {
        assert_eq!((at_least_one("1"), at_least_one(" 40 ")), (Ok(1), Ok(40)));
        for wrong in ["0", "-1", "1.5", "many", "", "99999999999999999999"] {
            assert!(at_least_one(wrong).is_err(), "{wrong}");
        }
    }
}
