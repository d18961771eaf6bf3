//! hyper itself answers a request that it cannot read, such as a broken request line or header fields that are too large: with a
//! status and no body, before a handler sees it. This module replaces such an answer with a problem document.
//!
//! hyper writes its own answer in one piece behind whatever was written before, and closes the connection after it. Ours never
//! have an empty body, so it is known by that; and while a body of ours is under way nothing is: a piece of one may look the same.

mod under_way;

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Sleep;

pub use self::under_way::UnderWay;
use crate::problem::{CONTENT_TYPE, Problem};
use crate::request_id;

/// A connection whose unreadable requests get problem documents.
#[derive(Debug)]
pub struct Worded<S> {
    inner: S,
    under_way: UnderWay,
    instead: Option<Instead>,
    /// After such an answer: how much is still read and discarded, and until when. Closing a connection with unread bytes would
    /// cut off the answer before the client has it.
    left: Option<(usize, Pin<Box<Sleep>>)>,
}

/// How much is read and discarded after an unreadable request, and for how long.
const READ_ON: usize = 1 << 20;
const READ_ON_FOR: Duration = Duration::from_secs(1);

/// The bytes that are written in place of hyper's answer.
#[derive(Debug)]
struct Instead {
    text: Vec<u8>,
    written: usize,
    /// How many bytes of hyper's it stands for.
    stands_for: usize,
}

impl<S> Worded<S> {
    pub const fn new(inner: S, under_way: UnderWay) -> Self {
        Self { inner, under_way, instead: None, left: None }
    }

    /// Where hyper's own answer begins, and its status, when these bytes end with one.
    fn own_answer(&self, bytes: &[u8]) -> Option<(usize, u16)> {
        if self.under_way.is_set() { None } else { own_answer(bytes) }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Worded<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_read(cx, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Worded<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.instead.is_none() {
            match this.own_answer(bytes) {
                None => return Pin::new(&mut this.inner).poll_write(cx, bytes),
                Some((0, status)) => {
                    this.instead = Some(Instead { text: answer(status), written: 0, stands_for: bytes.len() });
                }
                Some((before, _)) => {
                    return Pin::new(&mut this.inner).poll_write(cx, bytes.get(..before).unwrap_or_default());
                }
            }
        }
        let Some(instead) = &mut this.instead else { return Poll::Ready(Ok(0)) };
        while let Some(rest) = instead.text.get(instead.written..).filter(|rest| !rest.is_empty()) {
            let written = ready!(Pin::new(&mut this.inner).poll_write(cx, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            instead.written = instead.written.saturating_add(written);
        }
        let stands_for = instead.stands_for.min(bytes.len());
        this.instead = None;
        this.left = Some((READ_ON, Box::pin(tokio::time::sleep(READ_ON_FOR))));
        Poll::Ready(Ok(stands_for))
    }

    /// Several pieces at once, so that large answers are not copied into one; hyper's own is the last piece, or the only one.
    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let last = pieces.iter().rfind(|piece| !piece.is_empty());
        if self.instead.is_none() && last.is_none_or(|last| self.own_answer(last).is_none()) {
            return Pin::new(&mut self.inner).poll_write_vectored(cx, pieces);
        }
        let first = pieces.iter().find(|piece| !piece.is_empty());
        self.poll_write(cx, first.map_or(&[], |first| first))
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        ready!(Pin::new(&mut this.inner).poll_shutdown(cx))?;
        let Some((left, until)) = &mut this.left else { return Poll::Ready(Ok(())) };
        let mut place = [0_u8; 8_192];
        while *left > 0 && until.as_mut().poll(cx).is_pending() {
            let mut buffer = ReadBuf::new(&mut place);
            let read = ready!(Pin::new(&mut this.inner).poll_read(cx, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                break;
            }
            *left = left.saturating_sub(buffer.filled().len());
        }
        Poll::Ready(Ok(()))
    }
}

fn own_answer(bytes: &[u8]) -> Option<(usize, u16)> {
    const BEGINNING: &[u8] = b"HTTP/1.1 4";
    // It is short; what is far before the end is ours.
    let from = bytes.len().saturating_sub(256);
    let tail = bytes.get(from..)?;
    let at = tail.windows(BEGINNING.len()).rposition(|window| window == BEGINNING)?;
    let own = std::str::from_utf8(tail.get(at..)?).ok()?;
    let head = own.strip_suffix("\r\n\r\n")?;
    let is_own = !head.contains("\r\n\r\n") && head.lines().any(|line| line == "content-length: 0");
    let status = head.get(9..12)?.parse().ok()?;
    is_own.then_some((from.saturating_add(at), status))
}

/// The problem as it goes over the wire.
fn answer(status: u16) -> Vec<u8> {
    let (reason, code, detail) = match status {
        414 => ("URI Too Long", "uri_too_long", "the path and query are longer than the service reads"),
        431 => (
            "Request Header Fields Too Large",
            "headers_too_large",
            "the request line and the header fields are more, or longer, than the service reads",
        ),
        _ => ("Bad Request", "broken_request", "this is no HTTP/1.1 request that the service reads"),
    };
    let document = Problem::new(status, code, detail).document();
    let id = document.get("request_id").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    let (body, id_header) = (document.to_string(), request_id::HEADER);
    let length = body.len();
    tracing::debug!(request_id = id, status, "a request could not be read");
    format!(
        "HTTP/1.1 {status} {reason}\r\ncontent-type: {CONTENT_TYPE}\r\n{id_header}: {id}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    const OWN: &str =
        "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
    const GOOD: &str = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

    async fn through(pieces: &[&str]) -> String {
        through_under_way(pieces, &UnderWay::default()).await
    }

    async fn through_under_way(pieces: &[&str], under_way: &UnderWay) -> String {
        let (ours, mut theirs) = tokio::io::duplex(16);
        let reads = tokio::spawn(async move {
            let mut text = String::new();
            theirs.read_to_string(&mut text).await.expect("text");
            text
        });
        let mut worded = Worded::new(ours, under_way.clone());
        for piece in pieces {
            worded.write_all(piece.as_bytes()).await.expect("written");
        }
        worded.shutdown().await.expect("ended");
        drop(worded);
        reads.await.expect("read")
    }

    #[tokio::test]
    async fn what_hyper_says_by_itself_becomes_a_problem() {
        for pieces in [vec![OWN], vec![GOOD, OWN], vec![&format!("{GOOD}{OWN}")]] {
            let text = through(&pieces).await;
            let (before, own) = text.split_at(text.rfind("HTTP/1.1").expect("an answer"));
            assert_eq!(before, if pieces.concat().starts_with(GOOD) { GOOD } else { "" });
            let (head, body) = own.split_once("\r\n\r\n").expect("a head");
            assert!(head.contains("connection: close") && head.contains(CONTENT_TYPE), "{head}");
            assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
            let problem: serde_json::Value = serde_json::from_str(body).expect("JSON");
            assert_eq!((&problem["status"], &problem["code"]), (&431.into(), &"headers_too_large".into()));
        }
    }

    #[tokio::test]
    async fn what_looks_so_within_a_body_stays() {
        let under_way = UnderWay::default();
        let body = under_way.sent("");
        assert_eq!(through_under_way(&[GOOD, OWN, OWN], &under_way).await, [GOOD, OWN, OWN].concat());
        drop(body);
        assert!(through_under_way(&[GOOD, OWN], &under_way).await.contains(CONTENT_TYPE));
    }

    #[tokio::test]
    async fn what_we_say_stays() {
        let ours = "HTTP/1.1 404 Not Found\r\ncontent-type: application/problem+json\r\ncontent-length: 2\r\n\r\n{}";
        for pieces in [vec![GOOD], vec![ours], vec![ours, GOOD], vec!["HTTP/1.1 4"], vec!["\r\n\r\n"]] {
            assert_eq!(through(&pieces).await, pieces.concat());
        }
    }
}
