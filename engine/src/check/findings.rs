//! What `gl check` found.

/// What was looked at, and what does not agree.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    pub documents: usize,
    pub postings: usize,
    pub balances: usize,
    pub differences: Vec<String>,
}
