//! Clients that send requests and never read the answers do not lock others out. `api/src/listener/paced.rs` ends a stalled write.

use std::time::{Duration, Instant};

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

/// The status of the answer to a request that has a connection of its own.
async fn status(app: &TestApp, path: &str) -> u16 {
    let asked = reqwest::Client::new().get(format!("{}{path}", app.base_url)).timeout(Duration::from_secs(10));
    asked.send().await.expect("an answer").status().as_u16()
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
    // They give way when they have stalled, which on a busy machine takes a while.
    let begun = Instant::now();
    while status(&app, "/openapi.json").await != 200 {
        assert!(begun.elapsed() < Duration::from_secs(15), "who never reads keeps the place");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for _ in 0..5 {
        assert_eq!(status(&app, "/livez").await, 200);
    }
    app.open_books().await;
    drop(silent);
}
