//! Groups of what nothing leads to: neither a pair, nor a text, nor the party. Their sums may come out by chance, so they are
//! proposed to a person and never sure.

use std::collections::BTreeMap;

use super::book::{Line, Transaction};
use super::candidate::Candidate;
use super::groups::{Left, Search, days, same_side};
use super::subset::{adding_up, members};
use crate::values::money::Minor;

/// Where more than this many are left in one window, a sum says nothing.
const MOST: usize = 200;
/// The most of one party, and the most lines, that are tried together.
const POOL: usize = 12;
/// The most lines of one transaction.
const PARTS: u32 = 3;
/// The most groups of one line and party, or of one transaction.
const KEPT: usize = 2;

/// Groups of these lines and transactions, both in the order of their dates.
pub fn groups<'b>(left: &Left<'_, 'b>) -> Vec<Candidate<'b>> {
    let Left { search, lines, transactions } = left;
    let of_lines = lines.iter().flat_map(|line| of_one_party(search, line, transactions));
    of_lines.chain(transactions.iter().flat_map(|each| parts(search, each, lines))).collect()
}

/// Transactions of any one party that add up to the line.
fn of_one_party<'b>(
    search: &Search<'_, 'b>,
    line: &'b Line<'b>,
    transactions: &[&'b Transaction<'b>],
) -> Vec<Candidate<'b>> {
    let window = search.index.window(transactions, line);
    if window.len() > MOST {
        return Vec::new();
    }
    let mut parties: BTreeMap<&str, Vec<&'b Transaction<'b>>> = BTreeMap::new();
    for each in window.iter().filter(|each| same_side(each.source.amount, line.source.amount)) {
        if let Some(party) = &each.party {
            parties.entry(party).or_default().push(each);
        }
    }
    let mut found = Vec::new();
    for mut pool in parties.into_values() {
        pool.sort_by_key(|each| (days(line, each), each.place));
        pool.truncate(POOL);
        found.extend(search.sums(line, &pool, true).into_iter().take(KEPT));
    }
    found
}

/// Lines of any counterparties that add up to the transaction.
fn parts<'b>(search: &Search<'_, 'b>, transaction: &'b Transaction<'b>, lines: &[&'b Line<'b>]) -> Vec<Candidate<'b>> {
    let is_early = |line: &&Line| {
        let days = transaction.source.date.signed_duration_since(line.source.date).num_days();
        days > i64::from(search.settings.days_after)
    };
    let from = lines.partition_point(is_early);
    let later = lines.get(from..).unwrap_or_default();
    let to = later.partition_point(|line| search.index.in_window(line, transaction));
    let window = later.get(..to).unwrap_or_default();
    if window.len() > MOST {
        return Vec::new();
    }
    let amount = transaction.source.amount;
    let mut pool: Vec<&'b Line<'b>> =
        window.iter().filter(|line| same_side(line.source.amount, amount)).copied().collect();
    pool.sort_by_key(|line| (days(line, transaction), line.place));
    pool.truncate(POOL);
    let amounts: Vec<Minor> = pool.iter().map(|line| line.source.amount).collect();
    let sets = adding_up(&amounts, amount, PARTS.min(search.settings.max_members));
    let group = |set| search.group(members(&pool, set).collect(), vec![transaction], true);
    sets.into_iter().take(KEPT).filter_map(group).collect()
}
