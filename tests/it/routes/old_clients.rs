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

/// Downloads are written in pieces of this size.
const PIECE: usize = 64 * 1024;

/// An entry before all others on the account, with a memo of this length.
async fn before(app: &TestApp, id: &str, amount: &str, memo: usize) {
    let line = with(debit(EXPENSE, amount), json!({ "memo": "x".repeat(memo) }));
    let entry = entry_of(vec![line, credit(CASH, amount)]);
    app.posted(JOURNAL_ENTRY, with(entry, json!({ "journal_entry_id": id }))).await;
}

tests::on_both! {
    async fn a_text_that_looks_like_an_answer_is_read_as_it_was_written(app: TestApp) {
        app.open_books().await;
        let memo = LOOKS_SO.repeat(20);
        let mut lines: Vec<Value> = (0..200).map(|_| with(debit(EXPENSE, "1.00"), json!({ "memo": memo }))).collect();
        lines.push(credit(CASH, "200.00"));
        app.posted(JOURNAL_ENTRY, with(entry_of(lines), json!({ "journal_entry_id": "JE-1" }))).await;
        // So that every balance has as many digits.
        before(&app, "A-1", "1000.00", 1).await;
        let path = format!("reports/general-ledger?account_id={EXPENSE}&format=csv");
        let read = async || app.get(&path, &app.controller()).await.expect(200).text;
        let first = read().await;
        // Another entry before them moves the text on by its row, until a piece ends where a look-alike does.
        before(&app, "A-2", "1.00", 1).await;
        let second = read().await;
        let row = second.len() - first.len() - 1;
        let ends = |memo: &usize| second.get(..PIECE - row - memo).is_some_and(|text| text.ends_with(LOOKS_SO));
        let memo = (1..900).find(ends).expect("a length");
        before(&app, "A-3", "1.00", memo).await;
        let wanted = read().await;
        assert!(wanted.get(..PIECE).is_some_and(|piece| piece.ends_with(LOOKS_SO)), "no piece ends so");
        let text = ask(&app, "1.0", &path).await;
        let (_, body) = text.split_once("\r\n\r\n").expect("a head");
        assert!(body == wanted, "{} bytes are not the {} that were written", body.len(), wanted.len());
    }
}
