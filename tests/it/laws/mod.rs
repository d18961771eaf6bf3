//! What holds after any history: postings balance, nothing is posted twice, a closed period takes nothing.
pub(crate) mod histories;
mod trade;
