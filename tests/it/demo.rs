//! The demo company: in books of its own, shown under names of this machine alone, with examples that can be sent as they are.

use std::process::Output;
use std::time::{Duration, Instant};

use reqwest::header;
use tests::prelude::*;
use tests::process::run;

/// `gl` with these arguments on the database.
fn gl(arguments: &[&str], url: &str) -> Output {
    run(arguments, &settings(&[("GL_DATABASE_URL", url)]))
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

const REFUSAL: &str = "gl: these books are in use and not the demo's; give the demo a file of its own, such as \
    --database-url sqlite://data/demo.db\n";

tests::on_both! {
    async fn books_in_use_are_not_the_demos(app: TestApp) {
        app.open_books().await;
        let before = app.get("accounts?count=true&limit=1", &app.admin()).await.expect(200)["total"].clone();
        for arguments in [["demo"].as_slice(), &["serve", "--demo"]] {
            let ended = gl(arguments, app.database.url());
            assert_eq!((ended.status.code(), err(&ended).as_str()), (Some(1), REFUSAL), "gl {arguments:?}");
        }
        let after = app.get("accounts?count=true&limit=1", &app.admin()).await.expect(200)["total"].clone();
        assert_eq!(before, after);
    }

    /// One person, or a role of theirs, is enough: tokens of the demo would be good for these books.
    async fn books_with_a_single_entry_are_in_use(app: TestApp) {
        app.post("roles", &app.admin(), json!({ "role_id": "auditor", "permissions": ["*.read"] })).await.expect(201);
        assert_eq!(err(&gl(&["demo"], app.database.url())), REFUSAL);
    }

    async fn the_demos_own_books_are_taken_again(app: TestApp) {
        let url = app.database.url();
        for said in ["the demo company is loaded\n", "the demo company was there already; nothing changed\n"] {
            let ended = gl(&["demo"], url);
            assert_eq!((String::from_utf8_lossy(&ended.stdout).as_ref(), err(&ended).as_str()), (said, ""));
        }
        app.post("customers", &app.admin(), json!({ "customer_id": "C-1", "customer_name": "One more" })).await.expect(201);
        assert!(gl(&["demo"], url).status.success());
    }
}

fn sqlite() -> String {
    let folder = tests::scratch::folder(&format!("demo-{}", tests::scratch::number()));
    format!("sqlite://{}", folder.join("gl.db").display())
}

/// `gl serve --demo`, and where it listens.
fn serve(given: &[(&str, &str)]) -> (Process, String) {
    let service = Process::spawn(&["serve", "--demo"], &sqlite(), &settings(given));
    let began = Instant::now();
    while service.listening().is_none() {
        assert!(began.elapsed() < Duration::from_mins(1), "{}", service.log());
        std::thread::sleep(Duration::from_millis(10));
    }
    let base_url = service.listening().expect("just seen");
    (service, base_url)
}

#[tokio::test]
async fn the_page_with_tokens_is_shown_under_names_of_this_machine_alone() {
    let (_service, base_url) = serve(&[("GL_HOSTS", "gl.example.com,books.example.com")]);
    tests::app::prepare_client().await;
    let client = reqwest::Client::new();
    for (host, status) in [
        ("localhost:8080", 200),
        ("127.0.0.1", 200),
        ("[::1]:8080", 200),
        ("books.example.com", 200),
        ("evil.example.com", 421),
        ("127.0.0.1.evil.example.com:8080", 421),
    ] {
        for path in ["/docs", "/docs/page.js"] {
            let asked = client.get(format!("{base_url}{path}")).header(header::HOST, host);
            let answer = asked.send().await.expect("an answer");
            assert_eq!(answer.status().as_u16(), status, "{path} of {host}");
            let text = answer.text().await.expect("text");
            assert_eq!(text.contains("Clara Clerk"), status == 200 && path == "/docs", "{path} of {host}");
            assert_eq!(text.contains("misdirected_request"), status == 421, "{text}");
        }
    }
    // Paths that need a token or reveal no secret answer under any host name.
    let asked = client.get(format!("{base_url}/livez")).header(header::HOST, "evil.example.com");
    assert_eq!(asked.send().await.expect("an answer").status().as_u16(), 200);
}

#[tokio::test]
async fn every_create_can_be_sent_as_its_example_says() {
    let (_service, base_url) = serve(&[]);
    tests::app::prepare_client().await;
    let client = reqwest::Client::new();
    let answer = client.get(format!("{base_url}/openapi.json")).send().await.expect("an answer");
    let description: Value = serde_json::from_str(&answer.text().await.expect("text")).expect("JSON");
    let clara = Token::new("clara", &["clerk"], &[]);
    for kind in all_kinds() {
        let path = format!("{}{}", tests::app::PREFIX, kind.path);
        let operation = &description["paths"][&path]["post"];
        let example = operation["requestBody"]["content"]["application/json"]["example"].to_string();
        let asked = client.post(format!("{base_url}{path}")).header(header::AUTHORIZATION, format!("jwt {}", clara.0));
        let answer = asked.header(header::CONTENT_TYPE, "application/json").body(example.clone()).send().await;
        let answer = answer.expect("an answer");
        assert_eq!(answer.status().as_u16(), 201, "{path} {example}: {}", answer.text().await.unwrap_or_default());
        let parameters = tests::seen::parameters(&description, operation);
        let key = parameters.into_iter().find(|it| it["name"] == "X-Idempotency-Key");
        assert!(key.is_some_and(|key| key["example"].is_null()), "{path}: a key would be filled in");
    }
}

/// What has a line on an account for money takes the signatures of a payment of its amount.
#[tokio::test]
async fn no_money_leaves_past_the_rules_of_payments() {
    let (_service, base_url) = serve(&[]);
    tests::app::prepare_client().await;
    let client = reqwest::Client::new();
    let felix = Token::new("felix", &["cfo"], &[]);
    for kind in all_kinds() {
        let url = format!("{base_url}{}approval-rules/coverage?document_type={}", tests::app::PREFIX, kind.name);
        let asked = client.get(url).header(header::AUTHORIZATION, format!("jwt {}", felix.0));
        let answer = asked.send().await.expect("an answer").text().await.expect("text");
        let found: Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!((&found["less_than_payment"], &found["undecided"]), (&json!([]), &json!([])), "{answer}");
    }
}
