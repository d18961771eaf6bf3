//! A digest as it is kept.

/// SHA-256 over a document's content and lines, in hexadecimal, and the version of the form that it was taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digest {
    pub version: i64,
    pub hash: String,
}
