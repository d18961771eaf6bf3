//! Tokens and permissions. See docs/rules/access.md.

use tests::prelude::*;

tests::on_both! {
    async fn only_a_good_token_comes_in(app: TestApp) {
        let now = tests::token::now();
        let good = json!({ "sub": "a", "exp": now + 60, "roles": ["admin"] });
        for (token, why) in [
            (Token::none(), "none"),
            (Token("nonsense".into()), "malformed"),
            (Token::of(&json!({ "sub": "a", "roles": ["admin"] })), "without exp"),
            (Token::of(&json!({ "sub": "a", "exp": now - 3600 })), "expired"),
            (Token::of(&json!({ "exp": now + 60 })), "without sub"),
            (Token::of(&json!({ "sub": "a", "exp": now + 600, "nbf": now + 300 })), "not yet good"),
            (Token::of(&json!({ "sub": "system", "exp": now + 60 })), "the service itself"),
            (Token::signed_with("another-secret-that-is-32-bytes-long", &good), "forged"),
            (Token("eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiZXhwIjo5OTk5OTk5OTk5fQ.".into()), "alg none"),
        ] {
            let answer = app.get("accounts", &token).await;
            assert_eq!(answer.status, 401, "{why}: {}", answer.text);
            assert_eq!(answer.header("WWW-Authenticate"), "jwt", "{why}");
        }
        app.get("accounts", &Token::of(&good)).await.expect(200);
    }

    async fn permissions_come_from_the_token_and_from_roles(app: TestApp) {
        app.open_books().await;
        let body = || account("9999", "New", "asset");
        app.post("accounts", &app.clerk(), body()).await.expect(403).problem("forbidden");
        app.post("accounts", &app.token("x", &["nobody-knows"], &[]), body()).await.expect(403);
        app.post("accounts", &app.token("x", &[], &["account.write"]), body()).await.expect(201);
        let role = json!({ "role_id": "keeper", "permissions": ["account.*"] });
        app.post("roles", &app.admin(), role).await.expect(201);
        app.get("accounts/9999", &app.token("y", &["keeper"], &[])).await.expect(200);
        app.put("roles/admin", &app.admin(), json!({ "permissions": [] })).await.expect(409).problem("fixed_role");
    }

    async fn an_inactive_person_is_refused_at_once(app: TestApp) {
        let admin = app.admin();
        let ivy = app.token("ivy", &["admin"], &[]);
        app.get("accounts", &ivy).await.expect(200);
        let user = json!({ "user_id": "ivy", "name": "Ivy", "is_active": false });
        app.post("users", &admin, user).await.expect(201);
        app.get("accounts", &ivy).await.expect(401).problem("user_inactive");
        app.put("users/ivy", &admin, json!({ "is_active": true })).await.expect(200);
        app.get("accounts", &ivy).await.expect(200);
    }
}
