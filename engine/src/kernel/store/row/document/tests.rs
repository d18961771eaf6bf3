//! Rows to stages and back, as a table: what each status must have and may not have.

mod of_lines;

use std::collections::BTreeSet;

use sea_orm::{IdenStatic as _, IntoActiveModel as _};

use super::*;
use crate::books::document::Status;
use crate::kernel::entity::JsonText;
use crate::values::money::Minor;

/// A change of a row.
type Change = fn(&mut document::Model);

const PLAN: &str = r#"{"amount":500000,"required_level":2,"steps":[{"level":1,"alternatives":[{"signer":{"approver_type":"role","role":"manager"},"rule_id":"b-1","rule_version":1}]},{"level":2,"alternatives":[{"signer":{"approver_type":"role","role":"controller"},"rule_id":"b-2","rule_version":1}]}],"skipped_levels":[]}"#;

/// A bill as it stands in the table right after it was written.
fn draft() -> document::Model {
    let absent = || None::<String>;
    document::Model {
        kind: "bill".into(),
        document_id: "B-1".into(),
        version: 1,
        status: "Draft".into(),
        sub_ledger: "ap".into(),
        tran_date: "2024-01-15".into(),
        due_date: Some("2024-02-14".into()),
        period_id: "2024-01".into(),
        currency: "USD".into(),
        exchange_rate: "1".into(),
        memo: absent(),
        entry_type: absent(),
        original_entry_id: absent(),
        corrects_id: absent(),
        correction_id: absent(),
        reversal_date: absent(),
        dated_reversal_id: absent(),
        reversal_problem_code: absent(),
        reversal_problem_detail: absent(),
        party_id: Some("V-1".into()),
        party_key: Some("V-1".into()),
        control_account_id: Some("2000".into()),
        cash_account_id: absent(),
        settles_kind: absent(),
        settles_id: absent(),
        reference: absent(),
        reference_key: absent(),
        payment_method: absent(),
        payment_terms_id: absent(),
        discount_date: absent(),
        discount_amount: None,
        discount_account_id: absent(),
        write_off_amount: None,
        write_off_account_id: absent(),
        write_off_rule_id: absent(),
        total: Minor(500_000),
        subtotal: Minor(500_000),
        tax_total: Minor::ZERO,
        base_total: Minor(500_000),
        exchange_rate_reason: absent(),
        amount_paid: Minor::ZERO,
        amount_settled: Minor::ZERO,
        base_settled: Minor::ZERO,
        settled_on: absent(),
        settled_at: None,
        settled_by: absent(),
        void_reason: absent(),
        round: 0,
        submitted_at: None,
        submitted_by: absent(),
        plan: None,
        digest: absent(),
        digest_version: None,
        current_level: 0,
        waits_for: absent(),
        signed_by: JsonText("[]".into()),
        held_by: absent(),
        held_at: None,
        stood_still: None,
        escalates_at: None,
        overdue_at: None,
        added_at: None,
        rule_set: None,
        added_author: absent(),
        beneficiaries: None,
        posted_at: None,
        returned_at: None,
        returned_by: absent(),
        returned_on: absent(),
        returned_comments: absent(),
        returned_author: absent(),
        returned_submitter: absent(),
        created_at: 1,
        created_by: "carl".into(),
        edited_by: "carl".into(),
        editors: None,
    }
}

fn returned(row: &mut document::Model) {
    row.round = 2;
    row.editors = Some(JsonText(r#"["cora"]"#.into()));
    row.submitted_at = Some(2);
    row.submitted_by = Some("carl".into());
}

/// By another than its author, who submitted it.
fn sent_back(row: &mut document::Model) {
    row.returned_at = Some(5);
    row.returned_by = Some("mona".into());
    row.returned_comments = Some("no receipt".into());
    row.returned_author = Some("carl".into());
}

/// By its author, who is told nothing; another submitted it.
fn recalled(row: &mut document::Model) {
    row.submitted_by = Some("Cora".into());
    sent_back(row);
    row.returned_by = Some("Carl".into());
    row.returned_author = None;
    row.returned_submitter = Some("cora".into());
}

fn submitted(row: &mut document::Model) {
    returned(row);
    row.plan = Some(JsonText(PLAN.into()));
    row.digest = Some("d1".into());
    row.digest_version = Some(1);
}

fn half_signed(row: &mut document::Model) {
    submitted(row);
    row.current_level = 1;
    row.signed_by = JsonText(r#"["mona"]"#.into());
    row.beneficiaries = Some(JsonText(r#"["Emil"]"#.into()));
}

fn pending(row: &mut document::Model) {
    half_signed(row);
    row.waits_for = Some("role controller".into());
}

fn on_hold(row: &mut document::Model) {
    half_signed(row);
    row.held_by = Some("mona".into());
}

/// As `receive-payment` writes it where no rule asks for signatures.
fn unsigned(row: &mut document::Model) {
    row.digest = Some("d0".into());
    row.digest_version = Some(0);
}

fn posted(row: &mut document::Model) {
    half_signed(row);
    row.posted_at = Some(3);
}

fn posted_unsigned(row: &mut document::Model) {
    unsigned(row);
    row.posted_at = Some(3);
}

fn ended(row: &mut document::Model) {
    row.settled_on = Some("2024-01-20".into());
    row.settled_at = Some(4);
    row.settled_by = Some("conrad".into());
}

fn voided(row: &mut document::Model) {
    ended(row);
    row.void_reason = Some("twice".into());
}

/// By whom it came back from the bank.
fn came_back(row: &mut document::Model) {
    posted(row);
    row.returned_on = Some("2024-02-03".into());
    row.returned_at = Some(6);
    row.returned_by = Some("conrad".into());
    row.returned_comments = Some("no funds".into());
}

/// Every status with each of the ways that lead to it.
const STAGES: [(&str, &[Change]); 23] = [
    ("Draft", &[]),
    ("Draft", &[returned]),
    ("Draft", &[sent_back]),
    ("Draft", &[returned, sent_back]),
    ("Draft", &[returned, recalled]),
    ("Pending Approval", &[pending]),
    ("On Hold", &[on_hold]),
    ("Approved", &[half_signed]),
    ("Approved", &[unsigned]),
    ("Posted", &[posted]),
    ("Posted", &[posted_unsigned]),
    ("Paid", &[posted]),
    ("Returned", &[came_back]),
    ("Returned", &[ended, came_back]),
    ("Cleared", &[posted, ended]),
    ("Deposited", &[posted_unsigned, ended]),
    ("Rejected", &[half_signed]),
    ("Rejected", &[half_signed, sent_back]),
    ("Voided", &[voided]),
    ("Voided", &[returned, voided]),
    ("Voided", &[half_signed, voided]),
    ("Voided", &[on_hold, voided]),
    ("Voided", &[posted, voided]),
];

fn row(status: &str, changes: &[Change]) -> document::Model {
    let mut row = draft();
    row.status = status.into();
    for change in changes {
        change(&mut row);
    }
    row
}

#[test]
fn every_stage_is_read_and_written_as_it_stands() {
    let mut seen = BTreeSet::new();
    for (status, changes) in STAGES {
        let row = row(status, changes);
        let document = read(row.clone(), Vec::new()).expect(status);
        assert_eq!(document.status().name(), status);
        seen.insert(status);
        let mut written = header(&document).expect(status);
        let mut stood = row.into_active_model().reset_all();
        for column in Column::iter() {
            let (is, was) = (written.take(column).into_value(), stood.take(column).into_value());
            assert_eq!(is, was, "{status}: {}", column.as_str());
        }
    }
    assert_eq!(seen, Status::ALL.map(Status::name).into(), "a status without a row");
}

#[test]
fn what_no_stage_can_spell_names_its_column() {
    let table: [(&str, &[Change], &str); 36] = [
        ("Drafted", &[], "status"),
        ("Draft", &[|row| row.round = 1], "submitted_at"),
        ("Draft", &[returned, |row| row.submitted_by = None], "submitted_by"),
        ("Draft", &[|row| row.submitted_at = Some(1)], "submitted_at"),
        ("Draft", &[submitted], "plan"),
        ("Draft", &[unsigned], "digest"),
        ("Draft", &[|row| row.current_level = 1], "current_level"),
        ("Draft", &[|row| row.signed_by = JsonText(r#"["mona"]"#.into())], "signed_by"),
        ("Draft", &[|row| row.beneficiaries = Some(JsonText("[]".into()))], "beneficiaries"),
        ("Draft", &[|row| row.held_by = Some("mona".into())], "held_by"),
        ("Draft", &[|row| row.posted_at = Some(1)], "posted_at"),
        ("Draft", &[|row| row.void_reason = Some("none".into())], "void_reason"),
        ("Posted", &[posted, sent_back], "returned_at"),
        ("Draft", &[returned, sent_back, |row| row.returned_by = None], "returned_by"),
        ("Pending Approval", &[pending, sent_back], "returned_at"),
        ("Pending Approval", &[], "plan"),
        ("Pending Approval", &[pending, |row| row.plan = None], "plan"),
        ("Pending Approval", &[pending, |row| row.digest = None], "digest"),
        ("Pending Approval", &[pending, |row| row.round = -1], "round"),
        ("Pending Approval", &[pending, |row| row.current_level = -1], "current_level"),
        ("Pending Approval", &[pending, |row| row.held_by = Some("mona".into())], "held_by"),
        ("On Hold", &[half_signed], "held_by"),
        ("Approved", &[], "digest"),
        ("Approved", &[unsigned, |row| row.plan = Some(JsonText(PLAN.into()))], "plan"),
        ("Approved", &[posted], "posted_at"),
        ("Posted", &[half_signed], "posted_at"),
        ("Posted", &[posted, ended], "settled_on"),
        ("Cleared", &[posted], "settled_on"),
        ("Cleared", &[posted, ended, |row| row.settled_by = None], "settled_by"),
        ("Deposited", &[posted, voided], "void_reason"),
        ("Posted", &[posted, |row| row.returned_on = Some("2024-02-03".into())], "returned_on"),
        ("Returned", &[posted], "returned_on"),
        ("Voided", &[came_back, voided], "returned_on"),
        ("Rejected", &[], "plan"),
        ("Voided", &[posted, ended], "void_reason"),
        ("Voided", &[on_hold, posted, voided], "held_by"),
    ];
    for (status, changes, column) in table {
        let error = read(row(status, changes), Vec::new()).expect_err(column).to_string();
        assert!(error.contains(&format!("table document, column {column}, key \"B-1\"")), "{status}: {error}");
    }
}

fn entry(row: &mut document::Model) {
    (row.kind, row.sub_ledger) = ("journal_entry".into(), "gl".into());
    (row.due_date, row.party_id, row.party_key, row.control_account_id) = (None, None, None, None);
    row.entry_type = Some("Standard".into());
}

fn accrual(row: &mut document::Model) {
    entry(row);
    row.reversal_date = Some("2024-02-01".into());
    row.reversal_problem_code = Some("period_closed".into());
    row.reversal_problem_detail = Some("it is closed".into());
}

fn reversed_on_its_day(row: &mut document::Model) {
    entry(row);
    row.reversal_date = Some("2024-02-01".into());
    row.dated_reversal_id = Some("JE-1-RV".into());
}

fn reversing(row: &mut document::Model) {
    entry(row);
    row.entry_type = Some("Reversing".into());
    row.original_entry_id = Some("JE-1".into());
}

fn payment(row: &mut document::Model) {
    (row.kind, row.due_date) = ("bill_payment".into(), None);
    row.cash_account_id = Some("1000".into());
    (row.settles_kind, row.settles_id) = (Some("bill".into()), Some("B-1".into()));
    row.payment_method = Some("Check".into());
}

fn of_several(row: &mut document::Model) {
    payment(row);
    row.settles_id = None;
}

fn memo(row: &mut document::Model) {
    (row.kind, row.sub_ledger) = ("credit_memo".into(), "ar".into());
    (row.settles_kind, row.settles_id) = (Some("invoice".into()), Some("I-1".into()));
}

fn numbered(row: &mut document::Model) {
    (row.reference, row.reference_key) = (Some("INV 17".into()), Some("inv17".into()));
}

#[test]
fn every_family_is_read_and_written_as_it_stands() {
    for change in [entry, accrual, reversed_on_its_day, reversing, payment, of_several, memo, numbered] {
        let row = row("Draft", &[change]);
        let mut written = header(&read(row.clone(), Vec::new()).expect("a document")).expect("its row");
        let mut stood = row.clone().into_active_model().reset_all();
        for column in Column::iter() {
            let (is, was) = (written.take(column).into_value(), stood.take(column).into_value());
            assert_eq!(is, was, "{}: {}", row.kind, column.as_str());
        }
    }
}

#[test]
fn what_no_family_can_spell_names_its_column() {
    let table: [(&[Change], &str); 19] = [
        (&[|row| row.reversal_date = Some("2024-02-01".into())], "reversal_date"),
        (&[accrual, |row| row.reversal_date = Some("soon".into())], "reversal_date"),
        (&[accrual, |row| row.dated_reversal_id = Some("JE-1-RV".into())], "dated_reversal_id"),
        (&[accrual, |row| row.reversal_problem_detail = None], "reversal_problem_detail"),
        (&[|row| row.party_id = None], "party_id"),
        (&[|row| row.control_account_id = None], "control_account_id"),
        (&[|row| row.cash_account_id = Some("1000".into())], "cash_account_id"),
        (&[|row| row.entry_type = Some("Standard".into())], "entry_type"),
        (&[|row| row.payment_method = Some("Check".into())], "payment_method"),
        (&[|row| row.settles_id = Some("B-1".into())], "settles_id"),
        (&[entry, |row| row.entry_type = None], "entry_type"),
        (&[entry, |row| row.entry_type = Some("Other".into())], "entry_type"),
        (&[entry, |row| row.original_entry_id = Some("JE-1".into())], "original_entry_id"),
        (&[entry, |row| row.subtotal = Minor(1)], "subtotal"),
        (&[entry, |row| row.tax_total = Minor(1)], "tax_total"),
        (&[reversing, |row| row.original_entry_id = None], "original_entry_id"),
        (&[payment, |row| row.cash_account_id = None], "cash_account_id"),
        (&[payment, |row| row.settles_kind = None], "settles_id"),
        (&[payment, |row| row.due_date = Some("2024-02-14".into())], "due_date"),
    ];
    for (changes, column) in table {
        let error = read(row("Draft", changes), Vec::new()).expect_err(column).to_string();
        assert!(error.contains(&format!("table document, column {column}, key \"B-1\"")), "{error}");
    }
}

#[test]
fn every_column_is_written_by_its_author_or_changes_on_its_way() {
    let document = read(row("Pending Approval", &[pending]), Vec::new()).expect("a document");
    let (written, moves) = (content::written(&document).expect("a row"), moves(&document).expect("its columns"));
    for column in Column::iter() {
        let ways = [written.get(column).is_set(), moves.iter().any(|(moved, _)| moved.as_str() == column.as_str())];
        assert!(ways[0] != ways[1], "{}: written {}, moves {}", column.as_str(), ways[0], ways[1]);
    }
}
