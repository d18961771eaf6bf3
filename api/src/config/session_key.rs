//! The key of the console's sessions. See docs/rules/console.md#what-a-session-is-sealed-with.

use engine::kernel::session::SessionKey;

use super::settings::Config;
use super::{secret_file, value};

/// What stands in the log, and on stderr, where there is none.
pub const WITHOUT: &str =
    "nobody can sign in to the console: its sessions need GL_JWT_SECRET, or GL_SESSION_KEY_FILE beside GL_JWKS";

impl Config {
    /// The key that stands in its file, or follows from the HS256 key, which `SQLite` makes. `None`: there is a JWK set alone. With a
    /// provider that people are to sign in at, that is an error.
    pub fn session_key(&self) -> Result<Option<SessionKey>, String> {
        let secret = match &self.session_key_file {
            Some(file) => Some(secret_file::read("GL_SESSION_KEY_FILE", file, value::jwt_secret)?),
            None => self.signing_key()?.map(|key| key.secret),
        };
        match secret {
            Some(secret) => SessionKey::derived(secret.0.as_bytes()).map(Some),
            None if self.oidc.issuer.is_some() => Err(format!("GL_OIDC_ISSUER is given, and {WITHOUT}")),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    const SECRET: (&str, &str) = ("GL_JWT_SECRET", "0123456789abcdef0123456789abcdef");
    const SET: (&str, &str) = ("GL_JWKS", "/keys.json");
    const PROVIDER: (&str, &str) = ("GL_OIDC_ISSUER", "https://id.example.com");

    fn mac(settings: &[(&str, &str)]) -> Result<Option<String>, String> {
        let config = crate::config::of(settings.iter().copied())?;
        Ok(config.session_key()?.map(|key| key.mac("t", &[])))
    }

    #[test]
    fn the_key_stands_in_its_file_or_follows_from_that_of_tokens() {
        let file = std::env::temp_dir().join(engine::values::id::fresh("gl-session-key-"));
        let path = file.to_string_lossy().into_owned();
        std::fs::write(&file, "another key of at least 32 bytes.\n").expect("written");
        let given = ("GL_SESSION_KEY_FILE", path.as_str());
        let by_secret = mac(&[SECRET]).expect("a key").expect("one");
        assert_eq!(mac(&[SECRET, SET]), Ok(Some(by_secret.clone())));
        let by_file = mac(&[SET, given]).expect("a key").expect("one");
        assert_eq!(mac(&[SECRET, given]), Ok(Some(by_file.clone())));
        assert_ne!(by_file, by_secret);
        assert_eq!(mac(&[SET]), Ok(None));
        assert!(mac(&[SET, PROVIDER]).is_err_and(|told| told.contains("GL_SESSION_KEY_FILE")));
        std::fs::write(&file, "short").expect("written");
        assert!(mac(&[SECRET, given]).is_err_and(|told| told.contains("at least 32 bytes")));
        std::fs::remove_file(&file).expect("cleaned");
        assert!(mac(&[SECRET, given]).is_err_and(|told| told.starts_with("GL_SESSION_KEY_FILE: ")));
    }
}
