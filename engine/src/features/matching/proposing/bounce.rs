//! Lines that take back an earlier line: returned direct debits, unpaid cheques, recalls.
//!
//! Such a line has the opposite amount of an earlier one and either bears the same end-to-end id or bank reference, or
//! says that it is a return and comes from the same counterparty. One that says it is a return is a bounce even where the
//! line that it takes back is not in the statement.

use std::collections::{BTreeMap, BTreeSet};

use super::book::{Line, PartyKey};
use super::proposal::Bounce;
use super::references::Runs;
use super::returns::says_return;
use crate::values::money::Minor;

/// How many days after a line it may be taken back: direct debits may be returned for eight weeks.
const DAYS: i64 = 60;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Tie {
    /// An end-to-end id or bank reference: enough by itself.
    Id(String),
    /// Only together with words that say so.
    Party(PartyKey),
}

fn ties(line: &Line) -> Vec<Tie> {
    let ids = [&line.source.end_to_end_id, &line.source.bank_reference];
    let ids = ids.into_iter().filter_map(|id| Runs::of(id).reference_key()).map(Tie::Id);
    ids.chain(line.keys.iter().cloned().map(Tie::Party)).collect()
}

/// Marks the lines that take back an earlier one. A line is taken back once, the latest that fits first.
pub fn mark(lines: &mut [Line]) -> Vec<Bounce> {
    let mut bounces = Vec::new();
    let mut earlier: BTreeMap<(Minor, Tie), Vec<usize>> = BTreeMap::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    let dates: Vec<_> = lines.iter().map(|line| (line.source.date, line.source.id.as_str())).collect();
    for line in lines.iter_mut() {
        let says = says_return(&line.source.text);
        let ties = ties(line);
        let opposite = line.source.amount.negated().ok();
        let mut found: Option<usize> = None;
        for tie in ties.iter().filter(|tie| says || matches!(tie, Tie::Id(_))) {
            let Some(list) = opposite.and_then(|amount| earlier.get_mut(&(amount, tie.clone()))) else { continue };
            while list.last().is_some_and(|place| taken.contains(place)) {
                list.pop();
            }
            let latest = list.last().copied().filter(|place| {
                dates.get(*place).is_some_and(|it| line.source.date.signed_duration_since(it.0).num_days() <= DAYS)
            });
            found = found.max(latest);
        }
        let original = found.and_then(|place| dates.get(place));
        if says || original.is_some() {
            line.takes_back = true;
            taken.extend(found);
            let words = original.map_or_else(
                || "its text says that it is a return".to_owned(),
                |(date, id)| format!("it takes back line {id} of {date}"),
            );
            let takes_back = original.map(|(_, id)| (*id).to_owned());
            bounces.push(Bounce { line: line.source.id.clone(), takes_back, words });
        } else {
            for tie in ties {
                earlier.entry((line.source.amount, tie)).or_default().push(line.place);
            }
        }
    }
    bounces
}
