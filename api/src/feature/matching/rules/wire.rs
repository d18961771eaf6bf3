//! Matching rules on the wire. See docs/rules/bank-statements.md#matching-rules.

use engine::books::party::PartyKind;
use engine::features::matching::proposing::learn::{Condition, Direction, Making, Offer};
use engine::features::matching::rules::model;
use engine::features::matching::rules::model::MatchingRule;
use engine::features::matching::rules::save::RuleFields;
use poem_openapi::{Enum, Object};

use crate::schema::{Id, List, Memo, Name, Nullable, WireTimestamp};

/// Whether money comes in or goes out.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum LineDirection {
    In,
    Out,
}

/// As what an entry is made.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum EntryMade {
    Draft,
    Submitted,
}

impl From<LineDirection> for model::LineDirection {
    fn from(direction: LineDirection) -> Self {
        match direction {
            LineDirection::In => Self::In,
            LineDirection::Out => Self::Out,
        }
    }
}

impl From<model::LineDirection> for LineDirection {
    fn from(direction: model::LineDirection) -> Self {
        match direction {
            model::LineDirection::In => Self::In,
            model::LineDirection::Out => Self::Out,
        }
    }
}

impl From<EntryMade> for model::EntryMade {
    fn from(made: EntryMade) -> Self {
        match made {
            EntryMade::Draft => Self::Draft,
            EntryMade::Submitted => Self::Submitted,
        }
    }
}

impl From<model::EntryMade> for EntryMade {
    fn from(made: model::EntryMade) -> Self {
        match made {
            model::EntryMade::Draft => Self::Draft,
            model::EntryMade::Submitted => Self::Submitted,
        }
    }
}

impl From<Making> for EntryMade {
    fn from(making: Making) -> Self {
        match making {
            Making::Draft => Self::Draft,
            Making::Submitted => Self::Submitted,
        }
    }
}

/// A new matching rule. Of a line all that it names must hold.
#[derive(Object, Debug)]
pub struct MatchingRuleInput {
    /// Made by the service when left out.
    pub matching_rule_id: Option<Id>,
    /// Lines of this bank account alone; of all when left out.
    pub bank_account_id: Option<Id>,
    pub direction: Option<LineDirection>,
    /// The counterparty's account, as the bank writes it; blanks and case do not count. This or `text_contains` is required.
    pub counterparty_account: Option<Name>,
    /// Words that follow each other in the line's text, or in its counterparty's name; case and accents do not count.
    pub text_contains: Option<Name>,
    /// Whose the lines are: it leads to their transactions. This, `vendor_id` or `account_id` is required.
    pub customer_id: Option<Id>,
    pub vendor_id: Option<Id>,
    /// What an entry of such a line has against the bank account.
    pub account_id: Option<Id>,
    /// Have the entry made by `apply-matching-rules`.
    pub makes: Option<EntryMade>,
    /// Of the entry; what the bank wrote when left out.
    pub memo: Option<Memo>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on a matching rule; what is left out stays, null takes it away.
#[derive(Object, Debug)]
pub struct MatchingRuleUpdate {
    pub bank_account_id: Nullable<Id>,
    pub direction: Nullable<LineDirection>,
    pub counterparty_account: Nullable<Name>,
    pub text_contains: Nullable<Name>,
    pub customer_id: Nullable<Id>,
    pub vendor_id: Nullable<Id>,
    pub account_id: Nullable<Id>,
    pub makes: Nullable<EntryMade>,
    pub memo: Nullable<Memo>,
    pub is_active: Option<bool>,
}

/// What was learned of lines of bank statements.
#[derive(Object, Debug)]
#[oai(rename = "MatchingRule")]
pub struct MatchingRuleView {
    pub matching_rule_id: String,
    pub bank_account_id: Nullable<String>,
    pub direction: Nullable<LineDirection>,
    pub counterparty_account: Nullable<String>,
    pub text_contains: Nullable<String>,
    pub customer_id: Nullable<String>,
    pub vendor_id: Nullable<String>,
    pub account_id: Nullable<String>,
    pub makes: Nullable<EntryMade>,
    pub memo: Nullable<String>,
    /// Whether lines are held against it.
    pub is_active: bool,
    /// The rule, in words.
    pub text: String,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&MatchingRule> for MatchingRuleView {
    fn from(rule: &MatchingRule) -> Self {
        let party = |kind: PartyKind| rule.party.as_ref().filter(|party| party.0 == kind).map(|party| party.1.clone());
        Self {
            matching_rule_id: rule.matching_rule_id.clone(),
            bank_account_id: Nullable(Some(rule.bank_account_id.clone())),
            direction: Nullable(Some(rule.direction.map(LineDirection::from))),
            counterparty_account: Nullable(Some(rule.counterparty_account.clone())),
            text_contains: Nullable(Some(rule.text_contains.clone())),
            customer_id: Nullable(Some(party(PartyKind::Customer))),
            vendor_id: Nullable(Some(party(PartyKind::Vendor))),
            account_id: Nullable(Some(rule.account_id.clone())),
            makes: Nullable(Some(rule.makes.map(EntryMade::from))),
            memo: Nullable(Some(rule.memo.clone())),
            is_active: rule.is_active,
            text: rule.as_learned().words(),
            version: rule.version,
            created_at: rule.created_at.into(),
            created_by: rule.created_by.clone(),
            updated_at: rule.updated_at.into(),
            updated_by: rule.updated_by.clone(),
        }
    }
}

impl MatchingRuleInput {
    /// Its id, where one is given, and its fields.
    pub fn into_fields(self) -> (Option<String>, RuleFields) {
        let fields = RuleFields {
            bank_account_id: self.bank_account_id.map(|id| Some(id.into())),
            direction: self.direction.map(|direction| Some(direction.into())),
            counterparty_account: self.counterparty_account.map(|account| Some(account.into())),
            text_contains: self.text_contains.map(|text| Some(text.into())),
            customer_id: self.customer_id.map(|id| Some(id.into())),
            vendor_id: self.vendor_id.map(|id| Some(id.into())),
            account_id: self.account_id.map(|id| Some(id.into())),
            makes: self.makes.map(|makes| Some(makes.into())),
            memo: self.memo.map(|memo| Some(memo.into())),
            is_active: self.is_active,
        };
        (self.matching_rule_id.map(Into::into), fields)
    }
}

impl From<MatchingRuleUpdate> for RuleFields {
    fn from(update: MatchingRuleUpdate) -> Self {
        Self {
            bank_account_id: update.bank_account_id.0.map(|given| given.map(Into::into)),
            direction: update.direction.0.map(|direction| direction.map(Into::into)),
            counterparty_account: update.counterparty_account.0.map(|given| given.map(Into::into)),
            text_contains: update.text_contains.0.map(|given| given.map(Into::into)),
            customer_id: update.customer_id.0.map(|given| given.map(Into::into)),
            vendor_id: update.vendor_id.0.map(|given| given.map(Into::into)),
            account_id: update.account_id.0.map(|given| given.map(Into::into)),
            makes: update.makes.0.map(|makes| makes.map(Into::into)),
            memo: update.memo.0.map(|given| given.map(Into::into)),
            is_active: update.is_active,
        }
    }
}

/// A rule that earlier decisions speak for. Its fields are those of the rule that may be kept.
#[derive(Object, Debug)]
#[oai(rename = "MatchingRuleOffer")]
pub struct OfferView {
    pub direction: Option<LineDirection>,
    pub counterparty_account: Option<String>,
    pub text_contains: Option<String>,
    pub customer_id: Option<String>,
    pub vendor_id: Option<String>,
    pub account_id: Option<String>,
    pub makes: Option<EntryMade>,
    /// The lines whose decisions speak for it.
    pub because_of: Vec<String>,
    /// The rule, in words.
    pub text: String,
}

impl From<&Offer> for OfferView {
    fn from(offer: &Offer) -> Self {
        let mut view = Self {
            direction: None,
            counterparty_account: None,
            text_contains: None,
            customer_id: None,
            vendor_id: None,
            account_id: offer.effect.account_id.clone(),
            makes: offer.effect.makes.map(EntryMade::from),
            because_of: offer.because.clone(),
            text: offer.words.clone(),
        };
        for condition in &offer.conditions {
            match condition {
                Condition::Direction { direction: Direction::In } => view.direction = Some(LineDirection::In),
                Condition::Direction { direction: Direction::Out } => view.direction = Some(LineDirection::Out),
                Condition::CounterpartyAccount { account } => view.counterparty_account = Some(account.clone()),
                Condition::TextContains { text } => view.text_contains = Some(text.clone()),
            }
        }
        match offer.effect.party_id.as_deref().and_then(model::named_party) {
            Some((PartyKind::Customer, id)) => view.customer_id = Some(id.to_owned()),
            Some((PartyKind::Vendor, id)) => view.vendor_id = Some(id.to_owned()),
            None => {}
        }
        view
    }
}

/// The rules that may be kept.
#[derive(Object, Debug)]
pub struct MatchingRuleOffers {
    pub data: Vec<OfferView>,
}

/// Of which lines entries are made.
#[derive(Object, Debug)]
pub struct ApplyRulesInput {
    /// All that wait, and have none yet, when left out.
    pub line_ids: Option<List<Id, 1, 500>>,
}
