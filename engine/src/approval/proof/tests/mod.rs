//! What a rule set leaves open, as tables, and against every document of small worlds.

mod company;
mod exhaustive;
mod moved_money;
mod people;
mod tables;

use super::*;
use crate::approval::Approver;
use crate::approval::access::UserId;
use crate::approval::catalog::Catalog;
use crate::approval::condition::{Condition, Values};
use crate::approval::field::{Field, Operator};
use crate::approval::rule::{RoutedBy, RuleKind};
use crate::approval::signing::SelfApproval;
use crate::values::account::{Account, AccountType};
use crate::values::clock::Timestamp;
use crate::values::kind::GovernedAction;
use crate::values::money::{Currency, Minor};

/// A rule of journal entries for the role `r`.
fn rule(id: &str, level: u32, priority: i64, band: (Option<i64>, Option<i64>)) -> Rule {
    Rule {
        rule_id: id.into(),
        rule_name: id.into(),
        governs: DocumentKind::JournalEntry.into(),
        action: GovernedAction::Submit,
        kind: RuleKind::AmountThreshold,
        is_active: true,
        priority,
        min_amount: band.0.map(Minor),
        max_amount: band.1.map(Minor),
        approval_level: level,
        approver: Approver::Role { approver_role: "r".into() },
        approvals_required: 1,
        conditions: Vec::new(),
        aggregate: None,
        deadline: crate::approval::deadline::Deadline::default(),
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "admin".into(),
        updated_at: None,
        updated_by: None,
    }
}

fn with(rule: Rule, conditions: &[Condition]) -> Rule {
    Rule { conditions: conditions.to_vec(), ..rule }
}

fn text(field: Field, operator: Operator, values: &[&str]) -> Condition {
    Condition { field, operator, values: Values::Texts(values.iter().map(|value| (*value).to_owned()).collect()) }
}

fn amount(operator: Operator, values: &[i64]) -> Condition {
    let values = Values::Amounts(values.iter().copied().map(Minor).collect());
    Condition { field: Field::Amount, operator, values }
}

fn routed(by: RoutedBy, ids: &[&str]) -> RuleKind {
    RuleKind::Routing { by, ids: ids.iter().map(|id| (*id).to_owned()).collect() }
}

fn account(id: &str, account_type: AccountType) -> Account {
    Account {
        account_id: id.into(),
        account_name: id.into(),
        account_type,
        subtype: None,
        currency: None,
        is_active: true,
        required_dimensions: std::collections::BTreeSet::new(),
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "admin".into(),
    }
}

/// Books with two accounts.
fn books() -> Catalog {
    let accounts = [account("1000", AccountType::Asset), account("4000", AccountType::Income)];
    Catalog { accounts: accounts.into_iter().collect(), ..Catalog::default() }
}

fn usd() -> Currency {
    Currency::parse("USD").expect("a currency")
}

fn of(catalog: &Catalog) -> Premises<'_> {
    let today = crate::values::clock::Date::parse("2026-03-15").expect("a day");
    Premises { catalog, base: usd(), self_approval: SelfApproval::Deny, today }
}

fn proof(rules: &[Rule]) -> Proof {
    prove(DocumentKind::JournalEntry, rules, &of(&books()))
}
