//! A JWK set by URL: an unknown `kid` causes a new read of it, but not for every request that sends one. While its
//! server is away the earlier keys stay valid.
//! See docs/rules/access.md#algorithm-of-the-key.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use jsonwebtoken::jwk::Jwk;
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use tests::prelude::*;
use tests::token::now;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::watch;

fn key() -> EncodingKey {
    EncodingKey::from_ed_pem(include_bytes!("../routes/keys/ed.pem")).expect("a key")
}

fn token(kid: &str) -> Token {
    let header = Header { kid: Some(kid.into()), ..Header::new(Algorithm::EdDSA) };
    let claims = json!({ "sub": "ann", "exp": now() + 600, "permissions": ["account.read"] });
    Token(encode(&header, &claims, &key()).expect("signed"))
}

fn set(kid: &str) -> String {
    let jwk = Jwk::from_encoding_key(&key(), Algorithm::EdDSA).expect("a public key");
    let mut jwk = serde_json::to_value(jwk).expect("JSON");
    jwk["kid"] = json!(kid);
    json!({ "keys": [jwk] }).to_string()
}

/// A server that answers every request with the present text; an empty text is 500.
struct KeyServer {
    url: String,
    text: watch::Sender<String>,
    asked: Arc<AtomicU32>,
}

impl KeyServer {
    async fn start(text: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/keys", listener.local_addr().expect("its number"));
        let (sender, asked) = (watch::channel(text).0, Arc::new(AtomicU32::new(0)));
        let (present, count) = (sender.clone(), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let _ = client.read(&mut [0; 4_096]).await;
                let text = present.borrow().clone();
                let status = if text.is_empty() { "500 Broken" } else { "200 OK" };
                let length = text.len();
                let answer =
                    format!("HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{text}");
                let _ = client.write_all(answer.as_bytes()).await;
            }
        });
        Self { url, text: sender, asked }
    }

    fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }
}

/// Runs on one back end: keys do not depend on the database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_are_read_again_when_they_must_be() {
    let keys = KeyServer::start(set("k1")).await;
    let app = TestApp::start_with(Backend::Sqlite, &[("GL_JWKS", &keys.url)]).await;
    app.get("accounts", &token("k1")).await.expect(200);
    assert_eq!(keys.asked(), 1, "a known key needs no asking");
    // After a rotation the new key is valid at once, and the old one no more.
    keys.text.send_replace(set("k2"));
    let rotated = Instant::now();
    app.get("accounts", &token("k2")).await.expect(200);
    app.get("accounts", &token("k1")).await.expect(401).problem("unauthorized");
    for number in 0..50 {
        app.get("accounts", &token(&format!("unknown-{number}"))).await.expect(401);
    }
    assert_eq!(keys.asked(), 2, "whoever sends unknown keys makes us ask each time");
    // The server fails, then answers with no key set: the known keys stay valid, and no request waits for the server.
    for broken in ["", "<html>"] {
        keys.text.send_replace(broken.to_owned());
        let asked = keys.asked();
        tokio::time::sleep(Duration::from_secs(11).saturating_sub(rotated.elapsed())).await;
        app.get("accounts", &token("k3")).await.expect(401);
        app.get("accounts", &token("k2")).await.expect(200);
        assert!(keys.asked() <= asked + 1);
    }
    assert_eq!(keys.asked(), 3, "after the pause an unknown key is asked for again");
    app.get("accounts", &app.admin()).await.expect(200);
}
