//! Laws that hold whatever people do, in whatever order: random histories over all types of documents, periods, links and rates.
//!
//! A history is rows of a table; one that breaks a law is printed as such, made as short as it can be.

mod history;
mod holds;
mod ways_on;

use std::cell::RefCell;
use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRng, TestRunner};

use history::{History, Step};

/// So many histories of so many steps.
const HISTORIES: u32 = 48;
const STEPS: usize = 200;

/// What must have happened in all of them together, and must have been refused: laws over what never happens prove nothing.
const DONE: [&str; 29] = [
    "create",
    "edit",
    "delete",
    "submit",
    "approve",
    "reject",
    "request-change",
    "hold",
    "unhold",
    "reverse",
    "void",
    "clear",
    "deposit",
    "unclear",
    "undeposit",
    "return",
    "unreturn",
    "reassign",
    "receive",
    "apply",
    "unapply",
    "close",
    "reopen",
    "work",
    "set-aside",
    "take back",
    "edit vendor",
    "edit rate",
    "edit rule",
];
const REFUSED: [&str; 8] = [
    "forbidden",
    "not_found",
    "wrong_status",
    "already_exists",
    "period_closed",
    "overpayment",
    "already_reversed",
    "invalid",
];

#[test]
fn whatever_people_do_the_laws_hold() {
    let config = Config { cases: HISTORIES, failure_persistence: None, ..Config::default() };
    let rng = TestRng::deterministic_rng(config.rng_algorithm);
    let told = RefCell::new(BTreeMap::<String, u32>::new());
    let told_by = |history: &History| {
        let mut told = told.borrow_mut();
        for (word, count) in &history.told {
            *told.entry(word.clone()).or_default() += count;
        }
    };
    let outcome = TestRunner::new_with_rng(config, rng).run(&vec(any::<Step>(), STEPS), |steps| {
        let mut history = History::new();
        for step in &steps {
            history.take(*step).map_err(|why| TestCaseError::fail(history.broken(&why)))?;
        }
        history.end().map_err(|why| TestCaseError::fail(history.broken(&why)))?;
        told_by(&history);
        Ok(())
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
    let told = told.into_inner();
    let never: Vec<&str> = DONE.into_iter().chain(REFUSED).filter(|word| !told.contains_key(*word)).collect();
    assert!(never.is_empty(), "never happened: {never:?} in {told:?}");
}
