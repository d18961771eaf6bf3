//! Worksheets as tables: what stands in the ledger, what is marked, and what the bookkeeper reads.

use crate::features::reconciliation::model::Adjustment;
use proptest::prelude::*;

use super::*;
use crate::books::cleared::MarkedBy;
use crate::books::ledger::PostingKind;
use crate::features::reconciliation::model::Completion;
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::Currency;

fn day(day: u32) -> Date {
    Date::parse(&format!("2024-01-{day:02}")).expect("a day of January")
}

/// A session to the 20th of January with 1,000.00 on the statement.
fn session() -> Reconciliation {
    Reconciliation {
        reconciliation_id: "R-1".into(),
        account_id: "1000".into(),
        currency: Currency::parse("USD").expect("USD"),
        statement_date: day(20),
        statement_ending_balance: Minor(100_000),
        bank_adjustments: Adjustment::default(),
        book_adjustments: Adjustment::default(),
        memo: None,
        version: 1,
        created_at: Timestamp::from_micros(0),
        created_by: "ann".into(),
        updated_at: Timestamp::from_micros(0),
        updated_by: "ann".into(),
        completion: None,
    }
}

fn key(kind: DocumentKind, id: &str, line: i64) -> TransactionKey {
    TransactionKey::of(DocumentKey::new(kind, id), PostingKind::Document, line)
}

fn line(key: &TransactionKey, on: u32, cents: i64) -> LedgerLine {
    LedgerLine {
        key: key.clone(),
        posting_date: day(on),
        posted_at: Timestamp::from_micros(i64::from(on)),
        amount: Minor(cents),
        elsewhere: None,
        tran_date: day(on),
        description: "d".into(),
        reference: "r".into(),
        cleared: None,
    }
}

fn mark(key: &TransactionKey, on: u32) -> (TransactionKey, Mark) {
    let mark = Mark {
        account_id: "1000".into(),
        key: key.clone(),
        by: MarkedBy::Session("R-1".into()),
        cleared_date: day(on),
        marked_at: Timestamp::from_micros(100),
        marked_by: "ann".into(),
        completed_in: None,
    };
    (key.clone(), mark)
}

/// `id amount`, as the worksheet lists them.
fn told(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| format!("{} {}", row.transaction_id, row.movement.amount.0)).collect()
}

#[test]
fn a_worksheet_reads_like_the_bookkeepers() {
    let entry = |id, number| key(DocumentKind::JournalEntry, id, number);
    let (received, paid) = (key(DocumentKind::InvoicePayment, "P-1", 0), key(DocumentKind::BillPayment, "CHK-7", 0));
    let lines = [
        line(&entry("JE-OPEN", 1), 2, 90_000),
        line(&received, 5, 25_000),
        line(&entry("JE-RENT", 2), 8, -15_000),
        // An outstanding check, and a deposit in transit.
        line(&paid, 18, -4_000),
        line(&entry("JE-SALE", 1), 20, 6_000),
        // After the statement.
        line(&entry("JE-LATE", 1), 21, 77),
    ];
    let marks = BTreeMap::from([mark(&entry("JE-OPEN", 1), 2), mark(&received, 6), mark(&entry("JE-RENT", 2), 9)]);
    let worksheet = draw(&session(), &lines, &marks).expect("a worksheet");
    assert_eq!(told(&worksheet.cleared), ["JE-OPEN#1 90000", "P-1 25000", "JE-RENT#2 -15000"]);
    assert_eq!(told(&worksheet.uncleared), ["CHK-7 -4000", "JE-SALE#1 6000"]);
    let expected = Summary {
        statement_ending_balance: Minor(100_000),
        gl_ending_balance: Minor(102_000),
        cleared_deposits: Minor(115_000),
        cleared_withdrawals: Minor(-15_000),
        cleared_balance: Minor(100_000),
        uncleared_deposits: Minor(6_000),
        uncleared_withdrawals: Minor(-4_000),
        uncleared_balance: Minor(2_000),
        bank_adjustments: Minor::ZERO,
        book_adjustments: Minor::ZERO,
        difference: Minor::ZERO,
    };
    assert_eq!(worksheet.summary, expected);
}

#[test]
fn adjustments_go_to_their_own_side() {
    for (bank, book, difference) in
        [(0, 0, 100_000), (500, 0, 100_500), (0, 500, 99_500), (-100_000, 0, 0), (0, 100_000, 0)]
    {
        let total = |minor| Adjustment { total: Minor(minor), items: Vec::new() };
        let session = Reconciliation { bank_adjustments: total(bank), book_adjustments: total(book), ..session() };
        let worksheet = draw(&session, &[], &BTreeMap::new()).expect("a worksheet");
        assert_eq!(worksheet.summary.difference, Minor(difference), "bank {bank}, book {book}");
    }
}

#[test]
fn the_day_of_clearing_decides() {
    let paid = key(DocumentKind::BillPayment, "CHK-7", 0);
    for (marked, own, cleared_on) in [
        (None, None, None),
        (Some(20), None, Some(20)),
        (Some(21), None, None),
        (None, Some(20), Some(20)),
        (None, Some(21), None),
        // The mark goes first.
        (Some(19), Some(21), Some(19)),
        (Some(21), Some(19), None),
    ] {
        let marks: BTreeMap<_, _> = marked.map(|on| mark(&paid, on)).into_iter().collect();
        let own = own.map(|on| (day(on), Timestamp::from_micros(50)));
        let lines = [LedgerLine { cleared: own, ..line(&paid, 18, -4_000) }];
        let worksheet = draw(&session(), &lines, &marks).expect("a worksheet");
        let found = worksheet.cleared.first().and_then(|row| row.movement.cleared.as_ref()).map(Cleared::date);
        assert_eq!(found, cleared_on.map(day), "marked {marked:?}, own {own:?}");
        assert_eq!(worksheet.cleared.len() + worksheet.uncleared.len(), 1);
    }
}

#[test]
fn a_void_undoes_from_its_own_date_on() {
    let paid = key(DocumentKind::BillPayment, "CHK-7", 0);
    for (void_on, expected) in [(19, vec![]), (20, vec![]), (21, vec!["CHK-7 -4000"])] {
        let lines = [line(&paid, 18, -4_000), line(&paid, void_on, 4_000)];
        let worksheet = draw(&session(), &lines, &BTreeMap::new()).expect("a worksheet");
        assert_eq!(told(&worksheet.uncleared), expected, "void on {void_on}");
    }
}

#[test]
fn two_of_one_name_are_told_apart_by_their_type() {
    let lines = [
        line(&key(DocumentKind::BillPayment, "P-1", 0), 3, -1),
        line(&key(DocumentKind::InvoicePayment, "P-1", 0), 4, 2),
        line(&key(DocumentKind::JournalEntry, "P-1", 1), 5, 3),
    ];
    let worksheet = draw(&session(), &lines, &BTreeMap::new()).expect("a worksheet");
    assert_eq!(told(&worksheet.uncleared), ["bill_payment/P-1 -1", "invoice_payment/P-1 2", "P-1#1 3"]);
}

#[test]
fn a_completed_session_shows_what_stood_there_then() {
    let (early, late) = (key(DocumentKind::BillPayment, "A", 0), key(DocumentKind::BillPayment, "B", 0));
    let completion = Completion { at: Timestamp::from_micros(10), by: "ann".into(), summary: Summary::default() };
    let session = Reconciliation { completion: Some(completion), ..session() };
    let own = |at| Some((day(9), Timestamp::from_micros(at)));
    let backdated = LedgerLine { posted_at: Timestamp::from_micros(11), ..line(&late, 3, -7) };
    let lines = [LedgerLine { cleared: own(11), ..line(&early, 2, -5) }, backdated];
    let drawn = |marks: &BTreeMap<_, _>| draw(&session, &lines, marks).expect("a worksheet");
    let worksheet = drawn(&BTreeMap::new());
    assert_eq!((told(&worksheet.uncleared), worksheet.cleared.len()), (vec!["A -5".to_owned()], 0));
    // A mark counts here when this session or an earlier one locked it.
    for (locked_at, cleared) in [(None, 0), (Some(10), 1), (Some(11), 0)] {
        let mut marks = BTreeMap::from([mark(&early, 9)]);
        for mark in marks.values_mut() {
            mark.completed_in = locked_at.map(|at| ("R-1".to_owned(), Timestamp::from_micros(at)));
        }
        assert_eq!(drawn(&marks).cleared.len(), cleared, "locked at {locked_at:?}");
    }
}

proptest! {
    /// Whatever is posted, voided and marked: cleared and uncleared are the ledger's balance together.
    #[test]
    fn cleared_and_uncleared_are_the_balance(
        postings in proptest::collection::vec((0_usize..6, 1_u32..29, -9_999_i64..9_999, proptest::option::of(1_u32..29)), 0..40),
        marked in proptest::collection::vec((0_usize..6, 1_u32..29), 0..8),
    ) {
        let keys: Vec<_> = DocumentKind::ALL.iter().take(6).map(|kind| key(*kind, "X", 1)).collect();
        let own = |on: Option<u32>| on.map(|on| (day(on), Timestamp::from_micros(1)));
        let lines: Vec<_> = postings
            .iter()
            .map(|(at, on, cents, cleared)| LedgerLine { cleared: own(*cleared), ..line(&keys[*at], *on, *cents) })
            .collect();
        let marks = marked.iter().map(|(at, on)| mark(&keys[*at], *on)).collect();
        let summary = draw(&session(), &lines, &marks).expect("a worksheet").summary;
        let up_to: i64 = postings.iter().filter(|(_, on, ..)| *on <= 20).map(|(_, _, cents, _)| cents).sum();
        prop_assert_eq!(summary.gl_ending_balance, Minor(up_to));
        prop_assert_eq!(summary.cleared_balance.checked_add(summary.uncleared_balance), Ok(Minor(up_to)));
        prop_assert!(summary.cleared_deposits.0 >= 0 && summary.uncleared_deposits.0 >= 0);
        prop_assert!(summary.cleared_withdrawals.0 <= 0 && summary.uncleared_withdrawals.0 <= 0);
    }

    /// A walk through the parts of a ledger finds what a look at the whole does, wherever the parts end.
    #[test]
    fn parts_are_the_whole(
        postings in proptest::collection::vec((0_usize..7, 0_u8..4, 1_i64..3, 1_u32..29, -9_i64..9), 0..60),
        marked in proptest::collection::vec((0_usize..7, 0_u8..4, 1_i64..3, 1_u32..29), 0..8),
        size in 1_usize..5,
    ) {
        let key = |kind: usize, id: u8, number| key(DocumentKind::ALL[kind], &format!("X-{id}"), number);
        let lines: Vec<_> = postings.iter().map(|(kind, id, number, on, cents)| line(&key(*kind, *id, *number), *on, *cents)).collect();
        let marks: BTreeMap<_, _> = marked.iter().map(|(kind, id, number, on)| mark(&key(*kind, *id, *number), *on)).collect();
        let whole = draw(&session(), &lines, &marks).expect("a worksheet");
        let days: BTreeSet<_> = lines.iter().map(|line| (line.posting_date, line.key.source.clone())).collect();
        let days: Vec<_> = days.into_iter().filter(|(day, _)| *day <= session().statement_date).collect();
        let (mut sums, mut cleared, mut uncleared) = (Sums::default(), Vec::new(), Vec::new());
        for part in days.chunks(size) {
            let is_named = |key: &TransactionKey| part.iter().any(|(_, source)| source.id == key.source.id);
            let part = Part {
                order: part.iter().cloned().zip(0..).collect(),
                lines: lines.iter().filter(|line| is_named(&line.key)).cloned().collect(),
                marks: marks.iter().filter(|(key, _)| is_named(key)).map(|(key, mark)| (key.clone(), mark.clone())).collect(),
            };
            let (more_cleared, more_uncleared) = draw_part(&session(), &part, &mut sums).expect("a part");
            cleared.extend(more_cleared);
            uncleared.extend(more_uncleared);
        }
        prop_assert_eq!(told(&cleared), told(&whole.cleared));
        prop_assert_eq!(told(&uncleared), told(&whole.uncleared));
        prop_assert_eq!(sums.summary(&session()), Ok(whole.summary));
    }
}
