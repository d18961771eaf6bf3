//! A year of one account, for many seeds: nearly all is sure, nothing sure is wrong, and the rest is not far.

mod parties;
mod random;
mod speed;
mod story;
mod texts;
mod world;

use std::collections::BTreeSet;

use engine::features::matching::proposing::{Proposal, Proposals, Settings, propose};
use world::{Group, World};

/// The years that every run looks at; `just statements` looks at forty.
const FEW: u64 = 5;

fn seeds() -> std::ops::Range<u64> {
    let many = std::env::var("GL_YEARS").ok().and_then(|years| years.parse().ok());
    1..many.unwrap_or(FEW).saturating_add(1)
}

fn group(proposal: &Proposal) -> Group {
    (proposal.lines.iter().cloned().collect(), proposal.transactions.iter().cloned().collect())
}

struct Score {
    matchable: usize,
    sure: usize,
    wrong: Vec<String>,
    far: Vec<String>,
}

fn score(world: &World, found: &Proposals) -> Score {
    let truth: BTreeSet<&Group> = world.truth.iter().collect();
    let mut score = Score { matchable: 0, sure: 0, wrong: Vec::new(), far: Vec::new() };
    let mut done: BTreeSet<String> = BTreeSet::new();
    for proposal in found.sure() {
        if truth.contains(&group(proposal)) {
            done.extend(proposal.lines.iter().cloned());
        } else {
            score.wrong.push(describe(world, proposal));
        }
    }
    for (lines, transactions) in &world.truth {
        for line in lines {
            score.matchable += 1;
            if done.contains(line) {
                score.sure += 1;
                continue;
            }
            let first: Vec<&Proposal> = found.of_line(line).into_iter().take(3).collect();
            if !first.iter().any(|proposal| group(proposal) == (lines.clone(), transactions.clone())) {
                let first: Vec<String> = first.into_iter().map(|proposal| describe(world, proposal)).collect();
                score.far.push(format!("{line}: not {transactions:?} but {first:#?}"));
            }
        }
    }
    score
}

fn describe(world: &World, proposal: &Proposal) -> String {
    let (lines, transactions) = group(proposal);
    let reasons: Vec<String> =
        proposal.reasons.iter().map(|reason| format!("{} {:+}", reason.words, reason.points)).collect();
    let (ids, points, doubt) = (describe_ids(world, &lines, &transactions), proposal.points, proposal.doubt);
    format!("{ids}: {points} {doubt:?} {reasons:?} {:?}", proposal.next_best_lost)
}

fn describe_ids(world: &World, lines: &BTreeSet<String>, transactions: &BTreeSet<String>) -> String {
    let lines = world.lines.iter().filter(|line| lines.contains(&line.id));
    let transactions = world.transactions.iter().filter(|each| transactions.contains(&each.id));
    let lines: Vec<String> = lines
        .map(|line| {
            let (name, account, text) = (&line.counterparty_name, &line.counterparty_account, &line.text);
            format!("{} {} {} {name} {account} [{text}] {}", line.id, line.date, line.amount.0, line.end_to_end_id)
        })
        .collect();
    let transactions: Vec<String> = transactions
        .map(|each| {
            let (names, accounts, documents) = (&each.party_names, &each.party_accounts, &each.document_ids);
            format!("{} {} {} {names:?} {accounts:?} {documents:?}", each.id, each.date, each.amount.0)
        })
        .collect();
    format!("{lines:?} / {transactions:?}")
}

#[test]
fn a_year_is_matched_and_nothing_is_matched_wrongly() {
    let mut failures = Vec::new();
    let (mut all, mut all_sure, mut least) = (0, 0, 1000);
    for seed in seeds() {
        let world = story::year(seed);
        let found = propose(&world.lines, &world.transactions, &[], &Settings::default());
        let score = score(&world, &found);
        let permille = score.sure * 1000 / score.matchable;
        (all, all_sure, least) = (all + score.matchable, all_sure + score.sure, least.min(permille));
        println!(
            "seed {seed}: {} lines, {} transactions, {} matchable, {permille} ‰ sure, {} wrong, {} far",
            world.lines.len(),
            world.transactions.len(),
            score.matchable,
            score.wrong.len(),
            score.far.len()
        );
        if permille < 950 {
            failures.push(format!("seed {seed}: only {permille} ‰ are sure"));
        }
        failures.extend(score.wrong.iter().map(|wrong| format!("seed {seed}: wrong {wrong}")));
        failures.extend(score.far.iter().map(|far| format!("seed {seed}: far {far}")));
        if std::env::var("SHOW").is_ok_and(|show| show == seed.to_string()) {
            for (lines, transactions) in &world.truth {
                let right = found.proposals.iter().find(|it| group(it) == (lines.clone(), transactions.clone()));
                match right {
                    None => println!("MISSING {}", describe_ids(&world, lines, transactions)),
                    Some(right) if !right.is_sure() => println!("UNSURE {}", describe(&world, right)),
                    Some(_) => {}
                }
            }
        }
    }
    println!("of all {all} lines {} ‰ are sure, {least} ‰ in the worst year", all_sure * 1000 / all);
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}

#[test]
fn what_the_bank_takes_back_is_said() {
    for seed in seeds() {
        let world = story::year(seed);
        let found = propose(&world.lines, &world.transactions, &[], &Settings::default());
        let taken_back: BTreeSet<&str> = found.bounces.iter().map(|bounce| bounce.line.as_str()).collect();
        for (line, _) in &world.bounces {
            assert!(taken_back.contains(line.as_str()), "seed {seed}: {line} of {:?}", found.bounces);
        }
        assert_eq!(taken_back.len(), world.bounces.len(), "seed {seed}: {:?}", found.bounces);
    }
}

/// Who accepts all that is sure and asks again, until nothing more is sure, accepts nothing wrong.
#[test]
fn what_becomes_sure_after_the_sure_ones_are_accepted_is_right_too() {
    let (mut all, mut done) = (0, 0);
    for seed in seeds() {
        let mut world = story::year(seed);
        let truth: BTreeSet<Group> = world.truth.iter().cloned().collect();
        all += truth.iter().map(|group| group.0.len()).sum::<usize>();
        loop {
            let found = propose(&world.lines, &world.transactions, &[], &Settings::default());
            let sure: Vec<Group> = found.sure().map(group).collect();
            if sure.is_empty() {
                break;
            }
            for (lines, transactions) in sure {
                assert!(
                    truth.contains(&(lines.clone(), transactions.clone())),
                    "seed {seed}: {lines:?} {transactions:?}"
                );
                done += lines.len();
                world.lines.retain(|line| !lines.contains(&line.id));
                world.transactions.retain(|each| !transactions.contains(&each.id));
            }
        }
    }
    println!("after all rounds {} ‰ are matched", done * 1000 / all);
}
