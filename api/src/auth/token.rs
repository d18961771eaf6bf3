//! The claims of a token, and their checks. [`super::keys`] checks signatures. This module checks every claim itself, because the
//! library lets a missing issuer or audience pass and cannot read times beside exact JSON numbers.
//! See docs/rules/access.md#token.

use std::collections::BTreeSet;

use engine::approval::access::{Actor, Permissions, UserId};
use serde_json::{Map, Value, json};

use crate::config::Expected;

/// Seconds by which clocks may differ.
pub const LEEWAY: i64 = 30;

/// The caller that the claims name, or in a word why they are not valid at `now` (seconds since 1970).
pub fn actor(claims: &Map<String, Value>, expected: &Expected, now: i64) -> Result<Actor, String> {
    let exp = time(claims, "exp")?.ok_or("the token has no exp")?;
    if exp.saturating_add(LEEWAY) <= now {
        return Err("the token has expired".into());
    }
    if time(claims, "nbf")?.is_some_and(|nbf| nbf > now.saturating_add(LEEWAY)) {
        return Err("the token is not valid yet".into());
    }
    if time(claims, "iat")?.is_some_and(|iat| iat > now.saturating_add(LEEWAY)) {
        return Err("the token was issued in the future".into());
    }
    if let Some(issuer) = &expected.issuer
        && claims.get("iss").and_then(Value::as_str) != Some(issuer)
    {
        return Err("the token is from another issuer".into());
    }
    if let Some(audience) = &expected.audience
        && !strings(claims, "aud").is_ok_and(|all| all.contains(audience))
    {
        return Err("the token is for another audience".into());
    }
    Ok(Actor {
        user_id: user(claims)?,
        roles: strings_of_array(claims, "roles")?,
        token_permissions: Permissions(strings_of_array(claims, "permissions")?),
        session_id: None,
    })
}

/// When the token expires, in seconds since 1970.
pub fn expiry(claims: &Map<String, Value>) -> Option<i64> {
    time(claims, "exp").ok().flatten()
}

fn user(claims: &Map<String, Value>) -> Result<UserId, String> {
    let sub = claims.get("sub").and_then(Value::as_str).ok_or("the token has no sub")?;
    let user_id = UserId::parse(sub).map_err(|why| format!("the token's sub {why}"))?;
    if user_id.is_system() {
        return Err("the user system is the service itself".into());
    }
    Ok(user_id)
}

/// A time claim in whole seconds, by its value however it is written: `1.7e9` is 1700000000. Fractions are cut off.
fn time(claims: &Map<String, Value>, name: &str) -> Result<Option<i64>, String> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let Value::Number(number) = value else { return Err(format!("the token's {name} is no time")) };
    whole_seconds(&number.to_string()).map(Some).ok_or_else(|| format!("the token's {name} is no time"))
}

/// The whole part of a JSON number, exactly, without a float on the way. `None` beyond 64 bits.
fn whole_seconds(text: &str) -> Option<i64> {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (sign, digits) = mantissa.strip_prefix('-').map_or(("", mantissa), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    if all.bytes().all(|digit| digit == b'0') {
        return Some(0);
    }
    let point = i64::try_from(whole.len()).ok()?.checked_add(exponent.parse::<i64>().ok()?)?;
    // More digits than any instant has; also keeps an exponent of a billion from being written out.
    if point > 64 {
        return None;
    }
    let point = usize::try_from(point.max(0)).ok()?;
    let kept: String = all.chars().chain(std::iter::repeat('0')).take(point).collect();
    if kept.is_empty() { Some(0) } else { format!("{sign}{kept}").parse().ok() }
}

/// A string or an array of strings.
fn strings(claims: &Map<String, Value>, name: &str) -> Result<BTreeSet<String>, String> {
    match claims.get(name) {
        Some(Value::String(one)) => Ok(BTreeSet::from([one.clone()])),
        _ => strings_of_array(claims, name),
    }
}

fn strings_of_array(claims: &Map<String, Value>, name: &str) -> Result<BTreeSet<String>, String> {
    let wrong = || format!("the token's {name} must be an array of strings");
    match claims.get(name) {
        None | Some(Value::Null) => Ok(BTreeSet::new()),
        Some(Value::Array(items)) => {
            items.iter().map(|item| item.as_str().map(str::to_owned).ok_or_else(wrong)).collect()
        }
        Some(_) => Err(wrong()),
    }
}

/// The claims of a token that `gl token` signs.
pub fn claims(
    user: &str,
    roles: &[String],
    permissions: &[String],
    now: i64,
    seconds: i64,
    expected: &Expected,
) -> Value {
    let mut claims = json!({
        "sub": user, "iat": now, "exp": now.saturating_add(seconds), "roles": roles, "permissions": permissions,
    });
    if let Some(object) = claims.as_object_mut() {
        for (name, value) in [("iss", &expected.issuer), ("aud", &expected.audience)] {
            if let Some(value) = value {
                object.insert(name.into(), json!(value));
            }
        }
    }
    claims
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_000_000;

    fn judge(text: &str, expected: &Expected) -> Result<Actor, String> {
        actor(&serde_json::from_str(text).expect(text), expected, NOW)
    }

    #[test]
    fn times_hold_with_thirty_seconds_of_leeway() {
        for (claims, fine) in [
            (r#"{"sub":"u","exp":1000001}"#, true),
            (r#"{"sub":"u","exp":999971}"#, true),
            (r#"{"sub":"u","exp":999970}"#, false),
            (r#"{"sub":"u","exp":1000001.5}"#, true),
            (r#"{"sub":"u","exp":"1000001"}"#, false),
            (r#"{"sub":"u","exp":1e400}"#, false),
            (r#"{"sub":"u","exp":1e999999999999999999999}"#, false),
            (r#"{"sub":"u","exp":1.0e6}"#, true),
            (r#"{"sub":"u","exp":1.000001E+6}"#, true),
            (r#"{"sub":"u","exp":10000010e-1}"#, true),
            (r#"{"sub":"u","exp":9.9997e5}"#, false),
            (r#"{"sub":"u","exp":9e9,"nbf":1.00003e6}"#, true),
            (r#"{"sub":"u","exp":9e9,"nbf":1.000031e6}"#, false),
            (r#"{"sub":"u","exp":9e9,"nbf":2e6}"#, false),
            (r#"{"sub":"u","exp":9e9,"iat":1.5e-3}"#, true),
            (r#"{"sub":"u","exp":9e9,"iat":1000030}"#, true),
            (r#"{"sub":"u","exp":9e9,"iat":1000031}"#, false),
            (r#"{"sub":"u","exp":9e9,"iat":1003600}"#, false),
            (r#"{"sub":"u"}"#, false),
            (r#"{"sub":"u","exp":1000001,"nbf":1000030}"#, true),
            (r#"{"sub":"u","exp":1000001,"nbf":1000031}"#, false),
        ] {
            assert_eq!(judge(claims, &Expected::default()).is_ok(), fine, "{claims}");
        }
    }

    #[test]
    fn a_user_has_no_characters_that_cannot_be_seen() {
        for unseen in ["200b", "200d", "200e", "202e", "2028", "2060", "2066", "feff", "00ad", "061c", "fe0f", "3164"] {
            let claims = format!(r#"{{"sub":"a\u{unseen}b","exp":2000000}}"#);
            assert!(judge(&claims, &Expected::default()).is_err(), "{claims}");
        }
        assert!(judge(r#"{"sub":"J\u00fcrgen \u4e2d","exp":2000000}"#, &Expected::default()).is_ok());
    }

    #[test]
    fn times_are_read_by_their_value() {
        for (text, seconds) in [
            ("1700000000", Some(1_700_000_000)),
            ("1.7e9", Some(1_700_000_000)),
            ("17E+8", Some(1_700_000_000)),
            ("1700000000.999", Some(1_700_000_000)),
            ("17000000000000e-4", Some(1_700_000_000)),
            ("1.7000000009e9", Some(1_700_000_000)),
            ("-1.5e1", Some(-15)),
            ("0.9", Some(0)),
            ("-0.9", Some(0)),
            ("5e-400", Some(0)),
            ("0e999", Some(0)),
            ("9223372036854775807", Some(i64::MAX)),
            ("9223372036854775808", None),
            ("1e19", None),
            ("1e400", None),
        ] {
            assert_eq!(whole_seconds(text), seconds, "{text}");
        }
    }

    #[test]
    fn the_user_is_a_plain_name_and_never_the_service() {
        for (sub, fine) in [
            ("\"ann\"", true),
            ("\"jürgen.m@example.com\"", true),
            ("\"\"", false),
            ("\" a\"", false),
            ("5", false),
            ("null", false),
            ("\"system\"", false),
            ("\"SYSTEM\"", false),
            ("\"\u{17f}ystem\"", false),
            ("\"auth0|1234\"", true),
            ("\"an\u{200b}n\"", false),
            ("\"a\\u0000\"", false),
            (&format!("\"{}\"", "x".repeat(65)), false),
        ] {
            let claims = format!(r#"{{"sub":{sub},"exp":2000000}}"#);
            assert_eq!(judge(&claims, &Expected::default()).is_ok(), fine, "{claims}");
        }
    }

    #[test]
    fn issuer_and_audience_must_be_there_when_configured() {
        let expected = Expected { issuer: Some("i".into()), audience: Some("a".into()) };
        for (more, fine) in [
            (r#","iss":"i","aud":"a""#, true),
            (r#","iss":"i","aud":["b","a"]"#, true),
            (r#","iss":"i""#, false),
            (r#","aud":"a""#, false),
            (r#","iss":"x","aud":"a""#, false),
            (r#","iss":"i","aud":"x""#, false),
        ] {
            let claims = format!(r#"{{"sub":"u","exp":2000000{more}}}"#);
            assert_eq!(judge(&claims, &expected).is_ok(), fine, "{claims}");
        }
    }

    #[test]
    fn roles_and_permissions_are_arrays() {
        let caller =
            judge(r#"{"sub":"u","exp":2000000,"roles":["clerk"],"permissions":["bill.read"]}"#, &Expected::default())
                .expect("fine");
        assert!(caller.roles.contains("clerk") && caller.token_permissions.allow("bill", "read"));
        assert!(judge(r#"{"sub":"u","exp":2000000,"roles":"clerk"}"#, &Expected::default()).is_err());
        assert!(judge(r#"{"sub":"u","exp":2000000,"permissions":[1]}"#, &Expected::default()).is_err());
    }
}
