//! Who may come in (C6, C8): everything but a good token is one 401.

use std::time::{SystemTime, UNIX_EPOCH};

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use serde_json::{Value, json};
use tests::app::{Answer, SECRET, TestApp, Who, token};
use tests::both;
use tests::builders::*;

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs()
}

fn signed(algorithm: Algorithm, secret: &str, claims: &Value) -> String {
    encode(&Header::new(algorithm), claims, &EncodingKey::from_secret(secret.as_bytes())).expect("signed")
}

async fn ask(app: &TestApp, authorization: &str) -> Answer {
    Answer::of(app.raw(reqwest::Method::GET, JOURNAL).header("Authorization", authorization)).await
}

fn good() -> Value {
    json!({ "sub": "ann", "exp": now() + 600, "permissions": ["journal_entry.read"] })
}

/// `{"alg":"none","typ":"JWT"}`, in base64url.
const NONE: &str = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";

both!(bad_tokens_are_one_401);
async fn bad_tokens_are_one_401(app: &TestApp) {
    let fine = signed(Algorithm::HS256, SECRET, &good());
    ask(app, &format!("jwt {fine}")).await.expect(200);
    ask(app, &format!("JWT {fine}")).await.expect(200);
    let without = |name: &str| {
        let mut claims = good();
        claims.as_object_mut().expect("claims").remove(name);
        signed(Algorithm::HS256, SECRET, &claims)
    };
    let changed = |name: &str, value: Value| signed(Algorithm::HS256, SECRET, &with(good(), json!({ name: value })));
    let parts: Vec<&str> = fine.split('.').collect();
    let bad = [
        format!("Bearer {fine}"),
        fine.clone(),
        "jwt".into(),
        "jwt ".into(),
        "jwt nonsense".into(),
        "jwt a.b.c".into(),
        format!("jwt {}.{}.", NONE, parts[1]),
        format!("jwt {}.{}.{}", NONE, parts[1], parts[2]),
        format!("jwt {}.{}.", parts[0], parts[1]),
        format!("jwt {}", signed(Algorithm::HS256, "another secret of at least thirty-two bytes", &good())),
        format!("jwt {}", signed(Algorithm::HS384, SECRET, &good())),
        format!("jwt {}", signed(Algorithm::HS512, SECRET, &good())),
        format!("jwt {}", without("exp")),
        format!("jwt {}", without("sub")),
        format!("jwt {}", changed("exp", json!(now() - 60))),
        format!("jwt {}", changed("exp", json!("soon"))),
        format!("jwt {}", changed("nbf", json!(now() + 600))),
        format!("jwt {}", changed("sub", json!(""))),
        format!("jwt {}", changed("sub", json!("system"))),
        format!("jwt {}", changed("sub", json!(7))),
        format!("jwt {}", changed("roles", json!("admin"))),
        format!("jwt {}", changed("permissions", json!({ "a": 1 }))),
    ];
    for authorization in bad {
        let refused = ask(app, &authorization).await.problem(401, "unauthorized");
        assert_eq!(refused.header("www-authenticate"), "jwt");
        assert!(!refused.text.contains(parts[2]), "the token is repeated");
    }
    let none = Answer::of(app.raw(reqwest::Method::GET, JOURNAL)).await.problem(401, "unauthorized");
    assert_eq!(none.header("www-authenticate"), "jwt");
}

both!(leeway_is_thirty_seconds);
async fn leeway_is_thirty_seconds(app: &TestApp) {
    let at = |exp: u64| signed(Algorithm::HS256, SECRET, &with(good(), json!({ "exp": exp })));
    ask(app, &format!("jwt {}", at(now() - 20))).await.expect(200);
    ask(app, &format!("jwt {}", at(now() - 40))).await.problem(401, "unauthorized");
}

both!(an_unknown_role_grants_nothing_but_can_be_asked_to_sign);
async fn an_unknown_role_grants_nothing_but_can_be_asked_to_sign(app: &TestApp) {
    let board = token("bea", &["board"], &[]);
    app.get(JOURNAL, &board).await.problem(403, "forbidden");
    app.post(RULES, &nina(), rule("BOARD", "journal_entry", 1, ("0", "10.00"), "board")).await.expect(201);
    app.put(&format!("{RULES}/JE-1"), &nina(), json!({ "min_amount": number("10.01") })).await.expect(200);
    app.pending("JE-1", "5.00").await;
    app.act("JE-1", "approve", &board, json!({})).await.problem(403, "forbidden");
    let may = token("bea", &["board"], &["journal_entry.approve"]);
    app.act("JE-1", "approve", &may, json!({})).await.expect(200);
}

both!(an_inactive_user_is_refused);
async fn an_inactive_user_is_refused(app: &TestApp) {
    app.get(JOURNAL, &max()).await.expect(200);
    app.put("/users/max", &adam(), json!({ "is_active": false })).await.expect(200);
    for path in [JOURNAL, RULES, PERIODS, "/accounts", "/reports/trial-balance?period_id=2026-01", "/approvals/pending"] {
        let refused = app.get(path, &max()).await.expect(401);
        assert_eq!(refused.str("/code"), "user_inactive", "{path}: {}", refused.text);
    }
    app.post(JOURNAL, &max(), entry("JE-1", "1.00")).await.expect(401);
    app.put("/users/max", &adam(), json!({ "is_active": true })).await.expect(200);
    app.get(JOURNAL, &max()).await.expect(200);
}

both!(what_a_role_grants_is_data);
async fn what_a_role_grants_is_data(app: &TestApp) {
    let intern: Who = token("ian", &["intern"], &[]);
    app.get(JOURNAL, &intern).await.problem(403, "forbidden");
    app.post("/roles", &adam(), json!({ "role_id": "intern", "permissions": ["journal_entry.read"] })).await.expect(201);
    app.get(JOURNAL, &intern).await.expect(200);
    app.put("/roles/intern", &adam(), json!({ "permissions": [] })).await.expect(200);
    app.get(JOURNAL, &intern).await.problem(403, "forbidden");
}
