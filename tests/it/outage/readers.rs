//! Clients that send requests and never read the answers do not lock others out. `api/src/listener/paced.rs` ends a stalled write.

use std::time::Duration;

use tests::prelude::*;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

const MOST: usize = 24;

/// Requests more than the kernel buffers, and reads none of it.
async fn ask_and_never_read(address: std::net::SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let mut stream = socket.connect(address).await.expect("connected");
    stream.write_all(b"GET /docs/swagger-ui.js HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("asked");
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_reads_gives_way_to_who_does() {
    let most = MOST.to_string();
    let app = TestApp::start_with(Backend::Sqlite, &[("GL_MAX_CONNECTIONS", &most)]).await;
    let address = app.base_url.trim_start_matches("http://").parse().expect("an address");
    let mut silent = Vec::new();
    for _ in 0..MOST * 2 {
        silent.push(ask_and_never_read(address).await);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    for _ in 0..5 {
        // Each request has a connection of its own.
        let client = reqwest::Client::new();
        let answered = client.get(format!("{}/livez", app.base_url)).timeout(Duration::from_secs(10)).send().await;
        assert_eq!(answered.expect("an answer").status(), 200);
    }
    app.open_books().await;
    drop(silent);
}
