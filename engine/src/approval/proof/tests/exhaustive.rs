//! Random rule sets, against every document of a small world: what is claimed of no document holds of none of them, and what is claimed
//! of some document is shown by the witness.

use super::*;
use crate::approval::line_ids::LineIds;
use crate::approval::plan::RateOverride;
use crate::approval::proof::deciding::{ANY, Wanted, decided, decided_without_a_rate};
use crate::approval::proof::question::Question;
use crate::approval::proof::search::Answer;
use crate::approval::routing::{report, route};
use crate::approval::rule::{Governs, check};
use crate::approval::subject::Subject;
use crate::approval::superior::{Superior, Superiors};
use crate::values::error::RefusalName;
use proptest::prelude::*;

const CURRENCIES: [&str; 3] = ["USD", "EUR", "GBP"];
const AUTHORS: [&str; 3] = ["ann", "BEN", "cleo"];
const ENTRIES: [&str; 3] = ["Standard", "Payroll", "Accrual"];
/// Account, its type, department, cost center.
const LINES: [(&str, &str, Option<&str>, Option<&str>); 8] = [
    ("1000", "asset", None, None),
    ("1000", "asset", Some("D"), None),
    ("4000", "income", Some("D"), None),
    ("4000", "income", Some("E"), Some("C")),
    ("1000", "asset", Some("E"), None),
    ("4000", "income", None, Some("C")),
    ("9000", "expense", Some("F"), Some("C")),
    ("9000", "expense", None, None),
];

fn any_condition() -> impl Strategy<Value = Condition> {
    let texts = prop_oneof![
        Just((Field::Currency, vec!["USD", "EUR"])),
        Just((Field::CreatedBy, vec!["ANN", "ben"])),
        Just((Field::EntryType, vec!["Standard", "Payroll"])),
        Just((Field::DepartmentId, vec!["D", "E"])),
        Just((Field::CostCenterId, vec!["C"])),
        Just((Field::AccountId, vec!["1000", "4000"])),
        Just((Field::AccountType, vec!["asset", "income"])),
        Just((Field::VendorId, vec!["V"])),
    ];
    let text = (texts, any::<bool>(), any::<bool>(), any::<prop::sample::Index>()).prop_map(
        |((field, values), negated, several, one)| match (several, negated) {
            (true, false) => text(field, Operator::In, &values),
            (true, true) => text(field, Operator::NotIn, &values),
            (false, false) => text(field, Operator::Equal, &[values[one.index(values.len())]]),
            (false, true) => text(field, Operator::NotEqual, &[values[one.index(values.len())]]),
        },
    );
    let size = (0_i64..8, 0_i64..8, 0_usize..5).prop_map(|(one, other, which)| match which {
        0 => amount(Operator::AtMost, &[one]),
        1 => amount(Operator::AtLeast, &[one]),
        2 => amount(Operator::Between, &[one.min(other), one.max(other)]),
        3 => amount(Operator::In, &[one, other]),
        _ => amount(Operator::NotEqual, &[one]),
    });
    prop_oneof![4 => text, 1 => size]
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let kind = prop_oneof![
        5 => Just(RuleKind::AmountThreshold),
        1 => Just(routed(RoutedBy::Department, &["D"])),
        1 => Just(routed(RoutedBy::CostCenter, &["C", "B"])),
    ];
    let bound = || proptest::option::weighted(0.5, 0_i64..8);
    let conditions = proptest::collection::vec(any_condition(), 0..3);
    let governs = prop_oneof![4 => Just(Governs::from(DocumentKind::JournalEntry)), 1 => Just(Governs::AllDocuments)];
    (1_u32..4, 0_i64..3, bound(), bound(), kind, conditions, governs)
        .prop_map(|(level, priority, least, most, kind, conditions, governs)| Rule {
            governs,
            kind,
            conditions,
            ..rule("r", level, priority, (least, most))
        })
        .prop_filter("a rule that could be saved", |rule| check(rule).is_empty())
}

fn any_rules() -> impl Strategy<Value = Vec<Rule>> {
    proptest::collection::vec(any_rule(), 0..8).prop_map(|rules| {
        rules.into_iter().enumerate().map(|(at, rule)| Rule { rule_id: format!("r{at}"), ..rule }).collect()
    })
}

fn superiors() -> Superiors {
    Superiors(vec![Superior { user_id: "mia".into(), is_active: true, limit: None }])
}

fn line(
    (account_id, account_type, department_id, cost_center_id): (
        &'static str,
        &'static str,
        Option<&'static str>,
        Option<&'static str>,
    ),
) -> LineIds<'static> {
    LineIds {
        account_id: Some(account_id),
        account_type: Some(account_type),
        account_subtype: None,
        department_id,
        cost_center_id,
    }
}

/// Every document of the world: of each amount, header and one or two lines; those without a rate, too.
fn every_document() -> Vec<Subject<'static>> {
    let mut all = Vec::new();
    for size in 0..10 {
        for rate_override in [None, Some(RateOverride::Unknown)] {
            for currency in CURRENCIES {
                for author in AUTHORS {
                    for entry_type in ENTRIES {
                        let subject =
                            Subject::of_amount(DocumentKind::JournalEntry, Minor(size), rate_override.clone())
                                .with(Field::Currency, Some(currency))
                                .with(Field::CreatedBy, Some(author))
                                .with(Field::EntryType, Some(entry_type));
                        for (at, one) in LINES.into_iter().enumerate() {
                            all.push(subject.clone().with_line(line(one)));
                            for other in &LINES[at + 1..] {
                                all.push(subject.clone().with_line(line(one)).with_line(line(*other)));
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

/// A hundred documents of the world for each rule set would be few, and all of them take a while: every n-th, from a random one on.
fn some_documents(from: usize) -> impl Iterator<Item = Subject<'static>> {
    static ALL: std::sync::OnceLock<Vec<Subject<'static>>> = std::sync::OnceLock::new();
    ALL.get_or_init(every_document).iter().skip(from % 7).step_by(7).cloned()
}

fn is_in(amount: Minor, band: Band) -> bool {
    band.min_amount.is_none_or(|least| least <= amount) && band.max_amount.is_none_or(|most| amount <= most)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn no_document_contradicts_the_proof(rules in any_rules(), from in any::<usize>()) {
        let found = proof(&rules);
        prop_assert_eq!(&found.undecided, &Vec::<String>::new());
        let any_amount_rule = rules.iter().any(Rule::bounds_amounts);
        for subject in some_documents(from) {
            let plan = route(&subject, &rules, &superiors());
            let refused = plan.as_ref().is_err_and(|refusal| refusal.is(RefusalName::NoMatchingRule));
            if refused && !subject.is_of_unknown_size() {
                prop_assert!(found.gaps.iter().any(|gap| is_in(subject.amount, gap.band)), "no gap for {:?}", subject);
            }
            let matching: Vec<&Rule> = rules.iter().filter(|rule| rule.matches(&subject).is_ok()).collect();
            if matching.is_empty() && !any_amount_rule {
                prop_assert!(found.unruled.is_some(), "{:?}", subject);
            }
            for (at, one) in matching.iter().enumerate() {
                for other in matching.iter().skip(at + 1).filter(|other| other.approval_level == one.approval_level) {
                    let ids = [one.rule_id.clone(), other.rule_id.clone()];
                    prop_assert!(found.overlaps.iter().chain(&found.meetings).any(|pair| pair.rule_ids == ids), "{:?} meet", ids);
                }
            }
            if let Ok(plan) = plan {
                for dead in &found.unreachable {
                    prop_assert!(!plan.steps.iter().any(|step| step.uses(&dead.rule_id)), "{} is used: {:?}", dead.rule_id, subject);
                }
            }
        }
    }

    #[test]
    fn every_witness_shows_what_it_is_said_to(rules in any_rules()) {
        let found = proof(&rules);
        let matches = |id: &str, witness: &Witness| rules.iter().any(|rule| rule.rule_id == id && rule.matches(&witness.subject()).is_ok());
        for gap in &found.gaps {
            prop_assert!(is_in(gap.witness.amount, gap.band));
            let plan = route(&gap.witness.subject(), &rules, &superiors());
            prop_assert!(plan.is_err_and(|refusal| refusal.is(RefusalName::NoMatchingRule)));
        }
        if let Some(witness) = &found.unruled {
            prop_assert!(rules.iter().all(|rule| rule.matches(&witness.subject()).is_err()));
        }
        for pair in found.overlaps.iter().chain(&found.meetings) {
            prop_assert!(pair.rule_ids.iter().all(|id| matches(id, &pair.witness)), "{:?}", pair);
            prop_assert!(is_in(pair.witness.amount, pair.band));
        }
        for pair in &found.overlaps {
            prop_assert_eq!(pair.witness.lines.len(), 1);
        }
        for dead in &found.unreachable {
            prop_assert_eq!(dead.witness.is_none(), dead.why == Never::Contradictory);
            let Some(witness) = &dead.witness else { continue };
            prop_assert!(matches(&dead.rule_id, witness));
            let plan = route(&witness.subject(), &rules, &superiors());
            let told = report(&witness.subject(), &rules, plan.as_ref().ok());
            prop_assert!(told.iter().all(|rule| rule.rule_id != dead.rule_id || rule.used_in_level.is_none()));
            prop_assert_eq!(plan.is_err(), dead.why == Never::Refused);
            prop_assert_eq!(dead.covered_by.is_empty(), dead.why != Never::Outranked);
            // Those that cover it do so without the others, and none of them can be spared.
            if dead.why == Never::Outranked {
                let of = |ids: &[String]| -> Vec<Rule> {
                    rules.iter().filter(|rule| ids.contains(&rule.rule_id) || rule.rule_id == dead.rule_id)
                        .map(|rule| Rule { kind: rule.kind.clone(), ..rule.clone() }).collect()
                };
                let is_outranked = |ids: &[String]| proof_of_outranking(&of(ids), &dead.rule_id);
                prop_assert!(is_outranked(&dead.covered_by));
                for spared in &dead.covered_by {
                    let fewer: Vec<String> = dead.covered_by.iter().filter(|id| *id != spared).cloned().collect();
                    prop_assert!(!is_outranked(&fewer), "{} can be spared of {:?}", spared, dead);
                }
            }
        }
    }

    /// The other side: whatever is not called unreachable is used for the document that was found.
    #[test]
    fn a_rule_that_may_decide_does_so_for_an_example(rules in any_rules()) {
        let found = proof(&rules);
        let (active, books) = (rules.iter().collect::<Vec<_>>(), books());
        let space = space(&active, &books);
        for (at, rule, _) in space.each().filter(|(_, rule, _)| found.unreachable.iter().all(|dead| dead.rule_id != rule.rule_id)) {
            let step = Wanted { rule: at, not_beside: ANY };
            let (point, rate_override) = match decided(&space, &[step], &Question::default(), &mut Work::default()) {
                Answer::Found(point) => (point, None),
                Answer::Impossible | Answer::Undecided => match decided_without_a_rate(&space, at, &mut Work::default()) {
                    Answer::Found(point) => (point, Some(RateOverride::Unknown)),
                    Answer::Impossible | Answer::Undecided => return Err(TestCaseError::fail(format!("nothing for {rule:?}"))),
                },
            };
            let witness = Witness::of(&space, &point);
            let mut subject = witness.subject();
            subject.rate_override = rate_override;
            let plan = route(&subject, &rules, &superiors());
            prop_assert!(plan.is_ok_and(|plan| plan.steps.iter().any(|step| step.uses(&rule.rule_id))), "{:?} for {:?}", rule, witness);
        }
    }
}

fn space<'a>(active: &'a [&'a Rule], books: &'a Catalog) -> Space<'a> {
    static NOBODY: BTreeSet<UserId> = BTreeSet::new();
    static NOTHING: BTreeSet<Minor> = BTreeSet::new();
    let kind = DocumentKind::JournalEntry;
    let scope = Scope { kind, rules: active, catalog: books, base: usd(), people: &NOBODY, limits: &NOTHING };
    Space::of(&scope).expect("few rules")
}

/// Whether the others outrank the rule wherever it matches.
fn proof_of_outranking(rules: &[Rule], rule_id: &str) -> bool {
    let (active, books) = (rules.iter().collect::<Vec<_>>(), books());
    let space = space(&active, &books);
    let at = rules.iter().position(|rule| rule.rule_id == rule_id).expect("it");
    let question =
        crate::approval::proof::deciding::matching(&space, &Wanted { rule: at, not_beside: ANY }).expect("it");
    question.ask(&space, &mut Work::default(), &mut BTreeSet::new()) == Answer::Impossible
}
