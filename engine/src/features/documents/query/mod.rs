//! Reads of documents for callers: permission, filter and page in, domain values out.

pub mod applications;
pub mod documents;
pub mod pending;
pub mod reconciled;
pub mod returned;
pub mod unposted;
