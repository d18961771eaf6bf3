//! The rules that are in force, folded once for all the lines that they are asked about.

use std::collections::BTreeMap;

use super::super::input::StatementLine;
use super::super::text::{account_key, words};
use super::rule::{Condition, Direction, Rule, contains};

/// The active rules, by the account that they ask for.
#[derive(Debug)]
pub struct RuleBook<'r>(BTreeMap<Option<String>, Vec<Folded<'r>>>);

/// A rule whose texts are folded.
#[derive(Debug)]
struct Folded<'r> {
    rule: &'r Rule,
    direction: Option<Direction>,
    text: Option<Vec<String>>,
}

impl<'r> RuleBook<'r> {
    pub fn of(rules: &'r [Rule]) -> Self {
        let mut book: BTreeMap<Option<String>, Vec<Folded<'r>>> = BTreeMap::new();
        for rule in rules.iter().filter(|rule| rule.is_active) {
            let mut folded = Folded { rule, direction: None, text: None };
            let mut account = None;
            for condition in &rule.conditions {
                match condition {
                    Condition::Direction { direction } => folded.direction = Some(*direction),
                    Condition::CounterpartyAccount { account: of } => account = account_key(of),
                    Condition::TextContains { text } => folded.text = Some(words(text)),
                }
            }
            book.entry(account).or_default().push(folded);
        }
        Self(book)
    }

    /// The rules that have a say about this line, by their ids.
    pub fn applying(&self, line: &StatementLine) -> Vec<&'r Rule> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let direction = Direction::of(line);
        let texts = [words(&line.text), words(&line.counterparty_name)];
        let account = account_key(&line.counterparty_account);
        let of_account = account.is_some().then(|| self.0.get(&account)).flatten();
        let asked = self.0.get(&None).into_iter().chain(of_account).flatten();
        let holds = |folded: &&Folded<'r>| {
            let direction = folded.direction.is_none_or(|wanted| direction == Some(wanted));
            direction && folded.text.as_ref().is_none_or(|wanted| texts.iter().any(|text| contains(text, wanted)))
        };
        let mut applying: Vec<&'r Rule> = asked.filter(holds).map(|folded| folded.rule).collect();
        applying.sort_by(|one, other| one.id.cmp(&other.id));
        applying
    }
}

/// The one party that the rules of a line lead to; nothing when they disagree.
pub fn party_of<'r>(applying: &[&'r Rule]) -> Option<&'r str> {
    let mut parties = applying.iter().filter_map(|rule| rule.effect.party_id.as_deref());
    let first = parties.next()?;
    parties.all(|party| party == first).then_some(first)
}

/// The rules that know the account of the line's entry, the first of them first; nothing when they disagree about the entry.
pub fn entry_of<'r>(applying: &[&'r Rule]) -> Option<(&'r Rule, Vec<&'r Rule>)> {
    let agreeing: Vec<&'r Rule> = applying.iter().copied().filter(|rule| rule.effect.account_id.is_some()).collect();
    let entry = |rule: &'r Rule| (&rule.effect.account_id, rule.effect.makes);
    let first = *agreeing.first()?;
    agreeing.iter().all(|rule| entry(rule) == entry(first)).then_some((first, agreeing))
}
