//! The security headers of every answer. They forbid browsers to run foreign scripts, to show the page in a frame, to send a
//! referrer, and to cache figures.

use poem::http::{HeaderMap, HeaderName, HeaderValue, header};

/// For answers to programs: a browser may run and load nothing in them.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

/// For `/docs`: scripts and styles of this service alone. Swagger UI sets styles of single elements, and draws with images that it
/// carries in itself.
pub const DOCS: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Adds the headers that the answer does not set itself.
pub fn harden(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, NOTHING),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
}
