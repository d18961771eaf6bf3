//! The token itself: the algorithm is the key's, times have 30 s of leeway, claims have one shape.
//! See docs/rules/access.md#token.

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use tests::prelude::*;
use tests::token::{SECRET, now};

fn good() -> Value {
    json!({ "sub": "ann", "exp": now() + 600, "permissions": ["account.read"] })
}

fn signed(algorithm: Algorithm) -> Token {
    Token(encode(&Header::new(algorithm), &good(), &EncodingKey::from_secret(SECRET.as_bytes())).expect("signed"))
}

/// `{"alg":"none","typ":"JWT"}`, in base64url.
const NONE: &str = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";

/// `{"typ":"JWT"}`, in base64url, and a good HS256 signature.
fn without_algorithm(payload: &str) -> Token {
    let signed = format!("eyJ0eXAiOiJKV1QifQ.{payload}");
    let key = EncodingKey::from_secret(SECRET.as_bytes());
    let signature = jsonwebtoken::crypto::sign(signed.as_bytes(), &key, Algorithm::HS256).expect("signed");
    Token(format!("{signed}.{signature}"))
}

tests::on_both! {
    async fn the_algorithm_is_the_keys_and_never_the_tokens(app: TestApp) {
        let fine = Token::of(&good());
        app.get("accounts", &fine).await.expect(200);
        let parts: Vec<&str> = fine.0.split('.').collect();
        for token in [
            signed(Algorithm::HS384),
            signed(Algorithm::HS512),
            Token(format!("{NONE}.{}.", parts[1])),
            Token(format!("{NONE}.{}.{}", parts[1], parts[2])),
            Token(format!("{}.{}.", parts[0], parts[1])),
            Token(format!("{}.{}", parts[0], parts[1])),
            without_algorithm(parts[1]),
        ] {
            let refused = app.get("accounts", &token).await.expect(401).problem("unauthorized");
            assert!(!refused.text.contains(parts[1]), "the token is repeated: {}", refused.text);
        }
    }

    async fn claims_have_one_shape(app: TestApp) {
        for (claim, value) in [
            ("exp", json!("soon")),
            ("nbf", json!(now() + 600)),
            ("sub", json!("")),
            ("sub", json!(7)),
            ("roles", json!("admin")),
            ("permissions", json!({ "a": 1 })),
        ] {
            let said = format!("{claim} {value}");
            let answer = app.get("accounts", &Token::of(&with(good(), json!({ claim: value })))).await;
            assert_eq!(answer.status, 401, "{said}: {}", answer.text);
        }
    }

    async fn times_have_thirty_seconds_of_leeway(app: TestApp) {
        let until = |exp: u64| Token::of(&with(good(), json!({ "exp": exp })));
        app.get("accounts", &until(now() - 20)).await.expect(200);
        app.get("accounts", &until(now() - 40)).await.expect(401);
        let since = |nbf: u64| Token::of(&with(good(), json!({ "nbf": nbf })));
        app.get("accounts", &since(now() + 20)).await.expect(200);
        app.get("accounts", &since(now() + 40)).await.expect(401);
    }

    async fn the_scheme_word_is_jwt_in_any_case(app: TestApp) {
        let token = Token::of(&good()).0;
        for (header, status) in [
            (format!("jwt {token}"), 200),
            (format!("JWT {token}"), 200),
            (format!("Bearer {token}"), 401),
            (token.clone(), 401),
            ("jwt".to_owned(), 401),
        ] {
            let said = header.split(' ').next().unwrap_or_default().chars().take(8).collect::<String>();
            let headers = [("Authorization", header.as_str())];
            let answer = app.send(reqwest::Method::GET, "accounts", &Token::none(), &headers, None).await;
            assert_eq!(answer.status, status, "{said}: {}", answer.text);
        }
    }

    async fn an_unknown_role_grants_nothing_but_can_be_asked_to_sign(app: TestApp) {
        app.open_books().await;
        let board = json!({ "approver_role": "board" });
        app.put("approval-rules/journal_entry-1", &app.admin(), board).await.expect(200);
        app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(201);
        app.act("journal-entries/JE-1/submit-for-approval", &app.clerk()).await.expect(200);
        let approve = "journal-entries/JE-1/approve";
        app.act(approve, &app.token("bea", &["board"], &[])).await.expect(403).problem("forbidden");
        app.act(approve, &app.token("bea", &["board"], &["journal_entry.approve"])).await.expect(200);
    }
}
