//! What is remembered, and that it has an end.

use rust_decimal::Decimal;

use super::*;
use crate::books::document::model::{DatedReversal, Settlement};
use crate::books::document::{Content, EntryType, Journal, Line, Particulars, Stage};
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::{DocumentKind, SubLedger};
use crate::values::money::{Currency, Minor};

fn line(line_number: i64) -> Line {
    let (account_id, amount) = ("6000".into(), Minor(1));
    let dimensions = std::collections::BTreeMap::new();
    Line { line_number, account_id, amount, memo: None, department_id: None, cost_center_id: None, dimensions }
}

/// An entry with so many lines, as this transaction wrote it.
fn written(number: usize, lines: i64, by: u32) -> Written {
    let lines = (1..=lines).map(line).collect();
    let document = Document {
        key: key(number),
        version: 1,
        sub_ledger: SubLedger::Gl,
        content: Content {
            tran_date: Date::parse("2024-01-15").expect("a day"),
            posting_period_id: "2024-01".into(),
            currency: Currency::parse("EUR").expect("EUR"),
            exchange_rate: Decimal::ONE,
            exchange_rate_reason: None,
            memo: None,
            total: Minor(0),
            base_total: Minor(0),
            particulars: Particulars::Journal(Journal { entry_type: EntryType::Standard, reversal_date: None, lines }),
        },
        corrects_id: None,
        correction_id: None,
        dated_reversal: DatedReversal::default(),
        settlement: Settlement::default(),
        stage: Stage::Draft(None),
        created_at: Timestamp::from_micros(0),
        created_by: "carl".into(),
        edited_by: "carl".into(),
        editors: std::collections::BTreeSet::new(),
    };
    Written { document: Arc::new(document), by: WrittenBy { document: by, lines: by } }
}

fn key(number: usize) -> DocumentKey {
    DocumentKey::new(DocumentKind::JournalEntry, format!("JE-{number}"))
}

/// Which of the first ones are remembered.
fn of_first(remembered: &Remembered, many: usize) -> Vec<bool> {
    (0..many).map(|number| !remembered.of([&key(number)]).is_empty()).collect()
}

fn lines(remembered: &Remembered) -> usize {
    remembered.kept().lines
}

#[test]
fn the_oldest_is_forgotten_when_there_are_too_many() {
    let remembered = Remembered::default();
    remembered.keep((0..MOST).map(|number| written(number, 2, 1)));
    assert_eq!(of_first(&remembered, 2), [true, true]);
    remembered.keep([written(MOST, 2, 2)]);
    assert_eq!(of_first(&remembered, 2), [false, true]);
}

#[test]
fn the_oldest_are_forgotten_when_they_have_too_many_lines() {
    let remembered = Remembered::default();
    remembered.keep((0..LINES_OF_ALL / LINES).map(|number| written(number, 50, 1)));
    assert_eq!((of_first(&remembered, 2), lines(&remembered)), (vec![true, true], LINES_OF_ALL));
    remembered.keep([written(MOST, 2, 2)]);
    assert_eq!((of_first(&remembered, 2), lines(&remembered)), (vec![false, true], LINES_OF_ALL - 48));
}

#[test]
fn lines_are_counted_once_however_often_a_document_is_written_or_forgotten() {
    let remembered = Remembered::default();
    remembered.keep([written(0, 2, 1), written(1, 3, 1)]);
    remembered.keep([written(0, 5, 2)]);
    assert_eq!(lines(&remembered), 8);
    assert_eq!(remembered.of([&key(0)])[&key(0)].by.lines, 2);
    remembered.forget([&key(0), &key(0), &key(7)]);
    assert_eq!((lines(&remembered), of_first(&remembered, 2)), (3, vec![false, true]));
}

#[test]
fn a_long_one_is_not_remembered_nor_what_it_was_before() {
    let remembered = Remembered::default();
    remembered.keep([written(0, 50, 1)]);
    remembered.keep([written(0, 51, 2)]);
    assert_eq!((lines(&remembered), of_first(&remembered, 1)), (0, vec![false]));
}

#[test]
fn after_three_misses_in_a_row_nothing_is_remembered_for_a_while() {
    let remembered = Remembered::default();
    for number in 0..3 {
        remembered.keep([written(number, 2, 1), written(9, 2, 1)]);
        if number == 0 {
            remembered.missed([&key(number)]);
            remembered.held();
        }
        remembered.missed([&key(number)]);
    }
    assert_eq!((of_first(&remembered, 10)[9], lines(&remembered)), (false, 0));
    remembered.keep([written(1, 2, 1)]);
    assert_eq!(of_first(&remembered, 2), [false, false]);
}
