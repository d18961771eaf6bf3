//! What ten thousand lines take. Run alone: `cargo test --release -p engine --test decisions matching::year -- --ignored --nocapture`.

use std::time::Instant;

use engine::features::matching::proposing::{BankTransaction, Settings, StatementLine, propose};
use engine::values::money::Minor;

use super::story;

const LINES: usize = 10_000;

/// So many lines of several years, as if all of them were open at once.
fn open(lines: usize) -> (Vec<StatementLine>, Vec<BankTransaction>) {
    let (mut all, mut transactions) = (Vec::new(), Vec::new());
    for seed in 100.. {
        if all.len() >= lines {
            break;
        }
        let world = story::year(seed);
        all.extend(world.lines.into_iter().map(|line| StatementLine { id: format!("{seed}-{}", line.id), ..line }));
        transactions
            .extend(world.transactions.into_iter().map(|it| BankTransaction { id: format!("{seed}-{}", it.id), ..it }));
    }
    all.truncate(lines);
    transactions.truncate(lines);
    (all, transactions)
}

/// The most memory that the process had so far, in MiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    line.trim().trim_end_matches(" kB").parse::<usize>().unwrap_or(0) / 1024
}

fn measure(name: &str, lines: &[StatementLine], transactions: &[BankTransaction]) {
    let before = peak();
    let start = Instant::now();
    let found = propose(lines, transactions, &[], &Settings { tolerance: Minor(5), ..Settings::default() });
    let time = start.elapsed();
    let (sure, all) = (found.sure().count(), found.proposals.len());
    println!("{name}: {time:?}, peak {} MiB ({before} before), {all} proposals, {sure} sure", peak());
}

#[test]
#[ignore = "measures"]
fn ten_thousand_lines() {
    let (lines, transactions) = open(LINES);
    measure("several years at once", &lines, &transactions);
    let unlike: Vec<BankTransaction> =
        transactions.iter().map(|it| BankTransaction { amount: Minor(it.amount.0 + 1), ..it.clone() }).collect();
    measure("no amount equal", &lines, &unlike);
    let equal: Vec<StatementLine> =
        lines.iter().map(|line| StatementLine { amount: Minor(9_900), ..line.clone() }).collect();
    let all_equal: Vec<BankTransaction> =
        transactions.iter().map(|it| BankTransaction { amount: Minor(9_900), ..it.clone() }).collect();
    measure("all amounts equal", &equal, &all_equal);
    let one_day: Vec<StatementLine> = equal
        .iter()
        .map(|line| StatementLine { date: lines[0].date, value_date: lines[0].date, ..line.clone() })
        .collect();
    let at_once: Vec<BankTransaction> =
        all_equal.iter().map(|it| BankTransaction { date: lines[0].date, ..it.clone() }).collect();
    measure("all equal on one day", &one_day, &at_once);
    let of_one: Vec<BankTransaction> = transactions
        .iter()
        .zip(0..)
        .map(|(it, number)| BankTransaction {
            amount: Minor(it.amount.0.abs() + number % 7),
            date: lines[0].date,
            party_id: Some("C-1".to_owned()),
            party_names: vec!["Orion".to_owned()],
            party_accounts: vec!["DE1".to_owned()],
            ..it.clone()
        })
        .collect();
    let from_one: Vec<StatementLine> = lines
        .iter()
        .map(|line| StatementLine {
            amount: Minor(line.amount.0.abs() * 3 + 1),
            date: lines[0].date,
            counterparty_account: "DE1".to_owned(),
            counterparty_name: "Orion".to_owned(),
            text: String::new(),
            ..line.clone()
        })
        .collect();
    measure("one customer, no amount equal", &from_one, &of_one);
}
