//! Rows to stages and back, as a table: what each status must have and may not have.

use std::collections::BTreeSet;

use sea_orm::{IdenStatic as _, IntoActiveModel as _};

use super::*;
use crate::document::Status;
use crate::entity::JsonText;
use crate::money::Minor;

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
        party_id: Some("V-1".into()),
        party_key: Some("V-1".into()),
        control_account_id: Some("2000".into()),
        cash_account_id: absent(),
        settles_kind: absent(),
        settles_id: absent(),
        reference: absent(),
        reference_key: absent(),
        payment_method: absent(),
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
        beneficiaries: None,
        posted_at: None,
        created_at: 1,
        created_by: "carl".into(),
        edited_by: "carl".into(),
    }
}

fn returned(row: &mut document::Model) {
    row.round = 2;
    row.submitted_at = Some(2);
    row.submitted_by = Some("carl".into());
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

/// Every status with each of the ways that lead to it.
const STAGES: [(&str, &[Change]); 17] = [
    ("Draft", &[]),
    ("Draft", &[returned]),
    ("Pending Approval", &[pending]),
    ("On Hold", &[on_hold]),
    ("Approved", &[half_signed]),
    ("Approved", &[unsigned]),
    ("Posted", &[posted]),
    ("Posted", &[posted_unsigned]),
    ("Paid", &[posted]),
    ("Cleared", &[posted, ended]),
    ("Deposited", &[posted_unsigned, ended]),
    ("Rejected", &[half_signed]),
    ("Voided", &[voided]),
    ("Voided", &[returned, voided]),
    ("Voided", &[half_signed, voided]),
    ("Voided", &[on_hold, voided]),
    ("Voided", &[posted, voided]),
];

fn row(status: &str, changes: &[Change]) -> document::Model {
    let mut row = draft();
    row.status = status.into();
    changes.iter().for_each(|change| change(&mut row));
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
    let table: [(&str, &[Change], &str); 30] = [
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
        ("Rejected", &[], "plan"),
        ("Voided", &[posted, ended], "void_reason"),
        ("Voided", &[on_hold, posted, voided], "held_by"),
    ];
    for (status, changes, column) in table {
        let error = read(row(status, changes), Vec::new()).expect_err(column).to_string();
        assert!(error.contains(&format!("table document, column {column}, key \"B-1\"")), "{status}: {error}");
    }
}

#[test]
fn every_column_is_written_by_its_author_or_changes_on_its_way() {
    let document = read(row("Pending Approval", &[pending]), Vec::new()).expect("a document");
    let (written, moves) = (written(&document), moves(&document).expect("its columns"));
    for column in Column::iter() {
        let ways = [written.get(column).is_set(), moves.iter().any(|(moved, _)| moved.as_str() == column.as_str())];
        assert!(ways[0] != ways[1], "{}: written {}, moves {}", column.as_str(), ways[0], ways[1]);
    }
}
