//! Rules and documents for the tests of this folder.

use super::deadline::Deadline;
use super::line_ids::LineIds;
use super::rule::{Approver, RoutedBy, Rule, RuleKind, check};
use super::subject::Subject;
use super::superior::{Superior, Superiors};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKind, GovernedAction};
use crate::values::money::Minor;
use proptest::prelude::*;

/// `id level priority min..max approver [departments]`
pub fn rule(id: &str, level: u32, priority: i64, band: (Option<i64>, Option<i64>), approver: Approver) -> Rule {
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
        approver,
        approvals_required: 1,
        conditions: Vec::new(),
        deadline: Deadline::default(),
        aggregate: None,
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "admin".into(),
        updated_at: None,
        updated_by: None,
    }
}

/// Those above somebody with this manager, who may sign anything.
pub fn under(manager: Option<&str>) -> Superiors {
    let above = |user_id: &str| Superior { user_id: user_id.into(), is_active: true, limit: None };
    Superiors(manager.into_iter().map(above).collect())
}

pub fn role(name: &str) -> Approver {
    Approver::Role { approver_role: name.into() }
}

pub fn subject<'a>(amount: i64, departments: &[&'a str], cost_centers: &[&'a str]) -> Subject<'a> {
    let subject = Subject::of_amount(DocumentKind::JournalEntry, Minor(amount), None);
    let departments = departments.iter().map(|id| LineIds { department_id: Some(id), ..LineIds::default() });
    let cost_centers = cost_centers.iter().map(|id| LineIds { cost_center_id: Some(id), ..LineIds::default() });
    departments.chain(cost_centers).fold(subject, Subject::with_line)
}

pub fn departments(ids: &[&str]) -> RuleKind {
    RuleKind::Routing { by: RoutedBy::Department, ids: ids.iter().map(|id| (*id).to_owned()).collect() }
}

pub fn cost_centers(ids: &[&str]) -> RuleKind {
    RuleKind::Routing { by: RoutedBy::CostCenter, ids: ids.iter().map(|id| (*id).to_owned()).collect() }
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let kind = prop_oneof![
        3 => Just(RuleKind::AmountThreshold),
        1 => Just(departments(&["D"])),
        1 => Just(departments(&["D", "E"])),
        1 => Just(cost_centers(&["C"])),
    ];
    let user = Approver::User { approver_user_id: "mia".into() };
    let approver = prop_oneof![Just(role("r")), Just(user), Just(Approver::Manager)];
    let bound = || proptest::option::of(0_i64..100);
    (1_u32..5, 0_i64..4, bound(), bound(), kind, approver, any::<bool>())
        .prop_map(|(level, priority, least, most, kind, approver, is_active)| Rule {
            kind,
            is_active,
            ..rule("r", level, priority, (least, most), approver)
        })
        .prop_filter("a rule that could be saved", |rule| check(rule).is_empty())
}

/// Up to eight sound rules of different ids.
pub fn any_rules() -> impl Strategy<Value = Vec<Rule>> {
    proptest::collection::vec(any_rule(), 0..8).prop_map(|rules| {
        rules.into_iter().enumerate().map(|(at, rule)| Rule { rule_id: format!("r{at}"), ..rule }).collect()
    })
}
