//! The least HTTP client: one kept connection, one request at a time. What it costs is taken from the service it measures,
//! for both run on the same machine.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct Client {
    stream: TcpStream,
    host: String,
    buffer: Vec<u8>,
}

pub struct Response {
    pub status: u16,
    pub body: String,
}

impl Client {
    /// To `http://host:port`.
    pub async fn connect(base_url: &str) -> Self {
        let host = base_url.trim_start_matches("http://").to_owned();
        let stream = TcpStream::connect(&host).await.expect("the service listens");
        stream.set_nodelay(true).expect("no delay");
        Self { stream, host, buffer: Vec::with_capacity(16_384) }
    }

    /// A POST; an empty body is none.
    pub async fn post(&mut self, path: &str, token: &str, body: &str) -> Response {
        let content = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: jwt {token}\r\n{content}Content-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await.expect("the request is sent");
        self.answer().await
    }

    pub async fn get(&mut self, path: &str, token: &str) -> Response {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: jwt {token}\r\n\r\n", self.host);
        self.stream.write_all(request.as_bytes()).await.expect("the request is sent");
        self.answer().await
    }

    async fn answer(&mut self) -> Response {
        self.buffer.clear();
        let mut whole = None;
        loop {
            let read = self.stream.read_buf(&mut self.buffer).await.expect("the answer is read");
            assert!(read > 0, "the service closed the connection");
            if whole.is_none() {
                let end = self.buffer.windows(4).position(|four| four == b"\r\n\r\n");
                whole = end.map(|end| (end, end + 4 + length(&String::from_utf8_lossy(&self.buffer[..end]))));
            }
            if let Some((end, whole)) = whole
                && self.buffer.len() >= whole
            {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let head = text(&self.buffer[..end]);
                let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status line");
                return Response { status, body: text(&self.buffer[end + 4..whole]) };
            }
        }
    }
}

fn length(head: &str) -> usize {
    let fields = head.lines().filter_map(|line| line.split_once(':'));
    let mut lengths = fields.filter(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    lengths.next().and_then(|(_, value)| value.trim().parse().ok()).expect("an answer of known length")
}
