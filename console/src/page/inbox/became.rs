//! What became of the documents that were decided together.

/// What became of each.
pub struct Became {
    /// How many were decided, and how many refused.
    pub words: String,
    pub are_some_refused: bool,
    pub results: Vec<Outcome>,
}

/// What became of one.
pub struct Outcome {
    pub id: String,
    pub link: String,
    /// Its status now; empty when it was refused.
    pub status: String,
    pub problem: String,
}
