//! CORS: the other origins whose pages may call the service (`GL_CORS_ORIGINS`). Without the setting there are none.
//!
//! Only headers are added: a request of an origin that is not named is answered as any other, and its browser keeps the answer from
//! the page. No cookies are used, so credentials are not allowed.

use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use poem::{Request, Response};

const METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, DELETE");
const SENT: HeaderValue = HeaderValue::from_static(
    "Authorization, Content-Type, Accept, If-Match, If-None-Match, X-Idempotency-Key, X-Request-Id, traceparent, tracestate",
);
const SHOWN: HeaderValue = HeaderValue::from_static(
    "ETag, Location, X-Request-Id, Idempotent-Replayed, Retry-After, RateLimit, RateLimit-Policy, Content-Disposition, X-Replica-Lag-Ms",
);
/// How long a browser may remember what it was allowed: ten minutes.
const REMEMBERED: HeaderValue = HeaderValue::from_static("600");

/// The origins that are allowed, such as `https://books.example.com`; `*` allows all.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cors(Vec<String>);

impl Cors {
    /// Reads a list with commas. `Err` names the entry that is not an origin.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut origins = Vec::new();
        for origin in text.split(',').map(str::trim).filter(|origin| !origin.is_empty()) {
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            let fine = host.is_some_and(|host| {
                !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
            });
            if !fine && origin != "*" {
                return Err(format!("{origin:?} is no origin; it looks like https://books.example.com"));
            }
            origins.push(origin.to_ascii_lowercase());
        }
        Ok(Self(origins))
    }

    pub fn is_off(&self) -> bool {
        self.0.is_empty()
    }

    /// The caller's origin, when it is allowed.
    pub fn allowed(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(header::ORIGIN)?;
        let text = origin.to_str().ok()?;
        self.0.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(text)).then(|| origin.clone())
    }

    /// The answer to a browser's preflight request.
    pub fn preflight(&self, request: &Request) -> Option<Response> {
        let asks = request.method() == Method::OPTIONS
            && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        self.allowed(request.headers()).filter(|_| asks)?;
        let mut response = Response::default();
        response.set_status(StatusCode::NO_CONTENT);
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, METHODS);
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, SENT);
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, REMEMBERED);
        Some(response)
    }

    /// Lets the page see the answer.
    pub fn mark(&self, origin: Option<HeaderValue>, headers: &mut HeaderMap) {
        if self.is_off() {
            return;
        }
        headers.append(header::VARY, HeaderValue::from_static("Origin"));
        if let Some(origin) = origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, SHOWN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_read() {
        for fine in ["", "https://a.example", "http://localhost:3000, https://b.example", "*", "http://[::1]:80"] {
            assert!(Cors::parse(fine).is_ok(), "{fine}");
        }
        for wrong in ["a.example", "https://", "https://a/b", "ftp://a", "null"] {
            assert!(Cors::parse(wrong).is_err_and(|told| told.contains(wrong)), "{wrong}");
        }
        assert!(Cors::parse(" ").is_ok_and(|cors| cors.is_off()));
    }

    #[test]
    fn only_those_that_are_named_are_allowed() {
        let cors = Cors::parse("https://a.example").expect("an origin");
        for (origin, allowed) in [
            ("https://a.example", true),
            ("https://A.example", true),
            ("https://a.example.evil", false),
            ("null", false),
        ] {
            let headers = HeaderMap::from_iter([(header::ORIGIN, origin.parse().expect("header"))]);
            assert_eq!(cors.allowed(&headers).is_some(), allowed, "{origin}");
        }
    }
}
