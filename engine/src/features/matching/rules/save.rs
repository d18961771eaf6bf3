//! Saves a matching rule: made, changed, switched off.

use super::model::{EntryMade, LineDirection, MOST_ACTIVE, MatchingRule, RESOURCE, TITLE};
use super::records::{RuleChange, RuleState, WantedRules, seen};
use crate::books::command::{
    AuditEntry, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
    as_expected,
};
use crate::books::party::PartyKind;
use crate::features::bank_statements::bank_account;
use crate::features::matching::proposing::learn::Condition;
use crate::features::matching::rules::records::FEATURE;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::Thing;

/// What may be set of a rule: `None` leaves it as it is, `Some(None)` takes it away.
#[derive(Clone, Default, Debug)]
pub struct RuleFields {
    pub bank_account_id: Option<Option<String>>,
    pub direction: Option<Option<LineDirection>>,
    pub counterparty_account: Option<Option<String>>,
    pub text_contains: Option<Option<String>>,
    pub customer_id: Option<Option<String>>,
    pub vendor_id: Option<Option<String>>,
    pub account_id: Option<Option<String>>,
    pub makes: Option<Option<EntryMade>>,
    pub memo: Option<Option<String>>,
    pub is_active: Option<bool>,
}

/// Makes a matching rule, or changes the one that is there.
#[derive(Debug)]
pub struct SaveMatchingRule {
    pub matching_rule_id: String,
    pub fields: RuleFields,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveMatchingRule {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveMatchingRule {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for SaveMatchingRule {
    type Answer = MatchingRule;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::MatchingRule, self.create, &self.matching_rule_id))
    }

    fn wants(&self) -> Wants {
        let wanted = WantedRules { matching_rule_id: self.matching_rule_id.clone() };
        Wants {
            target: Some(Target::OfFeature(FEATURE, self.matching_rule_id.clone())),
            parties: self.fields.parties().collect(),
            // Of two at once the second one stands on the first.
            exclusive: true,
            ..Wants::of_feature(wanted)
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<MatchingRule>, Refusal> {
        let nothing = RuleState::default();
        let state = seen(snapshot).unwrap_or(&nothing);
        let before = state.rule.as_ref();
        as_expected(before, self.create, TITLE, ("matching_rule_id", &self.matching_rule_id))?;
        let saved = self.merged(before, snapshot);
        let mut faults = self.faults.clone();
        self.check(&saved, before, state.others_active, snapshot, &mut faults);
        faults.or(())?;
        let as_it_was = |before: &&MatchingRule| {
            let (updated_at, updated_by) = (before.updated_at, before.updated_by.clone());
            MatchingRule { version: before.version, updated_at, updated_by, ..saved.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let change = RuleChange(Box::new(saved.clone()));
        Ok(Decision::new(Effects::one(snapshot.now, change.into(), entry(&saved, word, snapshot)), saved))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

impl RuleFields {
    /// The parties that are named.
    fn parties(&self) -> impl Iterator<Item = (PartyKind, String)> {
        let of = |kind: PartyKind, id: &Option<Option<String>>| id.clone().flatten().map(|id| (kind, id));
        [of(PartyKind::Customer, &self.customer_id), of(PartyKind::Vendor, &self.vendor_id)].into_iter().flatten()
    }

    /// Its party: one kind takes the other's place.
    fn party(&self, before: Option<&(PartyKind, String)>) -> Option<(PartyKind, String)> {
        if let Some(party) = self.parties().next() {
            return Some(party);
        }
        let is_gone = |(kind, _): &&(PartyKind, String)| match kind {
            PartyKind::Customer => self.customer_id.is_some(),
            PartyKind::Vendor => self.vendor_id.is_some(),
        };
        before.filter(|party| !is_gone(party)).cloned()
    }
}

impl SaveMatchingRule {
    fn merged(&self, before: Option<&MatchingRule>, snapshot: &Snapshot) -> MatchingRule {
        let fields = &self.fields;
        let text = |given: &Option<Option<String>>, old: fn(&MatchingRule) -> &Option<String>| {
            given.clone().unwrap_or_else(|| before.and_then(|before| old(before).clone()))
        };
        let by = snapshot.actor.user_id.to_string();
        MatchingRule {
            matching_rule_id: self.matching_rule_id.clone(),
            bank_account_id: text(&fields.bank_account_id, |before| &before.bank_account_id),
            direction: fields.direction.unwrap_or_else(|| before.and_then(|before| before.direction)),
            counterparty_account: text(&fields.counterparty_account, |before| &before.counterparty_account),
            text_contains: text(&fields.text_contains, |before| &before.text_contains),
            party: fields.party(before.and_then(|before| before.party.as_ref())),
            account_id: text(&fields.account_id, |before| &before.account_id),
            makes: fields.makes.unwrap_or_else(|| before.and_then(|before| before.makes)),
            memo: text(&fields.memo, |before| &before.memo),
            is_active: fields.is_active.unwrap_or_else(|| before.is_none_or(|before| before.is_active)),
            version: before.map_or(1, |before| before.version.saturating_add(1)),
            created_at: before.map_or(snapshot.now, |before| before.created_at),
            created_by: before.map_or_else(|| by.clone(), |before| before.created_by.clone()),
            updated_at: snapshot.now,
            updated_by: by,
        }
    }

    /// What is wrong with the rule as it would be. What it names is asked about where it is new: a rule whose account became inactive can
    /// still be switched off.
    fn check(
        &self,
        saved: &MatchingRule,
        before: Option<&MatchingRule>,
        others_active: u64,
        snapshot: &Snapshot,
        faults: &mut Faults,
    ) {
        for fault in saved.as_learned().faults() {
            let pointer = pointer(saved, &fault.field);
            if !faults.has(pointer) {
                faults.add(pointer, fault.words);
            }
        }
        if self.fields.parties().count() > 1 {
            faults.add("/vendor_id", "name a customer or a vendor, not both");
        }
        for (kind, id) in self.fields.parties() {
            let pointer = format!("/{}_id", kind.name());
            match snapshot.parties.get(&(kind, id.clone())) {
                None => faults.add(pointer, format!("there is no {} {id:?}", kind.name())),
                Some(party) if !party.is_active => faults.add(pointer, format!("{} {id:?} is inactive", kind.name())),
                Some(_) => {}
            }
        }
        let is_new = |of: fn(&MatchingRule) -> &Option<String>| before.map(of) != Some(of(saved));
        if let Some(id) = saved.bank_account_id.as_ref().filter(|_| is_new(|rule| &rule.bank_account_id))
            && bank_account(id, snapshot).is_err()
        {
            faults.add("/bank_account_id", format!("there is no account {id:?} of subtype bank or card"));
        }
        if let Some(id) = saved.account_id.as_ref().filter(|_| is_new(|rule| &rule.account_id)) {
            match snapshot.catalog.accounts.get(id) {
                None => faults.add("/account_id", format!("there is no account {id:?}")),
                Some(account) if !account.is_active => faults.add("/account_id", format!("account {id:?} is inactive")),
                Some(_) if saved.bank_account_id.as_ref() == Some(id) => {
                    faults.add("/account_id", "is the bank account itself");
                }
                Some(_) => {}
            }
        }
        if saved.is_active && !before.is_some_and(|before| before.is_active) && others_active >= MOST_ACTIVE {
            faults.add("/is_active", format!("{MOST_ACTIVE} rules are active already"));
        }
    }
}

/// Where a fault of a rule stands in the request.
fn pointer(saved: &MatchingRule, field: &str) -> &'static str {
    let place = field.strip_prefix("conditions[").and_then(|rest| rest.split(']').next()?.parse::<usize>().ok());
    let condition = place.and_then(|place| saved.as_learned().conditions.into_iter().nth(place));
    match condition {
        Some(Condition::TextContains { .. }) => "/text_contains",
        Some(Condition::Direction { .. }) => "/direction",
        Some(Condition::CounterpartyAccount { .. }) => "/counterparty_account",
        None if field.starts_with("effect") => "/account_id",
        None => "/counterparty_account",
    }
}

fn entry(saved: &MatchingRule, word: &str, snapshot: &Snapshot) -> AuditEntry {
    let party = saved.party.as_ref();
    let of = |kind: PartyKind| party.filter(|party| party.0 == kind).map(|party| party.1.clone());
    AuditEntry::about(RESOURCE, &saved.matching_rule_id, word, &snapshot.actor.user_id)
        .with("bank_account_id", saved.bank_account_id.clone())
        .with("direction", saved.direction.map(LineDirection::name))
        .with("counterparty_account", saved.counterparty_account.clone())
        .with("text_contains", saved.text_contains.clone())
        .with("customer_id", of(PartyKind::Customer))
        .with("vendor_id", of(PartyKind::Vendor))
        .with("account_id", saved.account_id.clone())
        .with("makes", saved.makes.map(EntryMade::name))
        .with("memo", saved.memo.clone())
        .with("is_active", saved.is_active)
}
