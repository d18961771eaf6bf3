//! Rules offered after two like decisions. What a decision contradicts is not offered.

use std::collections::{BTreeMap, BTreeSet};

use super::super::input::StatementLine;
use super::super::text::{account_key, words};
use super::effect::Effect;
use super::rule::{Condition, Direction, Rule, hold, in_words};
use super::sequence;

/// So many like decisions make an offer.
const LIKE: usize = 2;
/// The most sequences that are kept apart for one effect.
const CLUSTERS: usize = 50;

/// What a person did with a line, as the effect that a rule would have.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Decision {
    pub line: StatementLine,
    pub effect: Effect,
}

/// A rule that may be kept, and the lines whose decisions speak for it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Offer {
    pub conditions: Vec<Condition>,
    pub effect: Effect,
    /// Ids of the lines, in ascending order.
    pub because: Vec<String>,
    pub words: String,
}

impl Offer {
    pub fn into_rule(self, id: String) -> Rule {
        Rule { id, conditions: self.conditions, effect: self.effect, is_active: true }
    }
}

/// The rules that these decisions speak for, in the order of their conditions. A rule with the conditions of one that is kept
/// already, active or not, is not offered again.
pub fn offers(decisions: &[Decision], known: &[Rule]) -> Vec<Offer> {
    let mut sorted: Vec<&Decision> = decisions.iter().collect();
    sorted.sort_by(|a, b| (a.line.date, a).cmp(&(b.line.date, b)));
    let known: BTreeSet<Vec<Condition>> = known.iter().map(|rule| folded(&rule.conditions)).collect();
    let mut offers: BTreeSet<Offer> = by_account(&sorted);
    offers.extend(by_text(&sorted));
    offers.into_iter().filter(|offer| !known.contains(&folded(&offer.conditions))).collect()
}

/// The conditions in their order and as lines are compared with them: a rule that somebody wrote in other letters is known, too.
fn folded(conditions: &[Condition]) -> Vec<Condition> {
    let fold = |condition: &Condition| match condition {
        Condition::Direction { direction } => Condition::Direction { direction: *direction },
        Condition::CounterpartyAccount { account } => {
            Condition::CounterpartyAccount { account: account_key(account).unwrap_or_default() }
        }
        Condition::TextContains { text } => Condition::TextContains { text: words(text).join(" ") },
    };
    let mut folded: Vec<Condition> = conditions.iter().map(fold).collect();
    folded.sort();
    folded
}

/// The offer, when enough of the decisions speak for it and none against.
fn offer(conditions: Vec<Condition>, effect: &Effect, decisions: &[&Decision]) -> Option<Offer> {
    let concerned = || decisions.iter().filter(|decision| hold(&conditions, &decision.line));
    let because: BTreeSet<String> = concerned().map(|decision| decision.line.id.clone()).collect();
    if because.len() < LIKE || concerned().any(|decision| decision.effect != *effect) {
        return None;
    }
    let words = in_words(&conditions, effect);
    let offer = Offer { conditions, effect: effect.clone(), because: because.into_iter().collect(), words };
    offer.clone().into_rule("offered".to_owned()).faults().is_empty().then_some(offer)
}

/// By the account alone where all decisions of it are alike, else by the account and what the texts of those alike share.
fn by_account(decisions: &[&Decision]) -> BTreeSet<Offer> {
    let mut of_account: BTreeMap<(Direction, String), Vec<&Decision>> = BTreeMap::new();
    for decision in decisions {
        let Some(account) = account_key(&decision.line.counterparty_account) else { continue };
        let Some(direction) = Direction::of(&decision.line) else { continue };
        of_account.entry((direction, account)).or_default().push(decision);
    }
    let mut offers = BTreeSet::new();
    for ((direction, account), all) in of_account {
        let mut effects: BTreeMap<&Effect, Vec<&Decision>> = BTreeMap::new();
        for decision in &all {
            effects.entry(&decision.effect).or_default().push(decision);
        }
        let is_one = effects.len() == 1;
        for (effect, alike) in effects {
            let mut conditions =
                vec![Condition::Direction { direction }, Condition::CounterpartyAccount { account: account.clone() }];
            if !is_one {
                let Some(text) = shared_by_all(&alike) else { continue };
                conditions.push(Condition::TextContains { text });
            }
            offers.extend(offer(conditions, effect, &all));
        }
    }
    offers
}

fn shared_by_all(decisions: &[&Decision]) -> Option<String> {
    let (first, rest) = decisions.split_first()?;
    let mut shared = sequence::parts_of(&first.line);
    for decision in rest {
        shared = vec![sequence::shared(&shared, &sequence::parts_of(&decision.line))?];
    }
    shared.first().filter(|_| !rest.is_empty()).map(|words| words.join(" "))
}

/// What the lines of some like decisions share, and how many they are.
struct Cluster {
    parts: Vec<Vec<String>>,
    lines: usize,
}

/// By what texts share, of lines with the same decision whose account says nothing: it is missing, or stands there once.
fn by_text(decisions: &[&Decision]) -> BTreeSet<Offer> {
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for account in decisions.iter().filter_map(|decision| account_key(&decision.line.counterparty_account)) {
        let count = count.entry(account).or_default();
        *count = count.saturating_add(1);
    }
    let mut clusters: BTreeMap<(Direction, &Effect), Vec<Cluster>> = BTreeMap::new();
    for decision in decisions {
        let Some(direction) = Direction::of(&decision.line) else { continue };
        let account = account_key(&decision.line.counterparty_account);
        if account.is_some_and(|account| count.get(&account).is_some_and(|count| *count >= LIKE)) {
            continue;
        }
        let parts = sequence::parts_of(&decision.line);
        let list = clusters.entry((direction, &decision.effect)).or_default();
        let like =
            list.iter().zip(0..).find_map(|(cluster, place)| Some((place, sequence::shared(&cluster.parts, &parts)?)));
        if let Some((place, shared)) = like {
            let Some(cluster) = list.get_mut::<usize>(place) else { continue };
            *cluster = Cluster { parts: vec![shared], lines: cluster.lines.saturating_add(1) };
        } else if list.len() < CLUSTERS {
            list.push(Cluster { parts, lines: 1 });
        }
    }
    let mut offers = BTreeSet::new();
    for ((direction, effect), list) in clusters {
        for cluster in list.iter().filter(|cluster| cluster.lines >= LIKE) {
            let text = cluster.parts.iter().flatten().cloned().collect::<Vec<_>>().join(" ");
            let conditions = vec![Condition::Direction { direction }, Condition::TextContains { text }];
            offers.extend(offer(conditions, effect, decisions));
        }
    }
    offers
}
