//! Who the verified claims of an ID token name, by the same rules as those of a token of the interface.

use std::collections::BTreeSet;

use poem::http::StatusCode;
use serde_json::{Map, Value};

use super::Refusal;
use crate::host::Person;
use crate::text::filled;

/// The person that the claims name.
pub fn person(claims: &Map<String, Value>, user_claim: &str) -> Result<Person, Refusal> {
    let refusal = |key, claim: &str| Refusal { status: StatusCode::FORBIDDEN, said: filled(key, &[claim]) };
    let user_id = claims.get(user_claim).and_then(Value::as_str).filter(|user_id| !user_id.is_empty());
    let user_id = user_id.ok_or_else(|| refusal("provider.nobody", user_claim))?;
    // An address that nobody checked is anybody's.
    if user_claim == "email" && claims.get("email_verified") != Some(&Value::Bool(true)) {
        return Err(refusal("provider.unverified", user_id));
    }
    let texts = |claim| texts(claims, claim).map_err(|()| refusal("provider.no_list", claim));
    Ok(Person {
        user_id: user_id.to_owned(),
        roles: texts("roles")?,
        permissions: texts("permissions")?.unwrap_or_default(),
        session_id: None,
    })
}

/// Seconds by which clocks may differ, as for a token of the interface.
const LEEWAY: i64 = 30;

/// Whether it was issued, and is to be taken, no later than at `now`, in seconds since 1970. That it has not expired is checked with its
/// signature.
pub fn in_force(claims: &Map<String, Value>, now: i64) -> Result<(), String> {
    for (claim, why) in [("nbf", "is not valid yet"), ("iat", "was issued in the future")] {
        let at = match claims.get(claim) {
            None | Some(Value::Null) => continue,
            Some(at) => seconds(at).ok_or_else(|| format!("the ID token's {claim} is no time"))?,
        };
        if at > now.saturating_add(LEEWAY) {
            return Err(format!("the ID token {why}"));
        }
    }
    Ok(())
}

/// A time in whole seconds; a fraction is cut off.
fn seconds(at: &Value) -> Option<i64> {
    let Value::Number(at) = at else { return None };
    let text = at.to_string();
    text.split('.').next()?.parse().ok().filter(|_| !text.contains(['e', 'E']))
}

/// A claim that is a list of texts. Without the claim the roles are those that are recorded.
fn texts(claims: &Map<String, Value>, claim: &str) -> Result<Option<BTreeSet<String>>, ()> {
    let list = match claims.get(claim) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Array(list)) => list,
        Some(_) => return Err(()),
    };
    list.iter().map(|value| value.as_str().map(str::to_owned).ok_or(())).collect::<Result<_, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str, user_claim: &str) -> Result<Person, u16> {
        let claims = serde_json::from_str(json).expect("claims");
        person(&claims, user_claim).map_err(|refusal| refusal.status.as_u16())
    }

    #[test]
    fn roles_that_are_not_claimed_are_those_recorded() {
        let max = read(r#"{"sub":"max"}"#, "sub").expect("max");
        assert_eq!((max.user_id.as_str(), max.roles, max.permissions.len()), ("max", None, 0));
        let max = read(r#"{"sub":"max","roles":[],"permissions":["bill.read"]}"#, "sub").expect("max");
        assert_eq!((max.roles, max.permissions.contains("bill.read")), (Some(BTreeSet::new()), true));
        let max =
            read(r#"{"sub":"17","preferred_username":"max","roles":["manager"]}"#, "preferred_username").expect("max");
        assert_eq!((max.user_id.as_str(), max.roles), ("max", Some(BTreeSet::from(["manager".into()]))));
    }

    #[test]
    fn no_token_is_taken_before_its_time() {
        for (json, fine) in [
            ("{}", true),
            (r#"{"iat":1000,"nbf":1000}"#, true),
            (r#"{"iat":1030,"nbf":1030.9}"#, true),
            (r#"{"nbf":1031}"#, false),
            (r#"{"iat":1031}"#, false),
            (r#"{"iat":4600}"#, false),
            (r#"{"nbf":"1000"}"#, false),
            (r#"{"nbf":1e3}"#, false),
            (r#"{"nbf":99999999999999999999}"#, false),
        ] {
            let claims = serde_json::from_str(json).expect("claims");
            assert_eq!(in_force(&claims, 1000).is_ok(), fine, "{json}");
        }
    }

    #[test]
    fn claims_of_another_form_name_nobody() {
        for (json, claim) in [
            ("{}", "sub"),
            (r#"{"sub":""}"#, "sub"),
            (r#"{"sub":17}"#, "sub"),
            (r#"{"sub":"max","roles":"manager"}"#, "sub"),
            (r#"{"sub":"max","roles":[1]}"#, "sub"),
            (r#"{"sub":"max","permissions":{}}"#, "sub"),
            (r#"{"sub":"max","email":"max@books.example"}"#, "email"),
            (r#"{"sub":"max","email":"max@books.example","email_verified":false}"#, "email"),
        ] {
            assert_eq!(read(json, claim), Err(403), "{json}");
        }
        assert!(read(r#"{"email":"max@books.example","email_verified":true}"#, "email").is_ok());
    }
}
