//! Groups: a payment of several documents, a document paid in parts, or both at once by one counterparty.
//!
//! A group that the texts name is looked for always; one that only its party and its sum speak for, where nothing else
//! leads anywhere. Such a one may be sure only when the whole pool was small and its sum no chance, see
//! [`may_be_chance`]. What nothing leads to is left to [`super::leftover`]. Pools are small, so a line costs the same however many there are.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::book::{Line, PartyKey, Transaction};
use super::candidate::{self, Candidate};
use super::evidence::Evidence;
use super::index::Index;
use super::input::Settings;
use super::names::Bearers;
use super::subset::{self, adding_up, may_be_chance, members};
use crate::values::money::Minor;

/// The most that a pool takes of what only the party leads to.
const OF_PARTY: usize = 16;
/// The most groups that one search gives.
const KEPT: usize = 4;
/// The lines and the transactions of a pool of many to many.
const POOL: (usize, usize) = (8, 12);

pub struct Search<'s, 'b> {
    pub index: &'s Index<'b>,
    bearers: &'s Bearers,
    pub settings: &'s Settings,
    /// Lines and transactions of pairs that a text names: these are in no other group.
    explained: Places,
    /// Lines and transactions of pairs that a text or the party leads to.
    strong: Places,
}

/// Places of lines and of transactions.
type Places = (BTreeSet<usize>, BTreeSet<usize>);

fn places<'c, 'b: 'c>(candidates: impl Iterator<Item = &'c Candidate<'b>>) -> Places {
    let mut places = Places::default();
    for candidate in candidates {
        places.0.extend(candidate.lines.iter().map(|line| line.place));
        places.1.extend(candidate.transactions.iter().map(|each| each.place));
    }
    places
}

/// What nothing leads to, neither a pair, nor a text, nor the party.
pub struct Left<'s, 'b> {
    pub search: Search<'s, 'b>,
    pub lines: Vec<&'b Line<'b>>,
    pub transactions: Vec<&'b Transaction<'b>>,
}

/// Adds the groups to the pairs.
pub fn add<'s, 'b>(
    candidates: &mut Vec<Candidate<'b>>,
    lines: &'b [Line<'b>],
    transactions: &'b [Transaction<'b>],
    index: &'s Index<'b>,
    bearers: &'s Bearers,
    settings: &'s Settings,
) -> Left<'s, 'b> {
    let explained = places(candidates.iter().filter(|candidate| candidate.evidence.is_explained()));
    let strong = places(candidates.iter().filter(|candidate| candidate.evidence.is_strong()));
    let search = Search { index, bearers, settings, explained, strong };
    let mut found: BTreeMap<candidate::Places, Candidate<'b>> = BTreeMap::new();
    let mut keep = |groups: Vec<Candidate<'b>>| {
        found.extend(groups.into_iter().map(|group| (group.places(), group)));
    };
    let free = || lines.iter().filter(|line| !line.takes_back);
    free().for_each(|line| keep(search.one_to_many(line)));
    let (naming, of_party) = search.lines_of_transactions(free());
    for transaction in transactions {
        keep(search.many_to_one(transaction, naming.get(&transaction.place), of_party.get(&transaction.place)));
    }
    let named = found.values().filter(|group| group.evidence.is_named());
    let named: BTreeSet<usize> = named.flat_map(|group| &group.lines).map(|line| line.place).collect();
    let is_open = |line: &&Line| !named.contains(&line.place) && !search.strong.0.contains(&line.place);
    let left: Vec<&Line> = free().filter(is_open).collect();
    found.extend(search.many_to_many(&left).into_iter().map(|group| (group.places(), group)));
    let in_group: BTreeSet<usize> = found.values().flat_map(|group| &group.lines).map(|line| line.place).collect();
    let named = found.values().filter(|group| group.evidence.is_named());
    let named: BTreeSet<usize> = named.flat_map(|group| &group.transactions).map(|each| each.place).collect();
    let left: Vec<&Line> = left.into_iter().filter(|line| !in_group.contains(&line.place)).collect();
    let is_left = |place| !named.contains(&place) && !search.explained.1.contains(&place);
    let unnamed: Vec<&Transaction> = transactions.iter().filter(|each| is_left(each.place)).collect();
    candidates.extend(found.into_values());
    Left { search, lines: left, transactions: unnamed }
}

type LinesOf<'b> = BTreeMap<usize, Vec<&'b Line<'b>>>;

impl<'b> Search<'_, 'b> {
    fn one_to_many(&self, line: &'b Line<'b>) -> Vec<Candidate<'b>> {
        let amount = line.source.amount;
        let fits = |each: &&Transaction| same_side(each.source.amount, amount);
        let named: Vec<&'b Transaction<'b>> = self.index.named_by(line).into_iter().filter(fits).collect();
        if named.len() > 1 && Minor::sum(named.iter().map(|each| each.source.amount)) == Ok(amount) {
            return self.group(vec![line], named, false).into_iter().collect();
        }
        let of_named = self.sums(line, &named, false);
        if !of_named.is_empty() || self.explained.0.contains(&line.place) {
            return of_named;
        }
        let of_party = self.index.of_party(line).into_iter().filter(fits);
        let mut pool: Vec<&'b Transaction<'b>> = of_party.filter(|each| self.is_of_party(line, each)).collect();
        pool.sort_by_key(|each| {
            (Reverse(line.references.iter().any(|key| each.bears(key))), days(line, each), each.place)
        });
        let is_cut = pool.len() > OF_PARTY;
        pool.truncate(OF_PARTY);
        let is_free = |each: &&Transaction| !self.explained.1.contains(&each.place);
        let free: Vec<&'b Transaction<'b>> = pool.iter().copied().filter(is_free).collect();
        let of_free = self.sums(line, &free, is_cut);
        if of_free.is_empty() && free.len() < pool.len() { self.sums(line, &pool, true) } else { of_free }
    }

    fn is_of_party(&self, line: &Line, transaction: &Transaction) -> bool {
        Evidence::of_pair(line, transaction, self.bearers).is_of_party()
    }

    /// The groups of the pool's transactions that add up to the line.
    pub fn sums(&self, line: &'b Line<'b>, pool: &[&'b Transaction<'b>], is_cut: bool) -> Vec<Candidate<'b>> {
        if pool.len() < 2 {
            return Vec::new();
        }
        let amounts: Vec<Minor> = pool.iter().map(|each| each.source.amount).collect();
        let sets = adding_up(&amounts, line.source.amount, self.settings.max_members);
        let may_be_chance = is_cut || may_be_chance(&amounts, line.source.amount);
        let group = |set| self.group(vec![line], members(pool, set).collect(), may_be_chance);
        sets.into_iter().take(KEPT).filter_map(group).collect()
    }

    /// The lines that name each transaction, and those that their party leads to it.
    fn lines_of_transactions(&self, lines: impl Iterator<Item = &'b Line<'b>>) -> (LinesOf<'b>, LinesOf<'b>) {
        let (mut named, mut of_party): (LinesOf, LinesOf) = (BTreeMap::new(), BTreeMap::new());
        for line in lines {
            for transaction in self.index.named_by(line) {
                named.entry(transaction.place).or_default().push(line);
            }
            if self.explained.0.contains(&line.place) {
                continue;
            }
            for transaction in self.index.of_party(line) {
                if !self.explained.1.contains(&transaction.place) && self.is_of_party(line, transaction) {
                    of_party.entry(transaction.place).or_default().push(line);
                }
            }
        }
        (named, of_party)
    }

    fn many_to_one(
        &self,
        transaction: &'b Transaction<'b>,
        named: Option<&Vec<&'b Line<'b>>>,
        of_party: Option<&Vec<&'b Line<'b>>>,
    ) -> Vec<Candidate<'b>> {
        let amount = transaction.source.amount;
        for (lines, most) in [(named, subset::MOST), (of_party, OF_PARTY)] {
            let fitting = lines.into_iter().flatten().filter(|line| same_side(line.source.amount, amount));
            let mut pool: Vec<&'b Line<'b>> = fitting.copied().collect();
            pool.sort_by_key(|line| (days(line, transaction), line.place));
            let is_cut = pool.len() > most;
            pool.truncate(most);
            if pool.len() < 2 {
                continue;
            }
            let amounts: Vec<Minor> = pool.iter().map(|line| line.source.amount).collect();
            let sets = adding_up(&amounts, amount, self.settings.max_members);
            if !sets.is_empty() {
                let may_be_chance = is_cut || may_be_chance(&amounts, amount);
                let group = |set| self.group(members(&pool, set).collect(), vec![transaction], may_be_chance);
                return sets.into_iter().take(KEPT).filter_map(group).collect();
            }
        }
        Vec::new()
    }

    fn many_to_many(&self, left: &[&'b Line<'b>]) -> Vec<Candidate<'b>> {
        let mut found = Vec::new();
        let mut by_party: BTreeMap<&PartyKey, Vec<&'b Line<'b>>> = BTreeMap::new();
        for line in left {
            let keys = line.keys.iter().filter(|key| !matches!(key, PartyKey::Word(_)));
            keys.for_each(|key| by_party.entry(key).or_default().push(line));
        }
        for lines in by_party.values() {
            for start in 0..lines.len() {
                let pool: Vec<&'b Line<'b>> = lines.iter().skip(start).take(POOL.0).copied().collect();
                let Some(first) = pool.first().filter(|_| pool.len() > 1) else { continue };
                let mut others = self.index.of_party(first);
                others.retain(|each| {
                    same_side(each.source.amount, first.source.amount) && !self.strong.1.contains(&each.place)
                });
                others.sort_by_key(|each| (days(first, each), each.place));
                others.truncate(POOL.1);
                let taken = pool.iter().skip(1).filter_map(|line| line.source.amount.negated().ok());
                let amounts: Vec<Minor> = others.iter().map(|each| each.source.amount).chain(taken).collect();
                let sets = adding_up(&amounts, first.source.amount, self.settings.max_members);
                let groups = sets.into_iter().filter_map(|set| {
                    let transactions: Vec<_> = members(&others, set).collect();
                    let from = u32::try_from(others.len()).unwrap_or(0);
                    let rest = members(pool.get(1..).unwrap_or_default(), set.checked_shr(from).unwrap_or(0));
                    let lines: Vec<_> = std::iter::once(*first).chain(rest).collect();
                    (lines.len() > 1 && transactions.len() > 1).then(|| self.group(lines, transactions, true)).flatten()
                });
                found.extend(groups.take(KEPT));
            }
        }
        found
    }

    /// The group with its evidence: for each member its best pair, and of these the weakest. Nothing when a pair of it is
    /// out of the window or its sums differ.
    pub fn group(
        &self,
        mut lines: Vec<&'b Line<'b>>,
        mut transactions: Vec<&'b Transaction<'b>>,
        may_be_chance: bool,
    ) -> Option<Candidate<'b>> {
        lines.sort_by_key(|line| line.place);
        transactions.sort_by_key(|each| each.place);
        let sums = (
            Minor::sum(lines.iter().map(|line| line.source.amount)).ok()?,
            Minor::sum(transactions.iter().map(|each| each.source.amount)).ok()?,
        );
        let fits = |line: &Line, each: &Transaction| self.index.in_window(line, each);
        if sums.0 != sums.1 || !lines.iter().all(|line| transactions.iter().all(|each| fits(line, each))) {
            return None;
        }
        let pair = |line: &Line, each: &Transaction| Evidence::of_pair(line, each, self.bearers);
        let of_lines = lines
            .iter()
            .filter_map(|line| transactions.iter().map(|each| pair(line, each)).max_by_key(Evidence::points));
        let of_transactions = transactions
            .iter()
            .filter_map(|each| lines.iter().map(|line| pair(line, each)).max_by_key(Evidence::points));
        let mut evidence = of_lines.chain(of_transactions).reduce(Evidence::weakest)?;
        let size = lines.len().saturating_add(transactions.len());
        evidence.is_equal = true;
        evidence.names_another = lines.iter().any(|line| names_another(line, &transactions));
        evidence.may_be_chance = may_be_chance && !evidence.is_named();
        evidence.extra_members = u8::try_from(size.saturating_sub(2)).unwrap_or(u8::MAX);
        let points = evidence.points();
        Some(Candidate { lines: lines.into(), transactions: transactions.into(), evidence, points })
    }
}

/// Whether the line names a transaction out of the group, or a number of the form of its documents that is none of theirs.
fn names_another(line: &Line, group: &[&Transaction]) -> bool {
    let is_in = |key: &str| group.iter().any(|each| each.bears(key));
    let names_none = !line.references.iter().any(|key| is_in(key));
    let mut forms = group.iter().flat_map(|each| &each.forms);
    line.references.iter().any(|key| !is_in(key)) || names_none && forms.any(|form| line.forms.contains(form.as_str()))
}

pub fn same_side(one: Minor, other: Minor) -> bool {
    one.0.signum() == other.0.signum()
}

pub fn days(line: &Line, transaction: &Transaction) -> u64 {
    line.source.date.signed_duration_since(transaction.source.date).num_days().unsigned_abs()
}
