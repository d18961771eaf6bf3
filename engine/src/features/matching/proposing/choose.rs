//! Which candidates are sure, how each line's are ranked, and why the next best lost.

use std::collections::{BTreeMap, BTreeSet};

use super::candidate::Candidate;
use super::evidence::AMOUNT_AND_DATE;
use super::index::Index;
use super::input::Settings;
use super::proposal::{Doubt, Proposal};
use super::words;

/// So many days further off, a payment of the same party and amount is another month's.
const DAYS_BETWEEN_RECURRING: u32 = 10;

/// Which candidates, by their place in the list, take each line and each transaction; best first.
#[derive(Default)]
struct Takers {
    of_line: BTreeMap<usize, Vec<usize>>,
    of_transaction: BTreeMap<usize, Vec<usize>>,
}

impl Takers {
    fn of(candidates: &[Candidate]) -> Self {
        let mut takers = Self::default();
        for (candidate, place) in candidates.iter().zip(0..) {
            candidate.lines.iter().for_each(|line| takers.of_line.entry(line.place).or_default().push(place));
            let transactions = candidate.transactions.iter();
            transactions.for_each(|each| takers.of_transaction.entry(each.place).or_default().push(place));
        }
        takers
    }

    /// All that take something of it, itself too, some of them twice.
    fn competing(&self, candidate: &Candidate) -> impl Iterator<Item = usize> {
        let lines = candidate.lines.iter().filter_map(|line| self.of_line.get(&line.place));
        let transactions = candidate.transactions.iter().filter_map(|each| self.of_transaction.get(&each.place));
        lines.chain(transactions).flatten().copied()
    }
}

/// The proposals of all lines, each line's best first.
pub fn choose<'b>(mut candidates: Vec<Candidate<'b>>, index: &Index<'b>, settings: &Settings) -> Vec<Proposal> {
    candidates.sort_unstable_by(Candidate::rank);
    let mut takers = Takers::of(&candidates);
    let firsts: BTreeSet<usize> = takers.of_line.values().filter_map(|list| list.first()).copied().collect();
    let is_sure = |place: &usize| {
        candidates.get(*place).is_some_and(|candidate| {
            doubt(candidate, index, settings).is_none() && !has_rival(candidate, *place, &candidates, &takers, settings)
        })
    };
    let sure: BTreeSet<usize> = firsts.into_iter().filter(is_sure).collect();
    let beaten: BTreeSet<usize> = (sure.iter().filter_map(|place| candidates.get(*place)))
        .flat_map(|candidate| takers.competing(candidate))
        .filter(|place| !sure.contains(place))
        .collect();
    for place in beaten {
        if let Some(candidate) = candidates.get_mut(place) {
            candidate.evidence.is_taken = true;
            candidate.points = candidate.evidence.points();
        }
    }
    for list in takers.of_line.values_mut() {
        list.sort_by(|one, other| match (candidates.get(*one), candidates.get(*other)) {
            (Some(one), Some(other)) => one.rank(other),
            _ => one.cmp(other),
        });
    }
    write(&candidates, &takers, &sure, index, settings)
}

/// The best of each line as proposals; a group stands at its first line, once.
fn write<'b>(
    candidates: &[Candidate<'b>],
    takers: &Takers,
    sure: &BTreeSet<usize>,
    index: &Index<'b>,
    settings: &Settings,
) -> Vec<Proposal> {
    let kept: BTreeSet<usize> =
        takers.of_line.values().flat_map(|list| list.iter().take(settings.max_proposals)).copied().collect();
    let mut proposals = Vec::new();
    for (line, list) in &takers.of_line {
        for (rank, place) in list.iter().enumerate().filter(|(_, place)| kept.contains(place)) {
            let Some(candidate) = candidates.get(*place) else { continue };
            if candidate.lines.first().is_none_or(|first| first.place != *line) {
                continue;
            }
            let next = list.get(rank.saturating_add(1)).and_then(|place| candidates.get(*place));
            let is_sure = sure.contains(place);
            proposals.push(Proposal {
                lines: ids(candidate.lines.iter().map(|line| &line.source.id)),
                transactions: ids(candidate.transactions.iter().map(|each| &each.source.id)),
                points: candidate.points,
                reasons: words::reasons(candidate),
                doubt: (!is_sure).then(|| doubt(candidate, index, settings).unwrap_or(Doubt::Rival)),
                next_best_lost: next.map(|next| words::why_lost(candidate, next)),
            });
        }
    }
    proposals
}

fn ids<'i>(ids: impl Iterator<Item = &'i String>) -> Vec<String> {
    let mut ids: Vec<String> = ids.cloned().collect();
    ids.sort();
    ids
}

/// What speaks against the candidate being sure, whatever its rivals are.
fn doubt<'b>(candidate: &Candidate<'b>, index: &Index<'b>, settings: &Settings) -> Option<Doubt> {
    let evidence = &candidate.evidence;
    if !evidence.is_equal {
        Some(Doubt::AmountsDiffer)
    } else if candidate.lines.iter().any(|line| line.takes_back) && !takes_back_too(candidate) {
        Some(Doubt::TakesBackAnother)
    } else if evidence.names_another || evidence.another_party {
        Some(Doubt::SpeaksAgainst)
    } else if evidence.may_be_chance {
        Some(Doubt::MayBeChance)
    } else if !evidence.is_named() && !evidence.is_of_party() {
        Some(Doubt::PartyUnknown)
    } else if candidate.points < settings.sure_at {
        Some(Doubt::TooFewPoints)
    } else if !evidence.is_named() && is_crowded(candidate, index, settings) {
        Some(Doubt::TooManyAlike)
    } else {
        None
    }
}

fn takes_back_too(candidate: &Candidate) -> bool {
    candidate.evidence.is_named() && candidate.transactions.iter().all(|each| each.says_return)
}

/// Whether something may compete that was not read: see [`Index`].
fn is_crowded<'b>(candidate: &Candidate<'b>, index: &Index<'b>, settings: &Settings) -> bool {
    let Some(amount) = candidate.lines.first().map(|line| line.source.amount) else { return true };
    let overflows = |key| index.overflowing.contains(&(amount, key));
    index.crowded.contains(&amount)
        && (candidate.points <= AMOUNT_AND_DATE.saturating_add(settings.rival_margin)
            || candidate.lines.iter().flat_map(|line| &line.keys).any(overflows)
            || candidate.transactions.iter().flat_map(|each| &each.keys).any(overflows))
}

fn has_rival(candidate: &Candidate, place: usize, all: &[Candidate], takers: &Takers, settings: &Settings) -> bool {
    let own = candidate.evidence.substance();
    takers.competing(candidate).filter(|other| *other != place).filter_map(|other| all.get(other)).any(|other| {
        candidate.points.saturating_sub(other.points) <= settings.rival_margin || is_alike(candidate, own, other)
    })
}

/// Two payments alike but for their days are not told apart by the days, unless they are as far apart as months are. Nor is one
/// payment told apart from several that add up to it.
fn is_alike(candidate: &Candidate, own: i32, other: &Candidate) -> bool {
    other.evidence.is_equal
        && other.evidence.substance() >= own
        && other.evidence.days < candidate.evidence.days.saturating_add(DAYS_BETWEEN_RECURRING)
}
