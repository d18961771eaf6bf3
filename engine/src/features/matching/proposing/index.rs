//! Where to look: transactions by amount, by reference and by what leads to their party, each list in date order.
//!
//! A list that has more than [`MOST`] in one window is not read to its end. What stays unread then gives its line no
//! more than amount and date, or the list's key is kept in `overflowing` and what bears it is not sure without being
//! named.

use std::collections::{BTreeMap, BTreeSet};

use super::book::{Line, PartyKey, Transaction};
use super::input::Settings;
use crate::values::money::Minor;

/// The most that is read of one list for one line.
pub const MOST: usize = 48;

type List<'b> = Vec<&'b Transaction<'b>>;

pub struct Index<'b> {
    settings: &'b Settings,
    by_amount: BTreeMap<Minor, List<'b>>,
    by_amount_and_party: BTreeMap<(Minor, &'b PartyKey), List<'b>>,
    by_party: BTreeMap<&'b PartyKey, List<'b>>,
    by_reference: BTreeMap<&'b str, List<'b>>,
    /// Amounts of which some line has more in its window than are read.
    pub crowded: BTreeSet<Minor>,
    /// The same of an amount and what leads to a party.
    pub overflowing: BTreeSet<(Minor, &'b PartyKey)>,
}

impl<'b> Index<'b> {
    pub fn of(transactions: &'b [Transaction<'b>], settings: &'b Settings) -> Self {
        let mut index = Self {
            settings,
            by_amount: BTreeMap::new(),
            by_amount_and_party: BTreeMap::new(),
            by_party: BTreeMap::new(),
            by_reference: BTreeMap::new(),
            crowded: BTreeSet::new(),
            overflowing: BTreeSet::new(),
        };
        for each in transactions {
            let amount = each.source.amount;
            index.by_amount.entry(amount).or_default().push(each);
            for key in &each.keys {
                index.by_amount_and_party.entry((amount, key)).or_default().push(each);
                index.by_party.entry(key).or_default().push(each);
            }
            each.references().into_iter().for_each(|key| index.by_reference.entry(key).or_default().push(each));
        }
        index
    }

    /// The transactions in the line's window that have its amount or nearly, in order. Those that nothing but the
    /// amount leads to are left out where there are too many of them.
    pub fn pairs_of(&mut self, line: &'b Line<'b>) -> List<'b> {
        let amount = line.source.amount;
        let mut found: BTreeMap<usize, &'b Transaction<'b>> = BTreeMap::new();
        let mut add = |list: &[&'b Transaction<'b>]| found.extend(list.iter().map(|each| (each.place, *each)));
        let equal = self.by_amount.get(&amount).map(|list| window(list, line, self.settings)).unwrap_or_default();
        add(nearest(equal, line));
        if equal.len() > MOST {
            self.crowded.insert(amount);
            for key in &line.keys {
                let Some((known, list)) = self.by_amount_and_party.get_key_value(&(amount, key)) else { continue };
                let list = window(list, line, self.settings);
                if list.len() > MOST {
                    self.overflowing.insert(*known);
                }
                add(nearest(list, line));
            }
        }
        add(&self.named_by(line));
        add(&self.near(line));
        found.into_values().filter(|each| self.is_near(amount, each.source.amount)).collect()
    }

    /// The transactions whose amount is nearly the line's: [`MOST`] and some more of the nearest amounts above, and below.
    fn near(&self, line: &Line) -> List<'b> {
        let amount = line.source.amount;
        let below = Minor(amount.0.saturating_sub(self.settings.tolerance.0.max(0)));
        let above = Minor(amount.0.saturating_add(self.settings.tolerance.0.max(0)));
        let mut less = self.by_amount.range(below..amount).rev();
        let mut more = self.by_amount.range(amount..=above).filter(|each| *each.0 != amount);
        let sides: [&mut dyn Iterator<Item = (&Minor, &List<'b>)>; 2] = [&mut less, &mut more];
        let mut found = List::new();
        for side in sides {
            let mut rest = MOST;
            for (_, list) in side {
                let list = nearest(window(list, line, self.settings), line);
                found.extend(list);
                rest = rest.saturating_sub(list.len().max(1));
                if rest == 0 {
                    break;
                }
            }
        }
        found
    }

    /// Whether the amounts are of one sign and apart by no more than the tolerance.
    fn is_near(&self, one: Minor, other: Minor) -> bool {
        let apart = one.checked_sub(other).and_then(Minor::magnitude);
        one.0.signum() == other.0.signum() && apart.is_ok_and(|apart| apart <= self.settings.tolerance.max(Minor::ZERO))
    }

    pub fn in_window(&self, line: &Line, transaction: &Transaction) -> bool {
        self.settings.in_window(line.source.date, transaction.source.date)
    }

    /// The part of a list, which is in date order, that is in the line's window.
    pub fn window<'l>(&self, list: &'l [&'b Transaction<'b>], line: &Line) -> &'l [&'b Transaction<'b>] {
        window(list, line, self.settings)
    }

    /// The transactions in the line's window that its texts name.
    pub fn named_by(&self, line: &Line) -> List<'b> {
        let lists = line.references.iter().filter_map(|key| self.by_reference.get(key));
        merged(lists.flat_map(|list| window(list, line, self.settings)))
    }

    /// The transactions in the line's window that its account, name or a learned rule leads to: the nearest of each key.
    pub fn of_party(&self, line: &Line) -> List<'b> {
        let lists = line.keys.iter().filter_map(|key| self.by_party.get(key));
        merged(lists.flat_map(|list| nearest(window(list, line, self.settings), line)))
    }
}

fn merged<'b: 'l, 'l>(lists: impl Iterator<Item = &'l &'b Transaction<'b>>) -> List<'b> {
    lists.map(|each| (each.place, *each)).collect::<BTreeMap<_, _>>().into_values().collect()
}

/// The part of a list that is in the line's window.
fn window<'l, 'b>(list: &'l [&'b Transaction<'b>], line: &Line, settings: &Settings) -> &'l [&'b Transaction<'b>] {
    let days = |each: &Transaction| each.source.date.signed_duration_since(line.source.date).num_days();
    let from = list.partition_point(|each| days(each) < i64::from(settings.days_before).saturating_neg());
    let to = list.partition_point(|each| days(each) <= i64::from(settings.days_after));
    list.get(from..to).unwrap_or_default()
}

/// The [`MOST`] of a list about the line's date.
fn nearest<'l, 'b>(list: &'l [&'b Transaction<'b>], line: &Line) -> &'l [&'b Transaction<'b>] {
    let middle = list.partition_point(|each| each.source.date < line.source.date);
    let half = MOST.checked_div(2).unwrap_or(0);
    let from = middle.saturating_sub(half).min(list.len().saturating_sub(MOST));
    list.get(from..from.saturating_add(MOST).min(list.len())).unwrap_or_default()
}
