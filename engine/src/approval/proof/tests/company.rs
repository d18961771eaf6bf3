//! Five hundred rules as companies write them: a type, a band of amounts, and up to three conditions.

use super::*;
use crate::approval::access::{ApprovalLimits, User};

/// Numbers that look drawn, and are the same each time.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % end
    }

    fn one(&mut self, name: &str, of: usize) -> String {
        format!("{name}-{}", self.below(of))
    }

    fn condition(&mut self, of: usize) -> Condition {
        use Operator::{Equal, In, NotEqual, NotIn};
        match of {
            0 => text(Field::DepartmentId, In, &[&self.one("D", 60), &self.one("D", 60), &self.one("D", 60)]),
            1 => text(Field::CostCenterId, Equal, &[&self.one("C", 120)]),
            2 => text(Field::AccountType, Equal, &[["asset", "liability", "income", "expense"][self.below(4)]]),
            3 => text(Field::AccountId, In, &[&self.one("4", 300), &self.one("5", 300)]),
            4 => text(Field::Currency, NotEqual, &[["USD", "EUR", "GBP", "CHF"][self.below(4)]]),
            5 => text(Field::Currency, Equal, &[["USD", "EUR", "GBP", "CHF"][self.below(4)]]),
            6 => text(Field::CreatedBy, NotIn, &[&self.one("clerk", 30), &self.one("clerk", 30)]),
            7 => text(Field::CreatedBy, Equal, &[&self.one("clerk", 30)]),
            _ => text(Field::EntryType, Equal, &[["Standard", "Adjusting", "Accrual", "Payroll"][self.below(4)]]),
        }
    }
}

/// A rule for each band and level that takes what is left, and before them rules of departments, accounts, currencies and authors.
fn five_hundred() -> Vec<Rule> {
    let bands = [(Some(0), Some(100_000)), (Some(100_001), Some(1_000_000)), (Some(1_000_001), None)];
    let levels = [1_u32, 2, 3];
    let mut drawn = Drawn(7);
    let mut rules: Vec<Rule> =
        bands.iter().zip(levels).map(|(band, level)| rule(&format!("all-{level}"), level, 99, *band)).collect();
    while rules.len() < 500 {
        let of = drawn.below(3);
        let least = i64::try_from(drawn.below(40)).expect("small") * 50_000;
        let band = [bands[of], (Some(least), Some(least + 250_000)), (Some(least), None)][drawn.below(3)];
        let own =
            rule(&format!("R-{:03}", rules.len()), levels[of], i64::try_from(drawn.below(50)).expect("small"), band);
        let mut fields = vec![drawn.below(9), drawn.below(9), drawn.below(9)];
        fields.sort_unstable();
        fields.dedup();
        fields.truncate(1 + drawn.below(3));
        let conditions: Vec<Condition> = fields.into_iter().map(|of| drawn.condition(of)).collect();
        rules.push(with(own, &conditions));
    }
    rules
}

/// Eighty people with ten roles, every tenth a manager of those after them, and some with limits.
fn staff() -> Catalog {
    let mut catalog = books();
    for at in 0..80_usize {
        let limit =
            (at % 4 == 0).then(|| (DocumentKind::JournalEntry, Minor(i64::try_from(at).expect("small") * 100_000)));
        catalog.users.insert(User {
            user_id: format!("p-{at}").into(),
            name: format!("p-{at}"),
            manager_user_id: (at % 10 != 0).then(|| format!("p-{}", at / 10 * 10).into()),
            is_active: at % 13 != 5,
            inactive_by_admin: false,
            delegations: Vec::new(),
            roles: [format!("role-{}", at % 10)].into(),
            approval_limits: ApprovalLimits(limit.into_iter().collect()),
            version: 1,
            updated_at: Timestamp::from_micros(0),
            updated_by: "admin".into(),
        });
    }
    catalog
}

/// The same rules with approvers: roles, people, panels, and a manager here and there.
fn with_approvers() -> Vec<Rule> {
    let approver = |at: usize| match at % 20 {
        0..=11 => Approver::Role { approver_role: format!("role-{}", at % 10) },
        12..=16 => Approver::User { approver_user_id: format!("p-{}", at % 80).into() },
        17 => Approver::Manager,
        18 => Approver::ManagerChain,
        _ => Approver::Panel {
            approver_role: None,
            approver_user_ids: [at, at + 7, at + 31].map(|at| format!("p-{}", at % 80).into()).to_vec(),
        },
    };
    five_hundred().into_iter().enumerate().map(|(at, rule)| Rule { approver: approver(at), ..rule }).collect()
}

#[test]
fn five_hundred_rules_are_decided() {
    let found = proof(&five_hundred());
    assert_eq!(found.undecided, Vec::<String>::new());
    assert!(found.gaps.is_empty() && !found.overlaps.is_empty());
}

/// `cargo test --release -p engine proof::tests::company -- --ignored --nocapture`; the figure stands in docs/proof.md.
#[test]
#[ignore = "a measurement"]
fn how_long_five_hundred_rules_take() {
    let (rules, staff) = (with_approvers(), staff());
    for _ in 0..3 {
        let began = std::time::Instant::now();
        let found = prove(DocumentKind::JournalEntry, &rules, &of(&staff));
        println!(
            "{:?}: {} overlaps, {} meetings, {} unreachable, {} weak steps, {} undecided",
            began.elapsed(),
            found.overlaps.len() + found.left_out.overlaps,
            found.meetings.len() + found.left_out.meetings,
            found.unreachable.len(),
            found.weak_steps.len(),
            found.undecided.len()
        );
    }
}
