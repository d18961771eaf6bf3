//! What can be done to matches: one file per action, each a pure command.

pub mod make;
pub mod unmatch;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::books::cleared::TransactionKey;
use crate::books::command::{Change, Changed, Found, Snapshot, Wanted};
use crate::features::bank_statements::Line;
use crate::features::matching::model::Match;
use crate::features::reconciliation::TransactionId;

/// The feature, as the kernel knows it.
pub const FEATURE: &str = "matching";

/// What a command about matches must know.
#[derive(Clone, Debug)]
pub enum WantedMatches {
    /// These lines, and the matches that they, and the transactions of the account that these ids may mean, are in.
    For { account_id: String, line_ids: Vec<String>, transactions: Vec<TransactionId> },
    /// These matches, and those of these lines.
    Matches { match_ids: Vec<String>, line_ids: Vec<String> },
}

/// The answer to [`WantedMatches`].
#[derive(Default, Debug)]
pub struct MatchState {
    pub lines: BTreeMap<String, Line>,
    /// By the ids of their lines.
    pub of_lines: BTreeMap<String, String>,
    /// Of the transactions that were asked for, the match that each is in.
    pub of_transactions: BTreeMap<TransactionKey, String>,
    /// By their own ids.
    pub matches: BTreeMap<String, Match>,
}

/// What a decision changes about matches.
#[derive(Clone, Debug)]
pub enum MatchChange {
    Make(Vec<Match>),
    /// These, by their ids.
    Unmake(Vec<String>),
}

impl Wanted for WantedMatches {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl Found for MatchState {}

impl Changed for MatchChange {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

impl From<MatchChange> for Change {
    fn from(change: MatchChange) -> Self {
        Self::OfFeature(Arc::new(change))
    }
}

/// What was asked for; nothing when it was not.
fn seen(snapshot: &Snapshot) -> Option<&MatchState> {
    snapshot.of_features.get::<MatchState>(FEATURE)
}
