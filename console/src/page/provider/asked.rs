//! What a sign-in began with, kept by the browser until it comes back from the provider.

use openidconnect::{CsrfToken, Nonce, PkceCodeVerifier};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::fields::Fields;
use crate::page::door::same;
use crate::visit::is_local;

/// Where a longer address would lead is forgotten: cookies have a limit.
const MAX_ADDRESS: usize = 1000;

/// A sign-in under way.
pub struct Asked {
    pub state: CsrfToken,
    pub nonce: Nonce,
    pub verifier: PkceCodeVerifier,
    /// The page to go to afterwards.
    pub to: String,
}

impl Asked {
    /// As the value of a cookie. The first three have no dots.
    pub fn written(&self) -> String {
        let to = if self.to.len() <= MAX_ADDRESS { self.to.as_str() } else { "/inbox" };
        let to = utf8_percent_encode(to, NON_ALPHANUMERIC);
        format!("{}.{}.{}.{to}", self.state.secret(), self.nonce.secret(), self.verifier.secret())
    }

    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '.').filter(|part| !part.is_empty());
        let (state, nonce, verifier, to) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let to = percent_decode_str(to).decode_utf8_lossy().into_owned();
        Some(Self {
            state: CsrfToken::new(state.into()),
            nonce: Nonce::new(nonce.into()),
            verifier: PkceCodeVerifier::new(verifier.into()),
            to: if is_local(&to) { to } else { "/inbox".into() },
        })
    }

    /// Whether the provider answers this sign-in.
    pub fn is_answered_by(&self, answer: &Fields) -> bool {
        same(answer.get("state").unwrap_or_default(), self.state.secret())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(to: &str) -> Asked {
        Asked {
            state: CsrfToken::new("s-1".into()),
            nonce: Nonce::new("n_2".into()),
            verifier: PkceCodeVerifier::new("v3".into()),
            to: to.into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let read = Asked::read(&asked("/bills?q=a.b; c").written()).expect("read");
        assert_eq!((read.state.secret().as_str(), read.nonce.secret().as_str()), ("s-1", "n_2"));
        assert_eq!((read.verifier.secret().as_str(), read.to.as_str()), ("v3", "/inbox"), "no address has a space");
        assert_eq!(Asked::read(&asked("/bills?q=a.b").written()).expect("read").to, "/bills?q=a.b");
        assert_eq!(Asked::read(&asked("//other.example/").written()).expect("read").to, "/inbox");
        assert_eq!(Asked::read(&asked(&format!("/{}", "a".repeat(5000))).written()).expect("read").to, "/inbox");
        for wrong in ["", "a", "a.b.c", "...", "a.b..d"] {
            assert!(Asked::read(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn only_the_own_answer_is_taken() {
        let asked = asked("/");
        assert!(asked.is_answered_by(&Fields::from([("state", "s-1")])));
        for other in ["", "s-2", "s-1x"] {
            assert!(!asked.is_answered_by(&Fields::from([("state", other)])), "{other}");
        }
        assert!(!asked.is_answered_by(&Fields::default()));
    }
}
