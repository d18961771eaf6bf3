//! A JWK set from a file or URL: RS256, ES256, `EdDSA`. Read at start, every five minutes, and on an unknown `kid`.
//! See docs/rules/access.md#algorithm-of-the-key.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, KeyAlgorithm, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::Value;

use super::verifying_key::VerifyingKey;

/// How often the set is read again.
const REFRESH: Duration = Duration::from_mins(5);
/// An unknown `kid` causes a new read of the set, but not more often than this.
const UNKNOWN_KID_PAUSE: Duration = Duration::from_secs(10);
/// The largest set that is read.
const MAX_BYTES: usize = 1024 * 1024;

type Set = HashMap<Option<String>, Arc<VerifyingKey>>;

/// A set of public keys and where it comes from.
pub struct Jwks {
    source: String,
    set: RwLock<Arc<Set>>,
    /// Raised whenever the set was read anew.
    generation: AtomicU64,
    /// When an unknown `kid` last caused a read of the set. The lock is held during the read, so that one read serves all requests.
    asked: tokio::sync::Mutex<Option<Instant>>,
}

impl Jwks {
    /// Reads the set; what is not a JWK set with a usable key stops the start with one clear line.
    pub async fn open(source: &str) -> Result<Arc<Self>, String> {
        let set = load(source).await?;
        Ok(Arc::new(Self {
            source: source.into(),
            set: RwLock::new(Arc::new(set)),
            generation: AtomicU64::new(0),
            asked: tokio::sync::Mutex::default(),
        }))
    }

    /// Reads the set again every five minutes, for as long as the service runs.
    pub async fn keep_fresh(self: Arc<Self>) {
        self.keep_fresh_every(REFRESH).await;
    }

    async fn keep_fresh_every(&self, pause: Duration) {
        loop {
            tokio::time::sleep(pause).await;
            self.refresh().await;
        }
    }

    /// The key for a token's `kid`; without one, the only key of the set.
    pub async fn key(&self, kid: Option<&str>) -> Option<Arc<VerifyingKey>> {
        if let Some(key) = self.find(kid) {
            return Some(key);
        }
        kid?;
        {
            let mut asked = self.asked.lock().await;
            // Another request may have read the set while this one waited for the lock.
            if let Some(key) = self.find(kid) {
                return Some(key);
            }
            if asked.is_none_or(|asked| asked.elapsed() >= UNKNOWN_KID_PAUSE) {
                self.refresh().await;
                *asked = Some(Instant::now());
            }
        }
        self.find(kid)
    }

    fn find(&self, kid: Option<&str>) -> Option<Arc<VerifyingKey>> {
        let set = Arc::clone(&self.set.read().unwrap_or_else(PoisonError::into_inner));
        match kid {
            Some(kid) => set.get(&Some(kid.to_owned())).cloned(),
            None if set.len() == 1 => set.values().next().cloned(),
            None => None,
        }
    }

    /// Which reading of the set the keys are from.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    async fn refresh(&self) {
        match load(&self.source).await {
            Ok(set) => {
                *self.set.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(set);
                self.generation.fetch_add(1, Ordering::Release);
            }
            Err(why) => tracing::warn!("keeping the keys of before: {why}"),
        }
    }
}

async fn load(source: &str) -> Result<Set, String> {
    let told = |why: String| format!("GL_JWKS {source}: {why}");
    let is_url = source.starts_with("http://") || source.starts_with("https://");
    let bytes =
        if is_url { fetch(source).await } else { tokio::fs::read(source).await.map_err(|error| error.to_string()) };
    parse(&bytes.map_err(told)?).map_err(told)
}

async fn fetch(url: &str) -> Result<Vec<u8>, String> {
    let why = |error: reqwest::Error| with_causes(&error.without_url());
    let client = reqwest::Client::builder().timeout(Duration::from_secs(5)).build().map_err(why)?;
    let mut response = client.get(url).send().await.and_then(reqwest::Response::error_for_status).map_err(why)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(why)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() > MAX_BYTES {
            return Err("is larger than 1 MiB".into());
        }
    }
    Ok(bytes)
}

/// The client's own message is "error sending request"; the reason is further down in the chain of errors.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(error.source(), |cause| cause.source());
    causes.fold(error.to_string(), |told, cause| format!("{told}: {cause}"))
}

/// The usable keys of a set; keys of unsupported types are skipped.
fn parse(bytes: &[u8]) -> Result<Set, String> {
    let document: Value = serde_json::from_slice(bytes).map_err(|_| "is not JSON")?;
    let keys = document.get("keys").and_then(Value::as_array).ok_or("is not a JWK set: it has no array named keys")?;
    let usable: Set = keys
        .iter()
        .filter_map(|key| serde_json::from_value::<Jwk>(key.clone()).ok())
        .filter_map(|key| usable(&key))
        .collect();
    if usable.is_empty() { Err("has no RS256, ES256 or EdDSA key for signatures".into()) } else { Ok(usable) }
}

fn usable(jwk: &Jwk) -> Option<(Option<String>, Arc<VerifyingKey>)> {
    if jwk.common.public_key_use.as_ref().is_some_and(|wanted| *wanted != PublicKeyUse::Signature) {
        return None;
    }
    let (algorithm, named) = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => (Algorithm::RS256, KeyAlgorithm::RS256),
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => {
            (Algorithm::ES256, KeyAlgorithm::ES256)
        }
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
            (Algorithm::EdDSA, KeyAlgorithm::EdDSA)
        }
        _ => return None,
    };
    if jwk.common.key_algorithm.is_some_and(|given| given != named) {
        return None;
    }
    let key = DecodingKey::from_jwk(jwk).ok()?;
    Some((jwk.common.key_id.clone(), Arc::new(VerifyingKey::new(key, algorithm))))
}

#[cfg(test)]
mod tests {
    use super::*;

    // The key of RFC 8037, appendix A.2.
    const ED25519: &str = r#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k1","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"},{"kty":"oct","k":"AAAA"},{"kty":"EC","crv":"P-521"}]}"#;

    #[test]
    fn usable_keys_are_found_and_others_passed_over() {
        let set = parse(ED25519.as_bytes()).expect("set");
        assert_eq!(set.keys().cloned().collect::<Vec<_>>(), [Some("k1".to_owned())]);
    }

    #[test]
    fn what_is_no_set_is_told() {
        for (text, why) in
            [("<html>", "not JSON"), ("{}", "not a JWK set"), ("[]", "not a JWK set"), (r#"{"keys":[]}"#, "no RS256")]
        {
            let told = parse(text.as_bytes()).err().unwrap_or_default();
            assert!(told.contains(why), "{text}: {told}");
        }
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_told_with_its_name() {
        let told = Jwks::open("/nowhere/keys.json").await.err().unwrap_or_default();
        assert!(told.starts_with("GL_JWKS /nowhere/keys.json: "), "{told}");
    }

    #[tokio::test]
    async fn the_set_is_read_again_and_a_broken_one_changes_nothing() {
        let file = std::env::temp_dir().join(format!("gl-jwks-{}.json", std::process::id()));
        let write = |text: &str| std::fs::write(&file, text).expect("written");
        write(ED25519);
        let jwks = Jwks::open(&file.to_string_lossy()).await.expect("set");
        let reading = Arc::clone(&jwks);
        let reader = tokio::spawn(async move { reading.keep_fresh_every(Duration::from_millis(5)).await });
        write(&ED25519.replace("k1", "k2"));
        while jwks.find(Some("k2")).is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!(jwks.find(Some("k1")).is_none());
        for broken in ["<html>", ""] {
            write(broken);
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert!(jwks.find(Some("k2")).is_some(), "{broken}");
        }
        reader.abort();
        std::fs::remove_file(&file).expect("cleaned");
    }

    #[tokio::test]
    async fn a_secret_key_in_a_set_never_verifies() {
        let set = parse(ED25519.as_bytes()).expect("set");
        assert!(!set.contains_key(&None));
    }
}
