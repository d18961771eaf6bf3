//! Matches on the wire. See docs/rules/bank-statements.md#matching.

use engine::features::matching::model::Match;
use poem_openapi::Object;

use crate::schema::{Id, List, Reason, Required, Text, WireDate, WireTimestamp};

/// A payment's id, or `<document id>#<line number>`, either with the document type and a slash before it.
type TransactionId = Text<1, 120>;
/// The most lines, or transactions, of one match.
const MEMBERS: usize = 200;
/// The most that one call takes back.
const MANY: usize = 1000;

/// Lines and the bank transactions that they are.
#[derive(Object, Debug)]
pub struct MatchInput {
    /// Lines of the account's statements.
    pub line_ids: Required<List<Id, 1, MEMBERS>>,
    /// Bank transactions of the account, named as on a worksheet. None where nothing in the books belongs to the lines.
    pub transaction_ids: Option<List<TransactionId, 0, MEMBERS>>,
    /// Required where the sums differ, or nothing in the books is named.
    pub reason: Option<Reason>,
}

/// Which matches are taken back.
#[derive(Object, Debug)]
pub struct UnmatchInput {
    pub match_ids: Option<List<Id, 1, MANY>>,
    /// The matches that these lines are in.
    pub line_ids: Option<List<Id, 1, MANY>>,
}

/// Which proposals are accepted.
#[derive(Object, Debug)]
pub struct AcceptInput {
    /// Only those of these lines; all sure ones when left out.
    pub line_ids: Option<List<Id, 1, MANY>>,
}

/// A match.
#[derive(Object, Debug)]
#[oai(rename = "BankMatch")]
pub struct MatchView {
    pub match_id: String,
    pub account_id: String,
    pub line_ids: Vec<String>,
    /// Empty where nothing in the books belongs to the lines.
    pub transaction_ids: Vec<String>,
    pub reason: Option<String>,
    pub points: Option<i32>,
    /// The latest day of its lines.
    pub date: WireDate,
    pub matched_at: WireTimestamp,
    pub matched_by: String,
    /// The completed reconciliation that counts it: from then on it stays.
    pub completed_in: Option<String>,
}

impl From<&Match> for MatchView {
    fn from(made: &Match) -> Self {
        Self {
            match_id: made.match_id.clone(),
            account_id: made.account_id.clone(),
            line_ids: made.line_ids.clone(),
            transaction_ids: made.transactions.iter().map(|matched| matched.key.qualified()).collect(),
            reason: made.reason.clone(),
            points: made.points,
            date: made.last_date.into(),
            matched_at: made.matched_at.into(),
            matched_by: made.matched_by.clone(),
            completed_in: made.completed_in.as_ref().map(|(id, _)| id.clone()),
        }
    }
}

/// The matches that a call made, or took back.
#[derive(Object, Debug)]
pub struct Matches {
    pub matches: Vec<MatchView>,
}

impl Matches {
    pub fn of(made: &[Match]) -> Self {
        Self { matches: made.iter().map(MatchView::from).collect() }
    }
}

/// What a call accepted.
#[derive(Object, Debug)]
pub struct AcceptedProposals {
    pub matches: Vec<MatchView>,
    /// Whether there are more sure proposals than one call accepts: call again.
    pub has_more: bool,
}
