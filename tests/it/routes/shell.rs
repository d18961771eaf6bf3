//! What holds for every path: who is let in (C6), and how errors look (C34).

use reqwest::Method;
use tests::prelude::*;
use tests::token::now;

tests::on_both! {
    async fn it_lives_and_is_ready(app: TestApp) {
        app.get("/livez", &Token::none()).await.expect(200);
        app.eventually("/readyz", &Token::none(), |answer| answer.status == 200).await;
        app.get("/openapi.json", &Token::none()).await.expect(200);
    }

    async fn readiness_tells_that_a_worker_lives(app: TestApp) {
        let answer = app.eventually("/readyz", &Token::none(), |answer| answer["workers"] == "alive").await.expect(200);
        assert_eq!(answer["workers_by_queue"], json!({ "close_period": 1, "post_document": 1 }));
        let metrics = app.get("/metrics", &Token::none()).await.expect(200);
        assert!(metrics.text.contains("gl_workers{queue=\"post_document\"} 1"), "{}", metrics.text);
    }

    async fn an_unknown_path_is_not_found(app: TestApp) {
        app.get("nothing-here", &app.admin()).await.expect(404).problem("not_found");
    }

    async fn a_token_that_does_not_hold_is_refused(app: TestApp) {
        let live = json!({ "sub": "alma", "exp": now() + 60, "permissions": ["*.*"] });
        let refused = [
            Token::none(),
            Token("no.token.atall".to_owned()),
            Token::of(&json!({ "sub": "alma", "permissions": ["*.*"] })),
            Token::of(&json!({ "sub": "alma", "exp": now() - 60, "permissions": ["*.*"] })),
            Token::of(&json!({ "exp": now() + 60, "permissions": ["*.*"] })),
            Token::signed_with("another key, which is also longer than 32 bytes", &live),
        ];
        for token in refused {
            let answer = app.get("accounts", &token).await.expect(401).problem("unauthorized");
            assert_eq!(answer.header("www-authenticate"), "jwt", "{token:?}");
        }
        app.get("accounts", &Token::of(&live)).await.expect(200);
    }

    async fn broken_json_and_large_bodies_are_refused(app: TestApp) {
        let admin = app.admin();
        let send = |body: String| async {
            let body = body;
            app.send_text(Method::POST, "accounts", &admin, &[], Some(&body)).await
        };
        send("{\"account_id\": ".to_owned()).await.expect(400).problem("broken_json");
        send("[".repeat(5000)).await.expect(400).problem("broken_json");
        send(format!("\"{}\"", "x".repeat(3 << 20))).await.expect(413).problem("too_large");
    }
}
