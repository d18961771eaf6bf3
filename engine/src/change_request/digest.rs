//! The digest of what a change request asks for: the signatures stand for it. A list of fields, each with its length; it never changes
//! once it was released.

use sha2::{Digest as _, Sha256};

use crate::access::UserId;
use crate::document::Digest;
use crate::kind::{GovernedAction, GovernedType};
use crate::request::RecordedCall;

/// The version of the form.
const FORM: i64 = 1;

/// Taken over who asks for what, to the letter.
pub fn digest(of: GovernedType, action: GovernedAction, by: &UserId, call: &RecordedCall) -> Digest {
    let hash = hashed([of.name(), action.name(), by.as_str()], call);
    Digest { version: FORM, hash }
}

/// The same over words that may not be what they should be, as they stand in a row.
pub fn hashed(words: [&str; 3], call: &RecordedCall) -> String {
    let RecordedCall { method, uri, if_match, body } = call;
    let mut hash = Sha256::new();
    let has_if_match = if if_match.is_some() { "1" } else { "0" };
    let if_match = if_match.as_deref().unwrap_or_default();
    let called = [method.as_str(), uri.as_str(), has_if_match, if_match, body.as_str()];
    for field in words.into_iter().chain(called) {
        hash.update(u64::try_from(field.len()).unwrap_or(u64::MAX).to_be_bytes());
        hash.update(field);
    }
    crate::id::hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kind::{DocumentKind, Thing};

    fn of(method: &str, uri: &str, if_match: Option<&str>, body: &str) -> String {
        let call = RecordedCall {
            method: method.into(),
            uri: uri.into(),
            if_match: if_match.map(Into::into),
            body: body.into(),
        };
        digest(DocumentKind::Bill.into(), GovernedAction::Void, &"conny".into(), &call).hash
    }

    #[test]
    fn each_part_of_what_is_asked_for_is_signed() {
        let first = of("POST", "/bills/B-1/void", None, "{}");
        assert_eq!(first, of("POST", "/bills/B-1/void", None, "{}"));
        for other in [
            of("PUT", "/bills/B-1/void", None, "{}"),
            of("POST", "/bills/B-2/void", None, "{}"),
            of("POST", "/bills/B-1/void", Some(""), "{}"),
            of("POST", "/bills/B-1/void", Some("\"1\""), "{}"),
            of("POST", "/bills/B-1/void", None, "{ }"),
            of("POST", "/bills/B-1/voi", None, "d{}"),
        ] {
            assert_ne!(first, other);
        }
        let call = RecordedCall { method: "POST".into(), uri: "/x".into(), if_match: None, body: "{}".into() };
        let role = GovernedType::Thing(Thing::Role);
        let taken = digest(role, GovernedAction::Create, &"ann".into(), &call);
        assert_eq!(taken.hash, "84a1fe19fd60ac7dcb43e9b424e761d65b761d7fdf36df6d5d26dae82226363e");
        assert_ne!(taken, digest(role, GovernedAction::Change, &"ann".into(), &call));
        assert_ne!(taken, digest(role, GovernedAction::Create, &"ben".into(), &call));
    }
}
