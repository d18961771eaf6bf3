//! `gl` at a terminal: it prints little, one line for an error, and nothing when the reader of its output is gone.

use std::path::PathBuf;

use jsonwebtoken::{DecodingKey, Validation, decode};
use tests::app::PREFIX;
use tests::prelude::*;
use tests::process::{run, run_unread};

fn books() -> String {
    let folder = tests::scratch::folder(&format!("command-line-{}", tests::scratch::number()));
    format!("sqlite://{}", folder.join("gl.db").display())
}

fn said(output: &std::process::Output) -> (String, String) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_is_piped_into_head_ends_without_a_word() {
    let given = settings(&[("GL_DATABASE_URL", &books())]);
    assert!(run(&["demo"], &given).status.success());
    let commands: [&[&str]; 7] = [
        &["openapi"],
        &["audit", "export"],
        &["audit", "head"],
        &["check"],
        &["migrate", "status"],
        &["token", "--user", "ann", "--role", "clerk"],
        &["completions", "bash"],
    ];
    for arguments in commands {
        let ended = run_unread(arguments, &given);
        // What a shell shows for a program that SIGPIPE ended.
        assert_eq!((ended.status.code(), said(&ended).1.as_str()), (Some(141), ""), "gl {arguments:?}");
    }
}

#[tokio::test]
async fn a_start_is_one_line_and_a_request_another() {
    let url = books();
    let new = Process::serve(&url, &settings(&[]));
    assert!(new.log().contains("nobody is recorded in these books yet: gl init"), "{}", new.log());
    drop(new);
    let given = settings(&[("GL_DATABASE_URL", &url), ("GL_PUBLIC_URL", "https://books.example.com")]);
    assert!(run(&["init", "--user", "ann"], &given).status.success());
    let service = Process::serve(&url, &settings(&[]));
    // A busy machine may add warnings of slow statements; apart from those a good start logs one line.
    let told = |service: &Process| service.log().lines().filter(|line| !line.contains(" WARN ")).count();
    assert_eq!(told(&service), 1, "{}", service.log());
    tests::app::prepare_client().await;
    let list = format!("{}{PREFIX}accounts", service.base_url);
    let answer = reqwest::Client::new().get(list).send().await.expect("an answer");
    assert_eq!(answer.status().as_u16(), 401);
    let line = loop {
        match service.log().lines().find(|line| line.contains(" request_id=")) {
            Some(line) => break line.to_owned(),
            None => tokio::time::sleep(std::time::Duration::from_millis(5)).await,
        }
    };
    let ms = line.split_once(" ms=").and_then(|(_, rest)| rest.split_whitespace().next()).expect("ms");
    let decimals = ms.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    assert!(decimals <= 1, "{line}");
}

#[test]
fn books_in_another_currency_are_told_in_one_line() {
    let url = books();
    assert!(run(&["demo"], &settings(&[("GL_DATABASE_URL", &url)])).status.success());
    let other = settings(&[("GL_DATABASE_URL", &url), ("GL_BASE_CURRENCY", "EUR")]);
    for arguments in [["serve"].as_slice(), &["worker"], &["demo"], &["check"], &["audit", "head"]] {
        let ended = run(arguments, &other);
        let wanted = "gl: these books are kept in USD; GL_BASE_CURRENCY says EUR\n".to_owned();
        assert_eq!((ended.status.code(), said(&ended)), (Some(1), (String::new(), wanted)), "gl {arguments:?}");
    }
}

tests::on_both! {
    /// It was started while nothing was posted, and the currency was not fixed yet.
    async fn a_process_with_another_currency_writes_nothing(app: TestApp) {
        let other = settings(&[("GL_BASE_CURRENCY", "EUR"), ("GL_WORKERS", "none")]);
        let other = Process::serve(app.database.url(), &other);
        app.open_books().await;
        app.posted(JOURNAL_ENTRY, entry("5.00")).await;
        let account = json!({ "account_id": "1999", "account_name": "Late", "account_type": "asset" }).to_string();
        let asked = app.client.post(format!("{}{PREFIX}accounts", other.base_url)).body(account);
        let asked = asked.header("Authorization", format!("jwt {}", app.admin().0)).header("Content-Type", "application/json");
        let answer = asked.send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 503, "{}", answer.text().await.unwrap_or_default());
        // The log comes through a pipe, and may be read after the answer.
        let told = || other.log().contains("these books are kept in USD; GL_BASE_CURRENCY says EUR");
        for _ in 0..500 {
            if told() {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        assert!(told(), "{}", other.log());
    }
}

#[test]
fn wrong_use_ends_with_two_and_wrong_values_are_one_line() {
    for (arguments, lines) in [
        (["worker", "--concurrency", "0"].as_slice(), 1),
        (&["serve", "--max-connections", "0"], 1),
        (&["serve", "--listen", "nowhere"], 1),
        (&["no-such-command"], 3),
    ] {
        let ended = run(arguments, &settings(&[]));
        let (out, err) = said(&ended);
        assert_eq!((ended.status.code(), out.as_str()), (Some(2), ""), "gl {arguments:?}: {err}");
        assert!(if lines == 1 { err.lines().count() == 1 } else { err.lines().count() >= lines }, "{err}");
    }
}

#[test]
fn a_secret_file_signs_as_its_secret_does() {
    let key = tests::scratch::folder(&format!("command-line-{}", tests::scratch::number())).join("key");
    std::fs::write(&key, format!("{}\n", tests::token::SECRET)).expect("written");
    let from_file = [("GL_JWT_SECRET_FILE".to_owned(), key.display().to_string())].into();
    let token = said(&run(&["token", "--user", "ann"], &from_file)).0;
    assert_eq!(token.trim().split('.').count(), 3, "{token}");
    let both = settings(&[("GL_JWT_SECRET_FILE", key.to_str().expect("UTF-8"))]);
    let told = said(&run(&["token", "--user", "ann"], &both)).1;
    assert!(told.contains("GL_JWT_SECRET and GL_JWT_SECRET_FILE are both given"), "{told}");
}

/// A token of the people in the books has what is recorded for them, and one of nobody says that it has nothing.
#[test]
fn a_token_has_the_roles_that_are_recorded() {
    let given = settings(&[("GL_DATABASE_URL", &books())]);
    let roles = |arguments: &[&str]| {
        let (token, told) = said(&run(arguments, &given));
        let key = DecodingKey::from_secret(tests::token::SECRET.as_bytes());
        let claims = decode::<Value>(token.trim(), &key, &Validation::default()).expect("a token").claims;
        (claims["roles"].clone(), told)
    };
    let (none, told) = roles(&["token", "--user", "max"]);
    assert_eq!(none, json!([]), "{told}");
    assert!(told.contains("there are no books") && told.contains("--role"), "{told}");
    assert!(run(&["demo"], &given).status.success());
    assert_eq!(roles(&["token", "--user", "max"]), (json!(["manager"]), String::new()));
    assert_eq!(roles(&["token", "--user", "max", "--role", "clerk"]), (json!(["clerk"]), String::new()));
    let (none, told) = roles(&["token", "--user", "nobody"]);
    assert_eq!(none, json!([]), "{told}");
    assert!(told.contains("no roles are recorded for nobody"), "{told}");
}

#[test]
fn completions_and_manual_pages_are_made() {
    for (shell, mark) in [("bash", "complete -F _gl"), ("zsh", "#compdef gl"), ("fish", "complete -c gl")] {
        let (out, err) = said(&run(&["completions", shell], &settings(&[])));
        assert!(out.contains(mark) && err.is_empty(), "{shell}: {err}");
    }
    let folder: PathBuf = tests::scratch::folder(&format!("command-line-{}", tests::scratch::number())).join("man");
    assert!(run(&["man", folder.to_str().expect("UTF-8")], &settings(&[])).status.success());
    for (page, text) in [("gl.1", "gl\\-serve(1)"), ("gl-serve.1", "GL_LISTEN"), ("gl-audit-verify.1", "\\-\\-head")] {
        let written = std::fs::read_to_string(folder.join(page)).expect(page);
        assert!(written.contains(text), "{page}: {written}");
    }
}
