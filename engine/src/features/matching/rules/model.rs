//! A matching rule: of which lines it speaks, and what it knows of them.

use crate::books::party::PartyKind;
use crate::features::matching::proposing::learn::{Condition, Direction, Effect, Making, Rule};
use crate::values::clock::Timestamp;
use crate::values::kind::spelled::spelled;

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "matching_rule";
/// What is called so in a 404.
pub const TITLE: &str = "matching rule";
/// What a made id begins with.
pub const ID_PREFIX: &str = "MR-";
/// So many may be in force at once: each line is held against them.
pub const MOST_ACTIVE: u64 = 1_000;

spelled! {
    /// Whether money comes in or goes out.
    LineDirection { In = "in", Out = "out" }
}

spelled! {
    /// As what a rule has an entry made.
    EntryMade { Draft = "draft", Submitted = "submitted" }
}

/// A matching rule.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchingRule {
    pub matching_rule_id: String,
    /// The bank account whose lines it speaks of; those of every account without it.
    pub bank_account_id: Option<String>,
    pub direction: Option<LineDirection>,
    pub counterparty_account: Option<String>,
    pub text_contains: Option<String>,
    /// Whose transactions the lines are.
    pub party: Option<(PartyKind, String)>,
    /// What an entry has against the bank account.
    pub account_id: Option<String>,
    pub makes: Option<EntryMade>,
    /// Of the entry that it has made.
    pub memo: Option<String>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// A party as the matcher names it.
pub fn party_name(kind: PartyKind, id: &str) -> String {
    format!("{} {id}", kind.name())
}

impl MatchingRule {
    /// As lines are held against it.
    pub fn as_learned(&self) -> Rule {
        let direction = self.direction.map(|direction| Condition::Direction {
            direction: match direction {
                LineDirection::In => Direction::In,
                LineDirection::Out => Direction::Out,
            },
        });
        let account = self.counterparty_account.clone().map(|account| Condition::CounterpartyAccount { account });
        let text = self.text_contains.clone().map(|text| Condition::TextContains { text });
        Rule {
            id: self.matching_rule_id.clone(),
            conditions: [direction, account, text].into_iter().flatten().collect(),
            effect: Effect {
                party_id: self.party.as_ref().map(|(kind, id)| party_name(*kind, id)),
                account_id: self.account_id.clone(),
                makes: self.makes.map(|makes| match makes {
                    EntryMade::Draft => Making::Draft,
                    EntryMade::Submitted => Making::Submitted,
                }),
            },
            is_active: self.is_active,
        }
    }
}

/// What [`party_name`] names.
pub fn named_party(name: &str) -> Option<(PartyKind, &str)> {
    let (kind, id) = name.split_once(' ')?;
    Some((PartyKind::parse(kind)?, id))
}
