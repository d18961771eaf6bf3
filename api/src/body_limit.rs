//! How large a body may be.

use poem::http::Method;

/// The largest body, but for that of a bulk.
pub const MAX_BYTES: usize = 1024 * 1024;
/// The largest body of a bulk.
pub const MAX_BULK_BYTES: usize = 16 * MAX_BYTES;

/// The largest file, which is kept on the disk while it is read.
pub const MAX_FILE_BYTES: usize = 64 * MAX_BYTES;

/// Whether the body of a request with this method and path is a file. It is no more in memory than a piece at a time.
pub fn is_file(method: &Method, path: &str) -> bool {
    *method == Method::POST && path == "/bank-statements"
}

/// The largest body of a request with this method and path, which is relative to the prefix.
pub fn most(method: &Method, path: &str) -> usize {
    if is_file(method, path) {
        return MAX_FILE_BYTES;
    }
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
