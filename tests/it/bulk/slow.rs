//! Who sends a large body slowly keeps no other bulk out. See docs/write-path.md#the-ways.

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::*;

const MIB: usize = 1024 * 1024;
/// Twice as many as bulks with a large body are carried out at a time.
const SLOW: usize = 8;

/// Begins a body of 2 MiB, sends a little more than the first of them, and then nothing.
async fn begin_and_stall(app: &TestApp) -> TcpStream {
    let address = app.base_url.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let head = format!(
        "POST /service/general-ledger/approvals/bulk HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Authorization: jwt {}\r\nContent-Length: {}\r\n\r\n",
        app.token("nobody", &[], &[]).0,
        2 * MIB
    );
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(&vec![b' '; MIB + 100_000]).await.expect("sent");
    stream
}

tests::on_both! {
    async fn who_sends_slowly_keeps_nobody_out(app: TestApp) {
        app.open_books().await;
        let mut slow = Vec::new();
        for _ in 0..SLOW {
            slow.push(begin_and_stall(&app).await);
        }
        let call = of(&[entry_named("JE-1", "5.00")], json!({})).to_string();
        let padded = format!("{call}{}", " ".repeat(2 * MIB));
        let sent = app.send_text(reqwest::Method::POST, "journal-entries/bulk", &app.clerk(), &[], Some(&padded)).await;
        assert_eq!(sent.expect(200)["succeeded"], 1);
        drop(slow);
    }
}
