//! PURE: the key of sessions and sign-in links. It is not in the database, so who can write there can still make none.
//! See docs/rules/console.md#what-a-session-is-sealed-with.

use std::fmt;

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::values::id;

/// What the key is derived for: no other use of the same secret has the same key.
const LABEL: &[u8] = b"gl: sessions and sign-in links of the console, 1";
/// A block of SHA-256: HMAC takes a key of this length as it is.
const LENGTH: usize = 64;

/// The key, which is never shown.
#[derive(Clone)]
pub struct SessionKey([u8; LENGTH]);

impl fmt::Debug for SessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionKey(…)")
    }
}

impl SessionKey {
    /// The key that follows from a secret, by HKDF with SHA-256: the same in all processes that have the secret.
    pub fn derived(secret: &[u8]) -> Result<Self, String> {
        let mut key = [0; LENGTH];
        Hkdf::<Sha256>::new(None, secret).expand(LABEL, &mut key).map_err(|error| error.to_string())?;
        Ok(Self(key))
    }

    /// The MAC of a row, HMAC with SHA-256 in hexadecimal: over the name of its table and these fields, each with its length, so that
    /// no two lists of fields read the same.
    pub fn mac(&self, table: &str, fields: &[Option<&str>]) -> String {
        id::hex(&self.over(table, fields).finalize().into_bytes())
    }

    /// Whether it is the MAC of these fields, compared in a time that tells nothing.
    pub fn is_mac(&self, given: &str, table: &str, fields: &[Option<&str>]) -> bool {
        // Of its own form, as it is kept: a second MAC of the MAC is compared, so that no digits have to be read.
        let expected = self.mac(table, fields);
        let again = self.over("mac", &[Some(given)]).finalize().into_bytes();
        self.over("mac", &[Some(&expected)]).verify(&again).is_ok()
    }

    fn over(&self, table: &str, fields: &[Option<&str>]) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new(&self.0.into());
        for field in [Some(table)].iter().chain(fields) {
            match field {
                Some(text) => {
                    mac.update(format!("{}:", text.len()).as_bytes());
                    mac.update(text.as_bytes());
                }
                None => mac.update(b"-"),
            }
        }
        mac
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mac_is_of_its_key_its_table_and_its_fields() {
        let key = SessionKey::derived(&[7; 32]).expect("a key");
        let fields = [Some("ann"), None, Some("12")];
        let mac = key.mac("t", &fields);
        assert_eq!((mac.len(), mac == SessionKey::derived(&[7; 32]).expect("a key").mac("t", &fields)), (64, true));
        assert!(key.is_mac(&mac, "t", &fields));
        for (table, other) in [
            ("u", vec![Some("ann"), None, Some("12")]),
            ("t", vec![Some("ann"), Some(""), Some("12")]),
            ("t", vec![Some("ann1"), None, Some("2")]),
            ("t", vec![Some("ann"), None]),
            ("t", vec![Some("ann"), None, Some("12"), None]),
            ("t", vec![Some("ann-2:12")]),
        ] {
            assert!(!key.is_mac(&mac, table, &other), "{table} {other:?}");
        }
        assert!(!SessionKey::derived(&[8; 32]).expect("a key").is_mac(&mac, "t", &fields));
        assert!(!key.is_mac("", "t", &fields) && !key.is_mac(&mac.to_uppercase(), "t", &fields));
        assert_eq!(format!("{key:?}"), "SessionKey(…)");
    }

    /// The derivation stays: processes of several releases run on one database.
    #[test]
    fn the_key_of_a_secret_is_the_same_in_every_release() {
        let key = SessionKey::derived(b"0123456789abcdef0123456789abcdef").expect("a key");
        assert_eq!(key.mac("t", &[Some("a")]), "887ced697fd3d56d8b4809d9eb5716b41d6f4841f74545531d83d94da632f23e");
    }
}
