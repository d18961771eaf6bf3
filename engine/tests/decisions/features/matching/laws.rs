//! What holds of any lines and any transactions.

use std::collections::BTreeSet;

use chrono::{Days, NaiveDate};
use engine::features::matching::proposing::{
    BankTransaction, Proposals, Settings, StatementLine, TransactionKind, propose,
};
use engine::values::money::Minor;
use proptest::prelude::*;

const NAMES: [&str; 6] = ["Alpha Metal GmbH", "ALPHA METALL", "Beta Bau", "Müller Bau", "Smith John", ""];
const ACCOUNTS: [&str; 4] = ["", "DE11", "DE22", "DE 11"];
const TEXTS: [&str; 9] = [
    "",
    "INV-101",
    "INV-1012",
    "inv 102",
    "INV-101, 102",
    "Rückläufer INV-101",
    "PMT-7",
    "Kontoführung 04",
    "101 und 102",
];
const DOCUMENTS: [&str; 5] = ["INV-101", "INV-102", "INV-1012", "2026/7", "84213377"];
/// Few, with sums among them.
const AMOUNTS: [i64; 9] = [100, 200, 300, 12_345, 54_321, 66_666, -100, -12_345, 0];

fn day(number: u64) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 1).expect("a day") + Days::new(number)
}

prop_compose! {
    fn line()(date in 0_u64..25, later in 0_u64..3, amount in 0..9_usize, name in 0..6_usize, account in 0..4_usize,
        text in 0..9_usize, end_to_end in 0..9_usize) -> StatementLine {
        StatementLine {
            id: String::new(),
            date: day(date),
            value_date: day(date + later),
            amount: Minor(AMOUNTS[amount]),
            counterparty_name: NAMES[name].to_owned(),
            counterparty_account: ACCOUNTS[account].to_owned(),
            bank_reference: String::new(),
            end_to_end_id: TEXTS[end_to_end].to_owned(),
            text: TEXTS[text].to_owned(),
        }
    }
}

prop_compose! {
    fn transaction()(date in 0_u64..25, amount in 0..9_usize, party in 0..6_usize, account in 0..4_usize,
        documents in prop::collection::vec(0..5_usize, 0..3)) -> BankTransaction {
        BankTransaction {
            id: String::new(),
            kind: TransactionKind::Receipt,
            date: day(date),
            amount: Minor(AMOUNTS[amount]),
            reference: if party == 2 { "PMT-7".to_owned() } else { String::new() },
            document_ids: documents.into_iter().map(|number| DOCUMENTS[number].to_owned()).collect(),
            party_id: (party > 0).then(|| format!("P-{party}")),
            party_names: vec![NAMES[party].to_owned()],
            party_accounts: vec![ACCOUNTS[account].to_owned()],
            description: String::new(),
            made_from: None,
        }
    }
}

prop_compose! {
    fn both()(lines in prop::collection::vec(line(), 0..14), transactions in prop::collection::vec(transaction(), 0..14))
        -> (Vec<StatementLine>, Vec<BankTransaction>) {
        let lines = lines.into_iter().zip(1..).map(|(line, number)| StatementLine { id: format!("L-{number}"), ..line });
        let numbered = transactions.into_iter().zip(1..);
        let transactions = numbered.map(|(it, number)| BankTransaction { id: format!("T-{number}"), ..it });
        (lines.collect(), transactions.collect())
    }
}

fn settings(tolerance: i64) -> Settings {
    Settings { tolerance: Minor(tolerance), ..Settings::default() }
}

fn sure(found: &Proposals) -> BTreeSet<(Vec<String>, Vec<String>)> {
    found.sure().map(|proposal| (proposal.lines.clone(), proposal.transactions.clone())).collect()
}

fn unrelated(amount: i64, date: u64) -> BankTransaction {
    BankTransaction {
        id: "T-99".to_owned(),
        kind: TransactionKind::Receipt,
        date: day(date),
        amount: Minor(amount),
        reference: "ZZ-4711".to_owned(),
        document_ids: Vec::new(),
        party_id: Some("P-99".to_owned()),
        party_names: vec!["Quite Unrelated".to_owned()],
        party_accounts: vec!["XX99".to_owned()],
        description: String::new(),
        made_from: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_order_of_the_input_changes_nothing(
        ((mut lines, mut transactions), tolerance, by) in (both(), 0_i64..60, 0_usize..14)
    ) {
        let before = propose(&lines, &transactions, &[], &settings(tolerance));
        lines.reverse();
        let by = by.min(transactions.len());
        transactions.rotate_left(by);
        prop_assert_eq!(before, propose(&lines, &transactions, &[], &settings(tolerance)));
    }

    #[test]
    fn sure_proposals_take_nothing_twice_and_their_amounts_are_equal(((lines, transactions), tolerance) in (both(), 0_i64..60)) {
        let found = propose(&lines, &transactions, &[], &settings(tolerance));
        let (mut seen_lines, mut seen_transactions) = (BTreeSet::new(), BTreeSet::new());
        for proposal in found.sure() {
            for id in &proposal.lines {
                prop_assert!(seen_lines.insert(id.clone()), "{} twice in {:?}", id, found);
            }
            for id in &proposal.transactions {
                prop_assert!(seen_transactions.insert(id.clone()), "{} twice in {:?}", id, found);
            }
            let of_lines = lines.iter().filter(|line| proposal.lines.contains(&line.id)).map(|line| line.amount);
            let of_transactions =
                transactions.iter().filter(|it| proposal.transactions.contains(&it.id)).map(|it| it.amount);
            prop_assert_eq!(Minor::sum(of_lines), Minor::sum(of_transactions));
            prop_assert!(proposal.points >= settings(tolerance).sure_at);
        }
    }

    #[test]
    fn nothing_is_proposed_out_of_the_window_or_the_tolerance(((lines, transactions), tolerance) in (both(), 0_i64..60)) {
        let settings = settings(tolerance);
        for proposal in propose(&lines, &transactions, &[], &settings).proposals {
            let (mut sum, mut other) = (0, 0);
            for line in lines.iter().filter(|line| proposal.lines.contains(&line.id)) {
                for it in transactions.iter().filter(|it| proposal.transactions.contains(&it.id)) {
                    prop_assert!(settings.in_window(line.date, it.date));
                }
                sum += line.amount.0;
            }
            transactions.iter().filter(|it| proposal.transactions.contains(&it.id)).for_each(|it| other += it.amount.0);
            prop_assert!((sum - other).abs() <= tolerance);
            prop_assert_eq!(proposal.points, proposal.reasons.iter().map(|reason| reason.points).sum::<i32>());
        }
    }

    #[test]
    fn an_unrelated_transaction_makes_nothing_sure(
        ((lines, mut transactions), amount, date) in (both(), 0..9_usize, 0_u64..25)
    ) {
        let before = sure(&propose(&lines, &transactions, &[], &Settings::default()));
        transactions.push(unrelated(7_777_777, date));
        prop_assert_eq!(&before, &sure(&propose(&lines, &transactions, &[], &Settings::default())));
        transactions.pop();
        transactions.push(unrelated(AMOUNTS[amount], date));
        let after = sure(&propose(&lines, &transactions, &[], &Settings::default()));
        prop_assert!(after.is_subset(&before), "{:?} is new", after.difference(&before).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_is_sure_by_amount_and_date_alone((amount, count) in (0..4_usize, 1_u64..4)) {
        let line = StatementLine {
            id: "L-1".to_owned(),
            date: day(9),
            value_date: day(9),
            amount: Minor(AMOUNTS[amount]),
            counterparty_name: "Somebody Else".to_owned(),
            counterparty_account: "DE77".to_owned(),
            bank_reference: String::new(),
            end_to_end_id: String::new(),
            text: "thanks".to_owned(),
        };
        let alike = |number| BankTransaction { id: format!("T-{number}"), ..unrelated(AMOUNTS[amount], 9) };
        let transactions: Vec<_> = (0..count).map(alike).collect();
        prop_assert_eq!(propose(&[line], &transactions, &[], &Settings::default()).sure().count(), 0);
    }
}
