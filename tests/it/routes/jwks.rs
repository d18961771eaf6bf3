//! Tokens by a JWK set: RS256, ES256 and EdDSA, each only with its own key.
//! See docs/rules/access.md#algorithm-of-the-key.

use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use tests::prelude::*;
use tests::token::now;

/// Made for these tests by `openssl`, and of use nowhere else.
const KEYS: [(&str, Algorithm, &str); 3] = [
    ("rsa", Algorithm::RS256, include_str!("keys/rsa.pem")),
    ("ec", Algorithm::ES256, include_str!("keys/ec.pem")),
    ("ed", Algorithm::EdDSA, include_str!("keys/ed.pem")),
];

fn key(algorithm: Algorithm, pem: &str) -> EncodingKey {
    let pem = pem.as_bytes();
    match algorithm {
        Algorithm::RS256 => EncodingKey::from_rsa_pem(pem),
        Algorithm::ES256 => EncodingKey::from_ec_pem(pem),
        _ => EncodingKey::from_ed_pem(pem),
    }
    .expect("a key")
}

fn token(kid: &str, algorithm: Algorithm, key: &EncodingKey) -> Token {
    let header = Header { kid: Some(kid.into()), ..Header::new(algorithm) };
    let claims = json!({ "sub": "ann", "exp": now() + 600, "permissions": ["account.read"] });
    Token(encode(&header, &claims, key).expect("signed"))
}

async fn each_algorithm_is_taken_with_its_own_key(backend: Backend) {
    let set: Vec<Value> = KEYS
        .into_iter()
        .map(|(kid, algorithm, pem)| {
            let jwk = Jwk::from_encoding_key(&key(algorithm, pem), algorithm).expect("a public key");
            let mut jwk = serde_json::to_value(jwk).expect("JSON");
            jwk["kid"] = json!(kid);
            jwk
        })
        .collect();
    let file = tests::scratch::folder("jwks").join("set.json");
    std::fs::write(&file, json!({ "keys": set }).to_string()).expect("written");
    let app = TestApp::start_with(backend, &[("GL_JWKS", &file.to_string_lossy())]).await;
    for (kid, algorithm, pem) in KEYS {
        let signed = token(kid, algorithm, &key(algorithm, pem));
        app.get("accounts", &signed).await.expect(200);
        for (other, _, _) in KEYS.into_iter().filter(|(other, _, _)| *other != kid) {
            app.get("accounts", &token(other, algorithm, &key(algorithm, pem)))
                .await
                .expect(401)
                .problem("unauthorized");
        }
        // The public key as an HS256 secret: the oldest trick.
        let forged = token(kid, Algorithm::HS256, &EncodingKey::from_secret(pem.as_bytes()));
        app.get("accounts", &forged).await.expect(401).problem("unauthorized");
    }
    // The secret still signs what names no key of the set.
    app.get("accounts", &app.admin()).await.expect(200);
}

#[tokio::test]
async fn each_algorithm_is_taken_with_its_own_key_on_sqlite() {
    each_algorithm_is_taken_with_its_own_key(Backend::Sqlite).await;
}

#[tokio::test]
async fn each_algorithm_is_taken_with_its_own_key_on_postgres() {
    each_algorithm_is_taken_with_its_own_key(Backend::Postgres).await;
}
