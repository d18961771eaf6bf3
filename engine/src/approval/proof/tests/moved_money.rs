//! What is released by less than a payment of its amount.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::approval::access::{ApprovalLimits, Role};
use crate::approval::proof::strength::missing;
use crate::approval::routing::deciding_rules;
use crate::approval::rule::Governs;
use crate::values::account::Subtype;

const PAYMENT: DocumentKind = DocumentKind::BillPayment;
const CREDIT: DocumentKind = DocumentKind::VendorCredit;

fn by(of: impl Into<Governs>, id: &str, level: u32, band: (Option<i64>, Option<i64>), role: &str) -> Rule {
    let approver = Approver::Role { approver_role: role.into() };
    Rule { governs: of.into(), approver, ..rule(id, level, 10, band) }
}

/// Rules of payments: the manager up to 1,000, from there on the cfo as well.
fn of_payments() -> Vec<Rule> {
    vec![by(PAYMENT, "pay-1", 1, (None, Some(1_000)), "manager"), by(PAYMENT, "pay-2", 2, (Some(1_001), None), "cfo")]
}

/// Of all documents, what has a line on an account that holds money.
fn money(id: &str, level: u32, band: (Option<i64>, Option<i64>), role: &str) -> Rule {
    let holding = text(Field::AccountSubtype, Operator::In, &["bank", "cash", "card"]);
    Rule { priority: 1, conditions: vec![holding], ..by(Governs::AllDocuments, id, level, band, role) }
}

fn catalog() -> Catalog {
    let mut catalog = books();
    let bank = Account { subtype: Some(Subtype::Bank), ..account("1010", AccountType::Asset) };
    let cash = Account { subtype: Some(Subtype::Cash), ..account("1020", AccountType::Asset) };
    catalog.accounts.insert(bank);
    catalog.accounts.insert(cash);
    for (role_id, permissions) in [("manager", "bill.approve"), ("cfo", "*.approve"), ("clerk", "bill.write")] {
        let role = Role {
            role_id: role_id.into(),
            permissions: BTreeSet::from([permissions.to_owned()]),
            is_builtin: true,
            approval_limits: ApprovalLimits::default(),
            version: 1,
            updated_at: Timestamp::from_micros(0),
            updated_by: "admin".into(),
        };
        catalog.roles.insert(role_id.into(), role);
    }
    catalog
}

/// `from..to: the levels of the payment that are missing`
fn less(own: Vec<Rule>) -> Vec<String> {
    let rules: Vec<Rule> = of_payments().into_iter().chain(own).collect();
    let (catalog, kind) = (catalog(), CREDIT);
    let found = prove(kind, &rules, &of(&catalog));
    assert_eq!(found.undecided, Vec::<String>::new());
    for one in &found.less_than_payment {
        shows(&one.witness, &one.payment, &one.missing_levels, &rules, &catalog);
    }
    let end = |end: Option<Minor>| end.map_or(String::new(), |amount| amount.0.to_string());
    let said = found
        .less_than_payment
        .iter()
        .map(|one| format!("{}..{}: {:?}", end(one.band.min_amount), end(one.band.max_amount), one.missing_levels));
    said.collect()
}

/// That routing says of the witness what the finding does.
fn shows(witness: &Witness, payment: &Witness, told: &[u32], rules: &[Rule], catalog: &Catalog) {
    let of = |kind: DocumentKind| rules.iter().filter(move |rule| rule.guards_submissions_of(kind));
    let released = deciding_rules(&witness.subject(), of(witness.document_type)).expect("released").unwrap_or_default();
    assert!(
        witness.subject().lines().iter().any(|line| matches!(line.account_subtype, Some("bank" | "cash" | "card")))
    );
    assert_eq!((witness.amount, payment.document_type), (payment.amount, PAYMENT));
    match deciding_rules(&payment.subject(), of(PAYMENT)) {
        Ok(asked) => {
            let missing = missing(&released, &asked.unwrap_or_default(), catalog);
            assert_eq!(missing, told, "{witness:?}");
            assert!(!missing.is_empty(), "{witness:?}");
        }
        Err(_) => assert!(told.is_empty(), "{witness:?}"),
    }
}

#[test]
fn tables() {
    let all = |role: &str| vec![by(CREDIT, "vc", 1, (None, None), role)];
    let with = |role: &str, more: Vec<Rule>| all(role).into_iter().chain(more).collect::<Vec<_>>();
    let mirrored =
        || vec![money("m-1", 1, (None, Some(1_000)), "manager"), money("m-2", 2, (Some(1_001), None), "cfo")];
    let open_ended = || vec![money("m-1", 1, (None, None), "manager"), money("m-2", 2, (Some(1_001), None), "cfo")];
    for (own, expected) in [
        // Anyone may sign what no rule is for.
        (vec![], vec!["0..1000: [1]", "1001..: [1, 2]"]),
        (all("manager"), vec!["1001..: [2]"]),
        (all("clerk"), vec!["0..1000: [1]", "1001..: [1, 2]"]),
        // Who may do more than a manager is no less, and signs one level.
        (all("cfo"), vec!["1001..: [1]"]),
        (with("manager", mirrored()), vec![]),
        // Above their ends the type decides the level itself.
        (with("clerk", mirrored()), vec!["1001..: [1]"]),
        (with("clerk", open_ended()), vec![]),
        (mirrored(), vec![]),
        // A rule that outranks them takes their signature away.
        (
            with(
                "manager",
                mirrored()
                    .into_iter()
                    .chain([Rule { priority: 0, ..by(CREDIT, "x", 2, (None, None), "clerk") }])
                    .collect(),
            ),
            vec!["1001..: [2]"],
        ),
        // An account that the rule does not name.
        (
            with(
                "manager",
                vec![Rule {
                    conditions: vec![text(Field::AccountId, Operator::Equal, &["1010"])],
                    ..by(CREDIT, "y", 2, (None, None), "cfo")
                }],
            ),
            vec!["1001..: [2]"],
        ),
        (
            with(
                "manager",
                vec![Rule {
                    conditions: vec![text(Field::AccountSubtype, Operator::Equal, &["bank"])],
                    ..by(CREDIT, "z", 2, (None, None), "cfo")
                }],
            ),
            vec!["1001..: [2]"],
        ),
        // What is refused is not released.
        (vec![by(CREDIT, "vc", 1, (None, Some(1_000)), "manager")], vec![]),
    ] {
        let ids: Vec<&str> = own.iter().map(|rule| rule.rule_id.as_str()).collect();
        assert_eq!(less(own.clone()), expected, "{ids:?}");
    }
}

#[test]
fn payments_that_may_not_be_made_and_types_that_are_not_compared() {
    let catalog = catalog();
    let rules = [by(PAYMENT, "pay", 1, (None, Some(1_000)), "manager"), by(CREDIT, "vc", 1, (None, None), "manager")];
    let found = prove(CREDIT, &rules, &of(&catalog));
    let bands: Vec<_> =
        found.less_than_payment.iter().map(|one| (one.band.min_amount, one.missing_levels.len())).collect();
    assert_eq!(bands, [(Some(Minor(1_001)), 0)]);
    for (kind, rules) in [(PAYMENT, &rules[..]), (DocumentKind::InvoicePayment, &rules[..]), (CREDIT, &rules[1..])] {
        assert!(prove(kind, rules, &of(&catalog)).less_than_payment.is_empty(), "{kind:?}");
    }
}

fn any_rule() -> impl Strategy<Value = Rule> {
    let governs = prop_oneof![Just(Governs::AllDocuments), Just(Governs::from(CREDIT)), Just(Governs::from(PAYMENT))];
    let asked = prop_oneof![
        3 => Just(None),
        2 => Just(Some(("bank", Operator::In))),
        1 => Just(Some(("cash", Operator::NotEqual))),
    ];
    let bound = || proptest::option::weighted(0.4, 0_i64..5);
    (governs, 1_u32..4, 0_i64..3, bound(), bound(), asked, 0_usize..3).prop_map(
        |(governs, level, priority, least, most, asked, role)| {
            let conditions = asked.map(|(name, operator)| text(Field::AccountSubtype, operator, &[name]));
            let rule = by(governs, "r", level, (least, most), ["manager", "cfo", "clerk"][role]);
            Rule { priority, conditions: conditions.into_iter().collect(), ..rule }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Each finding is shown by its witness, whatever the rules are.
    #[test]
    fn each_finding_is_shown(rules in proptest::collection::vec(any_rule(), 1..7)) {
        let rules: Vec<Rule> = rules.into_iter().filter(|rule| crate::approval::rule::check(rule).is_empty())
            .enumerate().map(|(at, rule)| Rule { rule_id: format!("r{at}"), ..rule }).collect();
        let catalog = catalog();
        for one in prove(CREDIT, &rules, &of(&catalog)).less_than_payment {
            shows(&one.witness, &one.payment, &one.missing_levels, &rules, &catalog);
        }
    }
}
