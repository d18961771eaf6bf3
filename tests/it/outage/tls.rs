//! TLS to the database, by the parameters of its URL: `sslmode=require` encrypts, `verify-full` with `sslrootcert` also
//! verifies the server's certificate and name.

use tests::postgres::own::{Server, self_signed};
use tests::prelude::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_is_reached_by_tls() {
    let server = Server::start_with_tls();
    server.run("CREATE DATABASE gl").await;
    server.who_may_enter("hostnossl gl all 127.0.0.1/32 reject").await;
    let url = |words: &str| format!("{}?{words}", server.url("gl"));
    let root = server.certificate();
    let require = url("sslmode=require");
    let verified = url(&format!("sslmode=verify-full&sslrootcert={}", root.display()));

    let app = TestApp::start_on(Database::at(require), &[]).await;
    app.open_books().await;
    app.post("journal-entries", &app.clerk(), entry_named("JE-1", "5.00")).await.expect(201);
    app.end().check().await;
    let app = TestApp::start_on(Database::at(verified.clone()), &[]).await;
    app.get("journal-entries/JE-1", &app.clerk()).await.expect(200);
    app.end().check().await;

    let other = self_signed(&server.folder, "other");
    let nobody = server.folder.join("nobody.crt");
    for (wrong, said) in [
        (url("sslmode=disable"), "no encryption"),
        (url(&format!("sslmode=verify-full&sslrootcert={}", other.display())), "certificate"),
        (url(&format!("sslmode=verify-ca&sslrootcert={}", other.display())), "certificate"),
        // The public root certificates do not include this one.
        (url("sslmode=verify-full"), "certificate"),
        (url(&format!("sslmode=verify-full&sslrootcert={}", nobody.display())), "No such file"),
        (verified.replace("127.0.0.1", "127.0.0.2"), "127.0.0.2"),
    ] {
        let told = tests::process::run(&["check"], &settings(&[("GL_DATABASE_URL", &wrong)]));
        let text = String::from_utf8_lossy(&told.stderr).into_owned();
        assert!(!told.status.success(), "{wrong} was let in");
        assert!(text.lines().count() == 1 && text.starts_with("gl: ") && text.contains(said), "{wrong}: {text}");
    }
}
