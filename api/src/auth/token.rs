//! What a token says, and whether it holds now (C6). Signatures are checked in [`super::keys`]; every claim is checked here,
//! because the library lets a missing issuer or audience pass and cannot read times beside exact JSON numbers.

use std::collections::BTreeSet;

use engine::access::{Actor, Permissions, SYSTEM};
use engine::id::clean_text;
use serde_json::{Map, Value, json};

use crate::config::TOKENS;

/// Seconds by which clocks may differ.
pub const LEEWAY: i64 = 30;
/// The longest user id, in characters.
const MAX_USER: usize = 64;

/// What is asked of a token beside its signature.
#[derive(clap::Args, Clone, PartialEq, Eq, Default, Debug)]
pub struct Expected {
    /// What `iss` in a token must be; it must be there then [default: not checked]
    #[arg(id = "jwt_issuer", long = "jwt-issuer", env = "GL_JWT_ISSUER", value_name = "TEXT", global = true, help_heading = TOKENS)]
    pub issuer: Option<String>,
    /// What `aud` in a token must hold; it must be there then [default: not checked]
    #[arg(id = "jwt_audience", long = "jwt-audience", env = "GL_JWT_AUDIENCE", value_name = "TEXT", global = true, help_heading = TOKENS)]
    pub audience: Option<String>,
}

/// The caller that the claims name, or in a word why they do not hold at `now` (seconds since 1970).
pub fn actor(claims: &Map<String, Value>, expected: &Expected, now: i64) -> Result<Actor, String> {
    let exp = time(claims, "exp")?.ok_or("the token has no exp")?;
    if exp.saturating_add(LEEWAY) <= now {
        return Err("the token has expired".into());
    }
    if time(claims, "nbf")?.is_some_and(|nbf| nbf > now.saturating_add(LEEWAY)) {
        return Err("the token is not valid yet".into());
    }
    time(claims, "iat")?;
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
    })
}

fn user(claims: &Map<String, Value>) -> Result<String, String> {
    let sub = claims.get("sub").and_then(Value::as_str).ok_or("the token has no sub")?;
    let clean = clean_text(sub, MAX_USER).map_err(|why| format!("the token's sub {why}"))?;
    if clean.trim() != clean || clean.is_empty() || clean.contains(['\r', '\n', '\t']) {
        return Err("the token's sub is blank or has blanks around it".into());
    }
    if clean.eq_ignore_ascii_case(SYSTEM) {
        return Err("the user system is the service itself".into());
    }
    Ok(clean)
}

/// A time claim in whole seconds; fractions are cut off.
fn time(claims: &Map<String, Value>, name: &str) -> Result<Option<i64>, String> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let Value::Number(number) = value else { return Err(format!("the token's {name} is no time")) };
    let text = number.to_string();
    let whole = text.split('.').next().unwrap_or_default();
    whole.parse().map(Some).map_err(|_| format!("the token's {name} is no time"))
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
            (r#"{"sub":"u"}"#, false),
            (r#"{"sub":"u","exp":1000001,"nbf":1000030}"#, true),
            (r#"{"sub":"u","exp":1000001,"nbf":1000031}"#, false),
        ] {
            assert_eq!(judge(claims, &Expected::default()).is_ok(), fine, "{claims}");
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
