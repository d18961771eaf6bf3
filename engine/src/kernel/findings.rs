//! What `gl check` found.

/// What was looked at, and what does not agree.
#[derive(Clone, Default, Debug)]
pub struct Findings {
    pub documents: usize,
    pub postings: usize,
    pub balances: usize,
    pub differences: Vec<String>,
    /// What agrees and should be looked at all the same.
    pub warnings: Vec<String>,
}

impl Findings {
    /// Adds rows that cannot be read, each once.
    pub fn unreadable(&mut self, mut named: Vec<String>) {
        named.sort();
        named.dedup();
        self.differences.extend(named);
    }
}
