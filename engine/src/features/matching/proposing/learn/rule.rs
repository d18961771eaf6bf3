//! A rule: what must hold of a line, and what it then leads to.

use std::fmt::Write;

use super::super::input::StatementLine;
use super::super::text::{account_key, words};
use super::effect::Effect;

/// One rule, as it is kept and shown.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule {
    pub id: String,
    /// All of them must hold.
    pub conditions: Vec<Condition>,
    pub effect: Effect,
    pub is_active: bool,
}

/// What must hold of a line, no more than one of each kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Condition {
    Direction {
        direction: Direction,
    },
    CounterpartyAccount {
        account: String,
    },
    /// The words stand one after the other in the line's text, or in its counterparty's name. Case, accents and punctuation do not
    /// count.
    TextContains {
        text: String,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Direction {
    In,
    Out,
}

impl Direction {
    /// Nothing of an amount of 0.
    pub fn of(line: &StatementLine) -> Option<Self> {
        match line.amount.0 {
            1.. => Some(Self::In),
            0 => None,
            _ => Some(Self::Out),
        }
    }
}

impl Condition {
    pub fn holds(&self, line: &StatementLine) -> bool {
        match self {
            Self::Direction { direction } => Direction::of(line) == Some(*direction),
            Self::CounterpartyAccount { account } => {
                let account = account_key(account);
                account.is_some() && account == account_key(&line.counterparty_account)
            }
            Self::TextContains { text } => {
                let wanted = words(text);
                [&line.text, &line.counterparty_name].iter().any(|text| contains(&words(text), &wanted))
            }
        }
    }
}

pub fn contains(all: &[String], wanted: &[String]) -> bool {
    !wanted.is_empty() && all.windows(wanted.len()).any(|part| part == wanted)
}

impl Rule {
    /// `money comes in, counterparty account is DE12, text contains "RENT" → party C-1, account 4000`
    pub fn words(&self) -> String {
        in_words(&self.conditions, &self.effect)
    }
}

pub fn hold(conditions: &[Condition], line: &StatementLine) -> bool {
    !conditions.is_empty() && conditions.iter().all(|condition| condition.holds(line))
}

pub fn in_words(conditions: &[Condition], effect: &Effect) -> String {
    let condition = |condition: &Condition| match condition {
        Condition::Direction { direction: Direction::In } => "money comes in".to_owned(),
        Condition::Direction { direction: Direction::Out } => "money goes out".to_owned(),
        Condition::CounterpartyAccount { account } => format!("counterparty account is {account}"),
        Condition::TextContains { text } => format!("text contains \"{text}\""),
    };
    let mut words = conditions.iter().map(condition).collect::<Vec<_>>().join(", ");
    // Writing to a string cannot fail.
    let _ = write!(words, " → {}", effect.words());
    words
}
