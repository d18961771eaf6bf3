//! Matching of bank statement lines to the transactions of the bank's account. Pure: no clock, no store, no chance, and the
//! same answer for any order of the input.
//!
//! # Phases
//!
//! 1. `book` sorts both sides and folds their texts; `bounce` marks lines that take back an earlier line.
//! 2. `index` gives each line the transactions of its amount in its window, and those that its text names.
//! 3. `evidence` counts the points of each pair; `groups` looks for sums among what a text names or one party has.
//! 4. `choose` ranks, and says of each proposal whether it is sure, and if not, why not.
//!
//! # What is sure
//!
//! Equal amounts, enough points, a document, reference or party behind it, and no rival for any of its lines or
//! transactions within the margin. Two payments alike but for their days are rivals whatever their points.
//!
//! # Cost
//!
//! A line reads at most [`index::MOST`] of each list, so the cost grows with the lines, not with lines times transactions.

mod book;
mod bounce;
mod candidate;
mod choose;
mod evidence;
mod groups;
mod index;
mod input;
pub mod learn;
mod leftover;
mod names;
mod proposal;
mod references;
mod returns;
mod subset;
mod text;
mod words;

use std::collections::BTreeSet;

use smallvec::smallvec;

pub use input::{BankTransaction, Settings, StatementLine, TransactionKind};
pub use proposal::{Bounce, Doubt, Proposal, Proposals, ProposedEntry, Reason, ReasonKind};

use book::Line;
use candidate::Candidate;
use evidence::Evidence;
use index::Index;
use learn::Rule;

/// Compares lines that are not matched yet with transactions that are not matched yet.
pub fn propose(
    lines: &[StatementLine],
    transactions: &[BankTransaction],
    rules: &[Rule],
    settings: &Settings,
) -> Proposals {
    let (transactions, bearers) = book::transactions(transactions);
    let mut lines = book::lines(lines, &transactions, &bearers, rules);
    let bounces = bounce::mark(&mut lines);
    let mut index = Index::of(&transactions, settings);
    let mut candidates: Vec<Candidate> = Vec::new();
    for line in &lines {
        for transaction in index.pairs_of(line) {
            let evidence = Evidence::of_pair(line, transaction, &bearers);
            if !line.takes_back || evidence.is_named() {
                let points = evidence.points();
                candidates.push(Candidate {
                    lines: smallvec![line],
                    transactions: smallvec![transaction],
                    evidence,
                    points,
                });
            }
        }
    }
    let left = groups::add(&mut candidates, &lines, &transactions, &index, &bearers, settings);
    candidates.extend(leftover::groups(&left));
    let proposals = choose::choose(candidates, &index, settings);
    let entries = entries(&lines, &proposals, settings);
    Proposals { proposals, bounces, entries }
}

/// The entries that rules know of lines that no proposal with enough points takes.
fn entries(lines: &[Line], proposals: &[Proposal], settings: &Settings) -> Vec<ProposedEntry> {
    let good = proposals.iter().filter(|proposal| proposal.points >= settings.sure_at);
    let taken: BTreeSet<&str> = good.flat_map(|proposal| proposal.lines.iter().map(String::as_str)).collect();
    let free = lines.iter().filter(|line| !line.takes_back && !taken.contains(line.source.id.as_str()));
    free.filter_map(|line| {
        let (rule, agreeing) = learn::entry_of(&line.rules)?;
        let rules = agreeing.iter().map(|rule| rule.id.clone()).collect();
        Some(ProposedEntry { line: line.source.id.clone(), rules, effect: rule.effect.clone(), words: rule.words() })
    })
    .collect()
}
