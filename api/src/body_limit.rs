//! How large a body may be.

use poem::http::Method;

/// The largest body, but for that of a bulk.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The largest body of a bulk.
pub const MAX_BULK_BYTES: usize = 16 * MAX_BYTES;

/// The largest body of a request with this method and path, which is relative to the prefix.
pub fn most(method: &Method, path: &str) -> usize {
    if *method == Method::POST && is_bulk(path) { MAX_BULK_BYTES } else { MAX_BYTES }
}

/// Whether a POST to this path is a bulk.
fn is_bulk(path: &str) -> bool {
    let segments: Vec<&str> = path.split('/').collect();
    matches!(segments.as_slice(), ["", _, "bulk"])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_a_bulk() {
        for (path, is) in [
            ("/bills/bulk", true),
            ("/approvals/bulk", true),
            ("/bills/bulk/approve", false),
            ("/bulk", false),
            ("/bills/B-1", false),
        ] {
            assert_eq!(is_bulk(path), is, "{path}");
        }
        assert_eq!(most(&Method::PUT, "/bills/bulk"), MAX_BYTES);
    }
}
