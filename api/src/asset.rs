//! Texts that are the same for all callers, made when the first asks and kept: sent without a copy, compressed once, and not sent
//! again to a client that has them.

use std::sync::Arc;

use hyper::body::Bytes;
use poem::http::{HeaderMap, HeaderValue, StatusCode, header};
use poem::{Endpoint, Request, Response};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::outgoing::{Shared, gzip_now, takes_gzip, vary};
use crate::problem::Problem;

/// One text.
#[derive(Clone)]
pub struct Asset(Arc<Parts>);

struct Parts {
    content_type: &'static str,
    cache: &'static str,
    text: Box<dyn Fn() -> Bytes + Send + Sync>,
    made: OnceCell<Made>,
}

struct Made {
    text: Bytes,
    /// Without the quotes.
    tag: String,
    gzip: Bytes,
}

impl Asset {
    /// `cache` is the `Cache-Control`; `text` is asked once, at the first request.
    pub fn new(
        content_type: &'static str,
        cache: &'static str,
        text: impl Fn() -> Bytes + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(Parts { content_type, cache, text: Box::new(text), made: OnceCell::new() }))
    }

    /// `Err`: it could not be made; the next request tries it again.
    async fn made(&self) -> Result<&Made, Problem> {
        let make = || async {
            let parts = Arc::clone(&self.0);
            let made = tokio::task::spawn_blocking(move || {
                let text = (parts.text)();
                let digest = engine::values::id::hex(&Sha256::digest(&text));
                Made { tag: digest.chars().take(32).collect(), gzip: gzip_now(&text).into(), text }
            });
            made.await.map_err(|error| Problem::internal(&error))
        };
        self.0.made.get_or_try_init(make).await
    }

    async fn answer(&self, asked: &HeaderMap) -> Result<Response, Problem> {
        let made = self.made().await?;
        let compress = takes_gzip(asked);
        // Each encoding is a text of its own.
        let tag = if compress { format!("\"{}-gzip\"", made.tag) } else { format!("\"{}\"", made.tag) };
        let mut response = Response::default();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.0.cache));
        vary(headers);
        if let Ok(value) = HeaderValue::try_from(&tag) {
            headers.insert(header::ETAG, value);
        }
        if has(asked, &made.tag) {
            response.set_status(StatusCode::NOT_MODIFIED);
            return Ok(response);
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.0.content_type));
        if compress {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response.extensions_mut().insert(Shared);
        response.set_body(if compress { made.gzip.clone() } else { made.text.clone() });
        Ok(response)
    }
}

/// Whether the client has the text already, in whatever encoding (`If-None-Match`, compared weakly as RFC 9110 says).
fn has(asked: &HeaderMap, tag: &str) -> bool {
    let lines = asked.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).map(str::trim).any(|given| {
        let opaque = given.strip_prefix("W/").unwrap_or(given).trim_matches('"');
        given == "*" || opaque.strip_suffix("-gzip").unwrap_or(opaque) == tag
    })
}

impl Endpoint for Asset {
    type Output = Response;

    async fn call(&self, request: Request) -> poem::Result<Response> {
        Ok(self.answer(request.headers()).await?)
    }
}
