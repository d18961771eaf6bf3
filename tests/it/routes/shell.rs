//! The middleware of every path: authentication, and the form of errors. See docs/rules/errors.md#problem-documents.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use reqwest::Method;
use tests::prelude::*;
use tests::token::now;

/// The answer to these raw bytes, which no HTTP client would send.
fn sent_raw(app: &TestApp, bytes: &str) -> (u16, Value) {
    let address = app.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).expect("connected");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
    stream.write_all(bytes.as_bytes()).expect("sent");
    if !bytes.contains("Connection: close") {
        stream.shutdown(Shutdown::Write).expect("ended");
    }
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_else(|| panic!("{text}"));
    (status, text.split("\r\n\r\n").nth(1).and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default())
}

tests::on_both! {
    async fn a_body_that_breaks_off_is_told(app: TestApp) {
        let path = format!("{}customers", tests::app::PREFIX);
        let head = format!("POST {path} HTTP/1.1\r\nHost: gl\r\nAuthorization: jwt {}\r\nContent-Type: application/json\r\n", app.admin().0);
        for rest in ["Content-Length: 50\r\n\r\n{", "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"] {
            let (status, told) = sent_raw(&app, &format!("{head}{rest}"));
            assert_eq!((status, &told["code"]), (400, &json!("broken_request")), "{told}");
            tests::seen::note("POST", &path, status, &told);
        }
    }

    async fn what_is_no_http_is_told(app: TestApp) {
        let many: String = (0..300).map(|number| format!("X-{number}: y\r\n")).collect();
        let large = format!("X-Large: {}\r\n", "a".repeat(600_000));
        for (request, status, code) in [
            ("THIS IS NO HTTP\r\n\r\n".to_owned(), 400, "broken_request"),
            ("GET /livez HTTP/1.1\r\nHost: gl\r\nbad\u{1}: y\r\n\r\n".to_owned(), 400, "broken_request"),
            (format!("GET /livez HTTP/1.1\r\nHost: gl\r\n{many}\r\n"), 431, "headers_too_large"),
            (format!("GET /livez HTTP/1.1\r\nHost: gl\r\n{large}\r\n"), 431, "headers_too_large"),
            (format!("GET /{} HTTP/1.1\r\nHost: gl\r\n\r\n", "a".repeat(70_000)), 414, "uri_too_long"),
        ] {
            let (answered, told) = sent_raw(&app, &request);
            assert_eq!((answered, &told["status"], &told["code"]), (status, &json!(status), &json!(code)), "{told}");
            assert!(told["request_id"].is_string() && told["type"] == format!("urn:gl:problem:{code}"), "{told}");
        }
    }

    async fn two_hosts_are_refused_on_every_path(app: TestApp) {
        for path in ["/", "/sign-in", "/sign-in/demo", "/inbox", "/docs/", "/openapi.json", "/livez", "/readyz", "/metrics", "/nowhere",
            "/service/general-ledger/me"] {
            for (hosts, refused) in [("Host: localhost\r\nHost: evil.example\r\n", true), ("Host: gl\r\nHost: gl\r\n", true), ("Host: gl\r\n", false)] {
                let (status, told) = sent_raw(&app, &format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n"));
                assert_eq!((status == 400, told["code"] == "broken_request"), (refused, refused), "{path} {hosts}: {status} {told}");
            }
        }
    }

    async fn a_body_that_is_announced_too_large_is_not_waited_for(app: TestApp) {
        let path = format!("{}customers", tests::app::PREFIX);
        let head = format!("POST {path} HTTP/1.1\r\nHost: gl\r\nAuthorization: jwt {}\r\nContent-Type: application/json\r\n", app.admin().0);
        for rest in ["Content-Length: 1048577\r\n", "Content-Length: 99999999\r\nExpect: 100-continue\r\n"] {
            let mut stream = TcpStream::connect(app.base_url.trim_start_matches("http://")).expect("connected");
            stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time limit");
            stream.write_all(format!("{head}{rest}\r\n").as_bytes()).expect("sent");
            let began = std::time::Instant::now();
            let mut told = vec![0_u8; 4096];
            let length = stream.read(&mut told).expect("an answer, although nothing of the body was sent");
            let text = String::from_utf8_lossy(&told[..length]);
            assert!(text.starts_with("HTTP/1.1 413 "), "{text}");
            assert!(text.contains("application/problem+json") && text.contains("\"too_large\""), "{text}");
            assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
        }
    }

    async fn browsers_are_told_to_run_frame_and_keep_nothing(app: TestApp) {
        app.open_books().await;
        let api = "default-src 'none'; frame-ancestors 'none'";
        for (path, token, status, policy, cache) in [
            ("reports/trial-balance?as_of=2024-12-31", app.admin(), 200, api, "no-store"),
            ("accounts", app.admin(), 200, api, "no-store"),
            ("accounts", Token::none(), 401, api, "no-store"),
            ("/nowhere", Token::none(), 404, api, "no-store"),
            ("/metrics", Token::none(), 200, api, "no-store"),
            ("/docs", Token::none(), 200, "script-src 'self';", "no-store"),
            ("/docs/swagger-ui.js", Token::none(), 200, api, "public, max-age=86400"),
        ] {
            let answer = app.get(path, &token).await.expect(status);
            for (name, value) in [
                ("content-security-policy", policy),
                ("content-security-policy", "frame-ancestors 'none'"),
                ("referrer-policy", "no-referrer"),
                ("x-content-type-options", "nosniff"),
                ("x-frame-options", "DENY"),
                ("cross-origin-resource-policy", "same-origin"),
                ("cache-control", cache),
            ] {
                let told = answer.header(name);
                assert!(told.contains(value) && !told.contains("script-src 'unsafe"), "{path}: {name}: {told}");
            }
        }
    }

    async fn it_lives_and_is_ready(app: TestApp) {
        app.get("/livez", &Token::none()).await.expect(200);
        app.eventually("/readyz", &Token::none(), |answer| answer.status == 200).await;
        app.get("/openapi.json", &Token::none()).await.expect(200);
    }

    async fn readiness_tells_that_a_worker_lives(app: TestApp) {
        let answer = app.eventually("/readyz", &Token::none(), |answer| answer["workers"] == "alive").await.expect(200);
        let each = json!({ "carry_out": 1, "close_period": 1, "post_document": 1, "replay_approval_rules": 1 });
        assert_eq!(answer["workers_by_queue"], each);
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
