//! How the first person comes into new books. See docs/rules/operation.md#first-person.

use std::process::Output;

use tests::prelude::*;
use tests::process::run;

fn gl(app: &TestApp, arguments: &[&str]) -> Output {
    let public = ("GL_PUBLIC_URL", "https://books.example.com");
    run(arguments, &settings(&[("GL_DATABASE_URL", app.database.url()), public]))
}

/// Its exit code, and what it printed and complained of.
fn told(output: &Output) -> (Option<i32>, String, String) {
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (output.status.code(), out, err)
}

/// Whom the printed link signs in.
async fn signed_in(app: &TestApp, printed: &str) -> Option<String> {
    let secret = printed.strip_prefix("https://books.example.com/sign-in/link/")?.trim_end();
    app.engine().use_sign_in_link(secret).await.expect("asked").map(String::from)
}

async fn count(app: &TestApp, list: &str) -> i64 {
    let list = app.get(&format!("{list}?count=true&limit=1"), &app.admin()).await.expect(200);
    list["total"].as_i64().expect("a total")
}

const NOBODY: &str = "gl: nobody is recorded in these books yet: gl init --user YOU records the first administrator, and prints the \
    link that signs them in\n";

tests::on_both! {
    async fn the_first_person_is_an_administrator(app: TestApp) {
        assert_eq!(told(&gl(&app, &["login", "--user", "ann"])), (Some(1), String::new(), NOBODY.into()));
        let (code, out, err) = told(&gl(&app, &["init", "--user", "ann", "--name", "Ann Admin"]));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
        assert_eq!(signed_in(&app, &out).await.as_deref(), Some("ann"));
        let ann = app.get("users/ann", &app.admin()).await.expect(200);
        assert_eq!((ann.string("name"), ann["roles"].to_string()), ("Ann Admin", r#"["admin"]"#.to_owned()));
        // She may ask for another link; nobody else becomes one.
        assert_eq!(told(&gl(&app, &["init", "--user", "ann"])).0, Some(0));
        let refused = "gl: there are people in these books already: gl login --user U prints a link for one of them\n";
        assert_eq!(told(&gl(&app, &["init", "--user", "bob"])), (Some(1), String::new(), refused.into()));
        assert_eq!(count(&app, "users").await, 1);
        assert_eq!(told(&gl(&app, &["check"])).0, Some(0));
    }

    async fn a_template_is_shown_before_it_is_written(app: TestApp) {
        let init = ["init", "--user", "ann", "--template", "small-company-usd"];
        let (code, out, err) = told(&gl(&app, &init));
        assert_eq!((code, err.as_str()), (Some(0), ""));
        for said in ["  1000  Bank account (asset, bank)\n", "Fiscal year FY", "Nothing is written yet: --yes writes it."] {
            assert!(out.contains(said), "{said}: {out}");
        }
        assert_eq!((count(&app, "users").await, count(&app, "accounts").await), (0, 0));
        let other = told(&gl(&app, &["init", "--user", "ann", "--template", "small-company-eur", "--yes"]));
        assert_eq!(other, (Some(1), String::new(), "gl: the template is in EUR, and GL_BASE_CURRENCY is USD\n".into()));
        // Twice, as after an interruption.
        for _ in 0..2 {
            let (code, out, err) = told(&gl(&app, &["init", "--user", "ann", "--template", "small-company-usd", "--yes"]));
            assert_eq!((code, err.as_str()), (Some(0), ""));
            assert_eq!(signed_in(&app, &out).await.as_deref(), Some("ann"));
        }
        let written = (count(&app, "accounts").await, count(&app, "fiscal-years").await, count(&app, "accounting-periods").await);
        assert_eq!((written, count(&app, "approval-rules").await), ((26, 1, 12), 33));
        assert_eq!(told(&gl(&app, &["check"])).0, Some(0));
        // They are no books of the demo.
        assert_eq!(told(&gl(&app, &["demo"])).0, Some(1));
    }
}
