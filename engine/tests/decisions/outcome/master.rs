//! What changed of master data, and how far periods are closed.

use engine::approval::Rule;
use engine::approval::access::{Delegation, User};
use engine::approval::rule_set::{DraftStage, RuleSetDraft};
use engine::books::party::Party;
use engine::books::period::Period;
use engine::values::account::{Account, Subtype};
use engine::values::kind::{DocumentKind, SubLedger};
use engine::values::money::{Currency, Minor};

use super::amount;

pub fn account(account: &Account) -> String {
    let subtype = account.subtype.map_or("plain", Subtype::name);
    let currency = account.currency.map_or("any currency", Currency::code);
    let (id, account_type) = (&account.account_id, account.account_type.name());
    format!("account {id} {account_type} {subtype} {currency}{}", inactive(account.is_active))
}

pub fn party(party: &Party) -> String {
    let user = party.user_id.as_ref().map_or_else(String::new, |id| format!(" is user {id}"));
    let (kind, id, name) = (party.kind.name(), &party.party_id, &party.party_name);
    let email = party.contact.email.as_ref().map_or_else(String::new, |email| format!(" at {email}"));
    let bank = party.bank.details.iban.as_ref().map_or_else(String::new, |iban| format!(" paid to {iban}"));
    format!("{kind} {id} {name:?}{user}{email}{bank}{}", inactive(party.is_active))
}

pub fn rule(rule: &Rule, base: Currency) -> String {
    let end = |end: Option<_>| end.map_or_else(|| "open".into(), |end| amount(end, base));
    let (least, most) = (end(rule.min_amount), end(rule.max_amount));
    let (id, kind, level) = (&rule.rule_id, rule.governs.name(), rule.approval_level);
    format!("rule {id} {kind} level {level} {least}..{most}{}", inactive(rule.is_active))
}

/// `draft D-1 Draft on 2: low, high`.
pub fn draft(draft: &RuleSetDraft) -> String {
    let rules: Vec<&str> = draft.rules.iter().map(|rule| rule.rule_id.as_str()).collect();
    let from = match &draft.stage {
        DraftStage::Scheduled { from, by } => format!(" from {from} by {by}"),
        DraftStage::Draft | DraftStage::InForce { .. } => String::new(),
    };
    let (id, status) = (&draft.draft_id, draft.stage.status().name());
    format!("draft {id} {status} on {}{from}: {}", draft.based_on, rules.join(", "))
}

pub fn user(user: &User) -> String {
    let manager = user.manager_user_id.as_ref().map_or_else(String::new, |id| format!(" under {id}"));
    let delegation = |given: &engine::approval::access::SimpleDelegation| {
        format!(" delegates {} {}..{}", given.delegate_user_id, given.from, given.to)
    };
    let delegates: String = user.delegations.iter().map(delegation).collect();
    let roles = user.roles.iter().map(|role| format!(" as {role}")).collect::<String>();
    let base = Currency::parse("USD").expect("a currency");
    let limit = |(kind, limit): (&DocumentKind, &Minor)| format!(" up to {} {}", amount(*limit, base), kind.name());
    let limits = user.approval_limits.0.iter().map(limit).collect::<String>();
    let by = if user.inactive_by_admin { " by admin" } else { "" };
    format!("user {} {:?}{manager}{delegates}{roles}{limits}{}{by}", user.user_id, user.name, inactive(user.is_active))
}

pub fn delegation(given: &Delegation) -> String {
    let (id, from, to) = (&given.delegation_id, &given.from_user_id, &given.to_user_id);
    let revoked = if given.is_revoked { ", revoked" } else { "" };
    format!("delegation {id} {from} to {to} {}..{}{revoked}", given.first_day, given.last_day)
}

const fn inactive(is_active: bool) -> &'static str {
    if is_active { "" } else { ", inactive" }
}

/// How far each sub-ledger that is not open is closed.
pub fn closing(period: &Period) -> String {
    let first = period.closing_of(SubLedger::Gl);
    if SubLedger::ALL.into_iter().all(|of| period.closing_of(of) == first) {
        return first.name().to_owned();
    }
    let closed = SubLedger::ALL.into_iter().filter(|of| !period.is_open_for(*of));
    let words: Vec<_> = closed.map(|of| format!("{} {}", of.name(), period.closing_of(of).name())).collect();
    words.join(", ")
}
