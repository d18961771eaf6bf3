//! What is wrong with a rule, by field.

use std::mem::{Discriminant, discriminant};

use super::super::text::{account_key, words};
use super::rule::{Condition, Rule};

const MAX_LENGTH: usize = 200;
/// Shorter words stand in too many texts.
const MIN_LETTERS: usize = 3;

/// A field of a rule that cannot be taken, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fault {
    /// As in the stored shape: `conditions[1].text`.
    pub field: String,
    pub words: &'static str,
}

impl Rule {
    /// Nothing when the rule can be kept.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut fault = |field: String, words| faults.push(Fault { field, words });
        if let Some(words) = wrong_text(&self.id) {
            fault("id".to_owned(), words);
        }
        let narrows = |condition: &Condition| !matches!(condition, Condition::Direction { .. });
        if !self.conditions.iter().any(narrows) {
            fault("conditions".to_owned(), "names neither an account nor a text");
        }
        let mut seen: Vec<Discriminant<Condition>> = Vec::new();
        for (condition, place) in self.conditions.iter().zip(0_usize..) {
            if seen.contains(&discriminant(condition)) {
                fault(format!("conditions[{place}]"), "has a kind that stands there already");
            }
            seen.push(discriminant(condition));
            if let Some((name, words)) = wrong_condition(condition) {
                fault(format!("conditions[{place}].{name}"), words);
            }
        }
        for (name, words) in self.wrong_effect() {
            fault(format!("effect{name}"), words);
        }
        faults
    }

    fn wrong_effect(&self) -> Vec<(&'static str, &'static str)> {
        let effect = &self.effect;
        let mut wrong = Vec::new();
        if effect.party_id.is_none() && effect.account_id.is_none() {
            wrong.push(("", "names neither a party nor an account"));
        }
        if effect.makes.is_some() && effect.account_id.is_none() {
            wrong.push((".account_id", "is required where an entry is made"));
        }
        wrong.extend(effect.party_id.as_ref().and_then(|party| Some((".party_id", wrong_text(party)?))));
        wrong.extend(effect.account_id.as_ref().and_then(|account| Some((".account_id", wrong_text(account)?))));
        wrong
    }
}

fn wrong_condition(condition: &Condition) -> Option<(&'static str, &'static str)> {
    match condition {
        Condition::Direction { .. } => None,
        Condition::CounterpartyAccount { account } if account_key(account).is_none() => {
            Some(("account", "has neither letters nor digits"))
        }
        Condition::CounterpartyAccount { account } => Some(("account", wrong_text(account)?)),
        Condition::TextContains { text } if words(text).iter().all(|word| word.chars().count() < MIN_LETTERS) => {
            Some(("text", "has no word of 3 letters or more"))
        }
        Condition::TextContains { text } => Some(("text", wrong_text(text)?)),
    }
}

fn wrong_text(text: &str) -> Option<&'static str> {
    if text.trim().is_empty() {
        Some("is empty")
    } else if text.chars().count() > MAX_LENGTH {
        Some("is longer than 200 characters")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::effect::{Effect, Making};
    use super::super::rule::Direction;
    use super::*;

    #[test]
    fn wrong_fields_are_named() {
        let text = |text: &str| Condition::TextContains { text: text.to_owned() };
        let account = |account: &str| Condition::CounterpartyAccount { account: account.to_owned() };
        let comes_in = || Condition::Direction { direction: Direction::In };
        let party = |id: &str| Effect { party_id: Some(id.to_owned()), ..Effect::default() };
        let entry = |account: Option<&str>| Effect {
            account_id: account.map(str::to_owned),
            makes: Some(Making::Draft),
            party_id: None,
        };
        for (conditions, effect, fields) in [
            (vec![account("DE12")], party("P1"), vec![]),
            (vec![account(" - "), comes_in()], party("P1"), vec!["conditions[0].account"]),
            (vec![comes_in()], party(""), vec!["conditions", "effect.party_id"]),
            (vec![text("of !"), text("RENT")], party("P1"), vec!["conditions[0].text", "conditions[1]"]),
            (vec![text("FEE")], entry(Some("6300")), vec![]),
            (vec![text("FEE")], entry(Some(" ")), vec!["effect.account_id"]),
            (vec![text("FEE")], entry(None), vec!["effect", "effect.account_id"]),
        ] {
            let rule = Rule { id: "MR-1".to_owned(), conditions, effect, is_active: true };
            let found: Vec<String> = rule.faults().into_iter().map(|fault| fault.field).collect();
            assert_eq!(found, fields, "{rule:?}");
        }
    }
}
