//! Proposals as a page shows them: what they take, their reasons as chips, and why somebody has to look.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::books::{OpenTransactions, Transaction};
use crate::interface::schema::{MatchProposal, MatchProposals, ProposalReason};
use crate::json::{Json, Members};
use crate::visit::Visit;

/// How many proposals a page shows of one line.
const MOST: usize = 6;

/// One proposal.
pub struct Offer {
    /// Tells the fields of its form apart on the page.
    pub id: String,
    pub is_sure: bool,
    pub points: i64,
    pub reasons: Vec<Reason>,
    pub doubt: String,
    /// The amounts differ, so that it asks for a reason.
    pub needs_reason: bool,
    pub line_ids: Vec<String>,
    pub transactions: Vec<Transaction>,
    /// Why the next best lost.
    pub lost: String,
}

/// A piece of evidence.
pub struct Reason {
    pub text: String,
    pub points: String,
    pub is_against: bool,
}

/// The proposals by the lines that they take.
pub struct Offers<'a>(BTreeMap<String, Vec<&'a Value>>);

impl<'a> Offers<'a> {
    pub fn of(answer: &'a Json) -> Self {
        let mut by_line: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
        for proposal in answer.list(MatchProposals::PROPOSALS) {
            for line in proposal.texts(MatchProposal::LINE_IDS) {
                by_line.entry(line).or_default().push(proposal);
            }
        }
        for of_line in by_line.values_mut() {
            // A group stands at its first line alone, among the proposals of that.
            of_line.sort_by_key(|proposal| {
                std::cmp::Reverse((proposal.flag(MatchProposal::IS_SURE), proposal.whole(MatchProposal::POINTS)))
            });
            of_line.truncate(MOST);
        }
        Self(by_line)
    }

    fn of_line(&self, line_id: &str) -> &[&'a Value] {
        self.0.get(line_id).map(Vec::as_slice).unwrap_or_default()
    }

    /// What the proposals of these lines take.
    pub fn transactions(&self, line_ids: &BTreeSet<String>) -> BTreeSet<String> {
        line_ids
            .iter()
            .flat_map(|id| self.of_line(id))
            .flat_map(|proposal| proposal.texts(MatchProposal::TRANSACTION_IDS))
            .collect()
    }

    /// The proposals of the line at this place of the page.
    pub fn shown(&self, visit: &Visit, line_id: &str, place: usize, books: &OpenTransactions) -> Vec<Offer> {
        let offers = self.of_line(line_id).iter().enumerate();
        offers.map(|(number, proposal)| offer(visit, proposal, format!("{place}-{number}"), books)).collect()
    }
}

fn offer(visit: &Visit, proposal: &Value, id: String, books: &OpenTransactions) -> Offer {
    let reason = |reason: &Value| {
        let points = reason.whole(ProposalReason::POINTS);
        let sign = if points > 0 { "+" } else { "" };
        Reason {
            text: reason.text(ProposalReason::TEXT),
            points: format!("{sign}{}", visit.reader.number(&points.to_string())),
            is_against: points < 0,
        }
    };
    Offer {
        id,
        is_sure: proposal.flag(MatchProposal::IS_SURE),
        points: proposal.whole(MatchProposal::POINTS),
        reasons: proposal.list(MatchProposal::REASONS).iter().map(reason).collect(),
        needs_reason: proposal.text(MatchProposal::DOUBT) == "amounts_differ",
        doubt: proposal.text(MatchProposal::DOUBT_TEXT),
        line_ids: proposal.texts(MatchProposal::LINE_IDS),
        transactions: proposal.texts(MatchProposal::TRANSACTION_IDS).iter().map(|id| books.find(id)).collect(),
        lost: proposal.text(MatchProposal::NEXT_BEST_LOST),
    }
}
