//! Outgoing answers: compressed for clients that accept gzip, and counted until the client has read them. The count bounds the
//! memory that all answers take together.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::{StreamExt, stream};
use hyper::body::{Body as _, Bytes};
use poem::http::{HeaderMap, HeaderValue, header};
use poem::{Body, Response};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::download;
use crate::problem::Problem;

/// Answers below this size are not compressed: it saves nothing.
const TINY: u64 = 1024;
/// Answers up to this size are not counted, as the limit on connections bounds them. Larger ones are compressed on a blocking
/// thread.
const SMALL: usize = 64 * 1024;
/// How long an answer waits for memory that other answers occupy.
const TURN: Duration = Duration::from_secs(2);

/// Marks an answer whose bytes are shared by all requests for it.
#[derive(Clone, Copy, Debug)]
pub struct Shared;

/// The memory for answers, counted in pieces of [`SMALL`].
#[derive(Clone, Debug)]
pub struct Outgoing {
    pieces: Arc<Semaphore>,
    most: u32,
}

impl Outgoing {
    pub fn new(mebibytes: usize) -> Self {
        let most = u32::try_from(mebibytes.saturating_mul(16)).unwrap_or(u32::MAX).clamp(1, 1 << 24);
        Self { pieces: Arc::new(Semaphore::new(usize::try_from(most).unwrap_or(1))), most }
    }

    /// The answer as it is sent.
    pub async fn send(&self, response: Response, takes_gzip: bool) -> Response {
        let (mut parts, body) = hyper::Response::from(response).into_parts();
        let size = body.size_hint().exact();
        let is_text = is_text(&parts.headers);
        if is_text {
            vary(&mut parts.headers);
        }
        let compress = takes_gzip && is_text && size.is_none_or(|size| size >= TINY);
        if compress {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            parts.headers.remove(header::CONTENT_LENGTH);
        }
        let is_counted = parts.extensions.get::<Shared>().is_none();
        let body = Body::from(body);
        let body = match size {
            None if compress => gzip_stream(body),
            Some(size) if compress || (is_counted && usize::try_from(size).is_ok_and(|size| size > SMALL)) => {
                let Ok(bytes) = body.into_bytes().await else {
                    return Problem::internal("a body broke off").response();
                };
                let bytes = if compress { gzip(bytes).await } else { bytes };
                match self.count(bytes, is_counted).await {
                    Some(body) => body,
                    None => return Problem::unavailable("too many answers wait for their readers").response(),
                }
            }
            None | Some(_) => body,
        };
        let mut response = Response::default();
        response.set_status(parts.status);
        *response.headers_mut() = parts.headers;
        *response.extensions_mut() = parts.extensions;
        response.set_body(body);
        response
    }

    /// Counts the bytes until the kernel has the last of them, or the connection is closed. What is longer than an eighth of the memory
    /// waits in a file. `None`: there was no memory in time, or no file.
    async fn count(&self, bytes: Bytes, is_counted: bool) -> Option<Body> {
        if !is_counted || bytes.len() <= SMALL {
            return Some(bytes.into());
        }
        if bytes.len() > self.most_of_one() {
            return spooled(bytes).await;
        }
        let pieces = u32::try_from(bytes.len().div_ceil(SMALL)).unwrap_or(u32::MAX).min(self.most);
        let room = tokio::time::timeout(TURN, Arc::clone(&self.pieces).acquire_many_owned(pieces)).await;
        let room = room.ok()?.ok()?;
        Some(Bytes::from_owner(Counted { bytes, _room: room }).into())
    }

    /// The longest answer that waits in memory: an eighth of it all.
    fn most_of_one(&self) -> usize {
        usize::try_from(self.most / 8).unwrap_or(0).max(1).saturating_mul(SMALL)
    }
}

/// A body that waits in a file: in memory is the piece that is sent.
async fn spooled(bytes: Bytes) -> Option<Body> {
    let written = tokio::task::spawn_blocking(move || download::kept(&bytes)).await;
    match written {
        Ok(Ok(body)) => Some(body),
        Ok(Err(error)) => {
            tracing::warn!("no file for a long answer: {error}");
            None
        }
        Err(_) => None,
    }
}

/// Bytes that release their share of the memory when they are dropped.
struct Counted {
    bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Whether the answer is text and not compressed yet.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Events are sent one by one: in a compressed stream they would wait for each other.
    let is_text = (kind.starts_with("text/") && !kind.starts_with("text/event-stream"))
        || kind.starts_with("application/json")
        || kind.starts_with("application/problem+json");
    is_text && !headers.contains_key(header::CONTENT_ENCODING)
}

/// Makes caches keep one answer for each encoding.
pub fn vary(headers: &mut HeaderMap) {
    headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
}

/// Whether the client accepts gzip (RFC 9110): by name or by `*`, and not with a quality of 0.
pub fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    let mut by_star = false;
    for coding in lines.flat_map(|line| line.split(',')) {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = quality.trim().strip_prefix("q=").map_or("1", str::trim);
        let is_taken = quality.bytes().any(|digit| (b'1'..=b'9').contains(&digit));
        match name.trim() {
            "gzip" | "x-gzip" => return is_taken,
            "*" => by_star = is_taken,
            _ => {}
        }
    }
    by_star
}

/// Compresses the bytes. Writing to memory does not fail.
pub fn gzip_now(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

async fn gzip(bytes: Bytes) -> Bytes {
    if bytes.len() <= SMALL {
        return gzip_now(&bytes).into();
    }
    tokio::task::spawn_blocking(move || gzip_now(&bytes)).await.unwrap_or_default().into()
}

/// Compresses a body piece by piece. An error in the body ends the compressed one with the same error.
fn gzip_stream(body: Body) -> Body {
    let encoder = GzEncoder::new(Vec::new(), Compression::fast());
    let pieces = stream::unfold(Some((body.into_bytes_stream(), encoder)), |state| async move {
        let (mut pieces, mut encoder) = state?;
        loop {
            match pieces.next().await {
                Some(Ok(piece)) => {
                    if let Err(error) = encoder.write_all(&piece) {
                        return Some((Err(error), None));
                    }
                    let ready = std::mem::take(encoder.get_mut());
                    if !ready.is_empty() {
                        return Some((Ok(Bytes::from(ready)), Some((pieces, encoder))));
                    }
                }
                Some(Err(error)) => return Some((Err(error), None)),
                None => return Some((encoder.finish().map(Bytes::from), None)),
            }
        }
    });
    Body::from_bytes_stream(pieces.boxed())
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn plain(bytes: &[u8]) -> String {
        let mut text = String::new();
        flate2::read::GzDecoder::new(bytes).read_to_string(&mut text).expect("gzip");
        text
    }

    fn json(text: String) -> Response {
        Response::builder().content_type("application/json").body(text)
    }

    #[test]
    fn the_accept_encoding_header_decides() {
        for (text, taken) in [
            ("gzip", true),
            ("br, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip;q=0.0, *", false),
            ("*", true),
            ("*;q=0", false),
            ("identity", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, text.parse().expect("header"))]);
            assert_eq!(takes_gzip(&headers), taken, "{text}");
        }
    }

    #[tokio::test]
    async fn what_is_compressed_reads_the_same() {
        let outgoing = Outgoing::new(1);
        for text in ["x".repeat(2_000), "y".repeat(200_000)] {
            let sent = outgoing.send(json(text.clone()), true).await;
            assert_eq!((sent.header("content-encoding"), sent.header("vary")), (Some("gzip"), Some("Accept-Encoding")));
            assert_eq!(plain(&sent.into_body().into_vec().await.expect("bytes")), text);
            let sent = outgoing.send(json(text.clone()), false).await;
            assert_eq!(sent.header("content-encoding"), None);
            assert_eq!(sent.into_body().into_string().await.expect("text"), text);
        }
        assert_eq!(outgoing.send(json("{}".into()), true).await.header("content-encoding"), None);
        let pieces = stream::iter(["one ", "two"].map(|piece| Ok::<_, std::io::Error>(Bytes::from(piece))));
        let streamed = Response::builder().content_type("text/csv").body(Body::from_bytes_stream(pieces));
        let sent = outgoing.send(streamed, true).await;
        assert_eq!(plain(&sent.into_body().into_vec().await.expect("bytes")), "one two");
    }

    #[tokio::test]
    async fn answers_that_nobody_takes_are_bounded() {
        let outgoing = Outgoing::new(1);
        let large = || json("z".repeat(128 * 1024));
        let mut waiting = Vec::new();
        for _ in 0..8 {
            let sent = outgoing.send(large(), false).await;
            assert_eq!(sent.status().as_u16(), 200);
            waiting.push(sent);
        }
        assert_eq!(outgoing.send(large(), false).await.status().as_u16(), 503);
        assert_eq!(outgoing.send(json("{}".into()), false).await.status().as_u16(), 200);
        waiting.pop();
        assert_eq!(outgoing.send(large(), false).await.status().as_u16(), 200);
    }

    #[tokio::test]
    async fn no_single_answer_takes_more_than_an_eighth() {
        let outgoing = Outgoing::new(1);
        let text: String = (0..100_000).map(|number| number.to_string() + " ").collect();
        let mut slow = Vec::new();
        for _ in 0..20 {
            let sent = outgoing.send(json(text.clone()), false).await;
            assert_eq!(sent.status().as_u16(), 200);
            slow.push(sent);
        }
        assert_eq!(outgoing.send(json("z".repeat(128 * 1024)), false).await.status().as_u16(), 200);
        for sent in slow {
            assert_eq!(sent.into_body().into_string().await.expect("text"), text);
        }
    }
}
