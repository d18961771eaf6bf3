//! Verified tokens, by their hash. A signature is checked once for a token, and not again with every request, until the token
//! expires or the keys change. Whether its user is still active is asked with every request, elsewhere.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use engine::approval::access::Actor;
use sha2::{Digest, Sha256};

use super::token::LEEWAY;

/// How many are remembered; then all are forgotten, and verified anew.
const MOST: usize = 10_000;

/// A token's hash: whoever reads the memory finds no token in it.
type Hash = [u8; 32];

/// The tokens that were verified with one generation of keys.
#[derive(Default)]
pub struct Remembered(Mutex<Known>);

#[derive(Default)]
struct Known {
    keys: u64,
    tokens: HashMap<Hash, Caller>,
}

struct Caller {
    actor: Actor,
    /// Seconds since 1970.
    expires: i64,
}

impl Remembered {
    /// The caller of a token that these keys have verified and that is still valid at `now`, in seconds since 1970.
    pub fn caller(&self, token: &str, keys: u64, now: i64) -> Option<Actor> {
        let hash: Hash = Sha256::digest(token).into();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.keys != keys {
            known.tokens.clear();
            known.keys = keys;
            return None;
        }
        if let Some(caller) = known.tokens.get(&hash)
            && caller.expires.saturating_add(LEEWAY) > now
        {
            return Some(caller.actor.clone());
        }
        known.tokens.remove(&hash);
        None
    }

    /// Remembers a token that these keys have verified.
    pub fn remember(&self, token: &str, keys: u64, actor: &Actor, expires: i64) {
        let hash: Hash = Sha256::digest(token).into();
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.keys != keys {
            return;
        }
        if known.tokens.len() >= MOST {
            known.tokens.clear();
        }
        known.tokens.insert(hash, Caller { actor: actor.clone(), expires });
    }
}

#[cfg(test)]
mod tests {
    use engine::approval::access::Actor;

    use super::*;

    #[test]
    fn a_token_is_known_until_it_expires_or_the_keys_change() {
        let remembered = Remembered::default();
        let actor = Actor::system();
        remembered.remember("token", 0, &actor, 100);
        for (token, keys, now, known) in [
            ("token", 0, 129, true),
            ("other", 0, 129, false),
            ("token", 0, 130, false),
            // It was forgotten with that.
            ("token", 0, 100, false),
        ] {
            assert_eq!(remembered.caller(token, keys, now).is_some(), known, "{token} {keys} {now}");
        }
        remembered.remember("token", 0, &actor, 100);
        assert!(remembered.caller("token", 1, 50).is_none(), "other keys");
        remembered.remember("token", 0, &actor, 100);
        assert!(remembered.caller("token", 1, 50).is_none(), "verified with keys that are no longer there");
    }

    #[test]
    fn no_flood_of_tokens_fills_the_memory() {
        let remembered = Remembered::default();
        for number in 0..=MOST {
            remembered.remember(&number.to_string(), 0, &Actor::system(), 100);
        }
        assert_eq!(remembered.0.lock().expect("unpoisoned").tokens.len(), 1);
    }
}
