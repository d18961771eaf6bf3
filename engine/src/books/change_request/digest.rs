//! The digest of what a change request asks for, and of what that acts on: the signatures stand for it. A list of fields, each with its
//! length; a form never changes once it was released.
//!
//! | form | fields |
//! |---|---|
//! | 1 | type, action, requester, method, path, whether there is an `If-Match`, it, body |
//! | 2 | the same; whether something is pinned; its version, when it was made, and the digest of its figures |

use sha2::{Digest as _, Sha256};

use super::pin::Pin;
use crate::approval::access::UserId;
use crate::books::document::Digest;
use crate::books::request::RecordedCall;
use crate::values::kind::{GovernedAction, GovernedType};

/// The form that new digests are taken over.
const NEWEST: i64 = 2;

/// What is asked for, to the letter. The words are type, action and requester as they stand in a row, whatever they are.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub words: [&'a str; 3],
    pub call: &'a RecordedCall,
    pub pin: Option<&'a Pin>,
}

/// Taken over who asks for what, and what it acts on.
pub fn digest(of: GovernedType, action: GovernedAction, by: &UserId, call: &RecordedCall, pin: Option<&Pin>) -> Digest {
    let words = [of.name(), action.name(), by.as_str()];
    Digest { version: NEWEST, hash: Asked { words, call, pin }.hashed(NEWEST) }
}

impl Asked<'_> {
    /// Whether the digest was taken over this.
    pub fn is_of(&self, Digest { version, hash }: &Digest) -> bool {
        (1..=NEWEST).contains(version) && self.hashed(*version) == *hash
    }

    /// By this form; by the newest where there is none of this number.
    pub fn hashed(&self, form: i64) -> String {
        let RecordedCall { method, uri, if_match, body } = self.call;
        let is_there = |there: bool| if there { "1" } else { "0" };
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let called = [method.as_str(), uri.as_str(), is_there(if_match.is_some()), &text(if_match), body.as_str()];
        let mut hash = Sha256::new();
        let mut add = |field: &str| {
            hash.update(u64::try_from(field.len()).unwrap_or(u64::MAX).to_be_bytes());
            hash.update(field);
        };
        self.words.into_iter().chain(called).for_each(&mut add);
        if form != 1 {
            add(is_there(self.pin.is_some()));
            if let Some(Pin { version, made_at, figures }) = self.pin {
                add(&version.to_string());
                add(&made_at.micros().to_string());
                add(figures.as_deref().unwrap_or_default());
            }
        }
        crate::values::id::hex(&hash.finalize())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::clock::Timestamp;
    use crate::values::kind::{DocumentKind, Thing};

    fn of(method: &str, uri: &str, if_match: Option<&str>, body: &str) -> String {
        let call = RecordedCall {
            method: method.into(),
            uri: uri.into(),
            if_match: if_match.map(Into::into),
            body: body.into(),
        };
        digest(DocumentKind::Bill.into(), GovernedAction::Void, &"conny".into(), &call, None).hash
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
        let taken = digest(role, GovernedAction::Create, &"ann".into(), &call, None);
        assert_eq!(taken.hash, "4130e626deb1fbd2eb0b5536f441a866d431f80e5ce6e0289c371d2db90e7dcf");
        assert_ne!(taken, digest(role, GovernedAction::Change, &"ann".into(), &call, None));
        assert_ne!(taken, digest(role, GovernedAction::Create, &"ben".into(), &call, None));
        // As older releases took it.
        let asked = Asked { words: ["role", "create", "ann"], call: &call, pin: None };
        let old =
            Digest { version: 1, hash: "84a1fe19fd60ac7dcb43e9b424e761d65b761d7fdf36df6d5d26dae82226363e".into() };
        assert!(asked.is_of(&old) && asked.is_of(&taken));
        for version in [0, 2, 3] {
            assert!(!asked.is_of(&Digest { version, ..old.clone() }), "{version}");
        }
    }

    #[test]
    fn what_it_acts_on_is_signed() {
        let call = RecordedCall { method: "POST".into(), uri: "/x".into(), if_match: None, body: "{}".into() };
        let pinned = Pin { version: 3, made_at: Timestamp::from_micros(7), figures: Some("f".into()) };
        let of = |pin: Option<&Pin>| {
            digest(DocumentKind::Bill.into(), GovernedAction::Void, &"conny".into(), &call, pin).hash
        };
        let taken = of(Some(&pinned));
        assert_eq!(taken, "cd1cd96bb766156b7b9d5fc5e9f4ce759f3b434521d2a99a875c2b3a09428ece");
        for other in [
            Pin { version: 4, ..pinned.clone() },
            Pin { made_at: Timestamp::from_micros(8), ..pinned.clone() },
            Pin { figures: Some("g".into()), ..pinned.clone() },
            Pin { figures: None, ..pinned.clone() },
        ] {
            assert_ne!(taken, of(Some(&other)), "{other:?}");
        }
        assert_ne!(taken, of(None));
    }
}
