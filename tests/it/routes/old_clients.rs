//! Clients that speak HTTP/1.0: what they read has no chunks, and is what the service wrote.

use tests::prelude::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// As the HTTP library answers what it cannot read.
const LOOKS_SO: &str = "HTTP/1.1 400\r\ncontent-length: 0\r\n\r\n";

async fn ask(app: &TestApp, version: &str, path: &str) -> String {
    let address = app.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let head = format!(
        "GET /service/general-ledger/{path} HTTP/{version}\r\nHost: x\r\nConnection: close\r\nAuthorization: jwt {}\r\n\r\n",
        app.controller().0
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("read");
    text
}

tests::on_both! {
    async fn a_text_that_looks_like_an_answer_is_read_as_it_was_written(app: TestApp) {
        app.open_books().await;
        let memo = LOOKS_SO.repeat(20);
        let mut lines: Vec<Value> = (0..700).map(|_| with(debit(EXPENSE, "1.00"), json!({ "memo": memo }))).collect();
        lines.push(credit(CASH, "700.00"));
        app.posted(JOURNAL_ENTRY, with(entry_of(lines), json!({ "journal_entry_id": "JE-1" }))).await;
        let path = format!("reports/general-ledger?account_id={EXPENSE}&format=csv");
        let wanted = app.get(&path, &app.controller()).await.expect(200).text;
        assert_eq!(wanted.matches("HTTP/1.1 400").count(), 700 * 20);
        let text = ask(&app, "1.0", &path).await;
        let (_, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(body == wanted, "{} bytes are not the {} that were written", body.len(), wanted.len());
    }
}
