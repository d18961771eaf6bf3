//! Jobs, as people's lists and apalis' workers find them, and their ends.

use super::*;
use crate::clock::{Date, Timestamp};
use crate::error::{Faults, Refusal, RefusalName};
use crate::kind::{DocumentKey, DocumentKind};
use crate::period::{Closing, Period, Scope};
use crate::queue::Done;

fn close(scope: Scope) -> Task {
    Task::ClosePeriod { period_id: "2024-02".into(), scope, force: true, requested_by: "conrad".into() }
}

fn post(kind: DocumentKind, id: &str) -> Task {
    Task::PostDocument { key: DocumentKey::new(kind, id) }
}

#[test]
fn what_a_job_carries() {
    of_1268427(
        r#"{"task":"close_period","period_id":"2024-02","scope":"ap","force":true,"requested_by":"conrad"}"#,
        &close(Scope::Ap),
    );
    for (kind, word, id) in [
        (DocumentKind::JournalEntry, "journal_entry", "JE-APPROVED"),
        (DocumentKind::Bill, "bill", "B-APPROVED"),
        (DocumentKind::Invoice, "invoice", "I-APPROVED"),
        (DocumentKind::CreditMemo, "credit_memo", "CM-APPROVED"),
        (DocumentKind::Expense, "expense", "E-APPROVED"),
        (DocumentKind::BillPayment, "bill_payment", "BP-APPROVED"),
        (DocumentKind::InvoicePayment, "invoice_payment", "IP-APPROVED"),
    ] {
        let text = format!(r#"{{"task":"post_document","key":{{"kind":"{word}","id":"{id}"}}}}"#);
        of_1268427(&text, &post(kind, id));
    }
    for (text, why) in [
        (r#"{"task":"post_document","key":{"kind":"later","id":"X"}}"#, r#"its kind "later" is not known"#),
        (
            r#"{"task":"invent"}"#,
            "unknown variant `invent`, expected `post_document` or `close_period` at line 1 column 16",
        ),
    ] {
        assert_eq!(refused::<Task>(text), why);
    }
}

/// As apalis' table has it, in bytes.
#[test]
fn a_delivery() {
    let text = r#"{"job_id":"01M804FFPFAME5WNYAWHKY6ZVC","task":{"task":"post_document","key":{"kind":"bill","id":"B-APPROVED"}}}"#;
    let job_id = "01M804FFPFAME5WNYAWHKY6ZVC".to_owned();
    golden(text, &Delivery { job_id, task: post(DocumentKind::Bill, "B-APPROVED") });
    let bytes = format!("X'{}'", crate::id::hex(text.as_bytes()).to_uppercase());
    assert!(books_of_1268427().contains(&bytes), "not in the books of 1268427");
    // What is to be done has a version of its own.
    let later = text.replace(r#"{"task":"post"#, r#"{"v":3,"task":"post"#);
    assert_eq!(refused::<Delivery>(&later), "it is of version 3, which this program does not know");
}

#[test]
fn a_job_that_was_done() {
    of_1268427(r#"{"done":{"posted":true}}"#, &JobEnd::Done(Done::Posting { posted: true }));
    golden(r#"{"done":{"posted":false}}"#, &JobEnd::Done(Done::Posting { posted: false }));
    let day = |text| Date::parse(text).expect("a day");
    let period = Period {
        period_id: "2024-02".into(),
        period_name: "2024/02".into(),
        start_date: day("2024-02-01"),
        end_date: day("2024-02-29"),
        closing: [Closing::Open, Closing::SoftClosed, Closing::Open, Closing::Open],
        version: 2,
        created_at: Timestamp::from_micros(1_795_301_027_702_844),
        created_by: "conrad".into(),
        last_change: Some(super::periods::closed(1_795_301_030_391_751, Scope::Ap)),
    };
    of_1268427(
        r#"{"done":{"closing":["open","soft_closed","open","open"],"created_at":1795301027702844,"created_by":"conrad","end_date":"2024-02-29","last_change":{"close_type":"ap","closed_at":1795301030391751,"closed_by":"conrad","reason":null,"reopen_type":null,"reopened_at":null,"reopened_by":null},"period_id":"2024-02","period_name":"2024/02","start_date":"2024-02-01","version":2}}"#,
        &JobEnd::Done(Done::Close(Box::new(period))),
    );
    for broken in
        [r#"{"done":{}}"#, r#"{"done":true}"#, r#"{"done":{"posted":"yes"}}"#, r#"{"done":{"posted":true,"more":1}}"#]
    {
        assert_ne!(refused::<JobEnd>(broken), "", "{broken}");
    }
}

/// Written by release 1268427 too, for books that are not among the fixtures.
#[test]
fn a_job_that_was_refused() {
    let refusal = RefusalName::UnpostedDocuments
        .because("1 unposted documents bar the close of 2024-02")
        .with("total_unposted", 1)
        .with("counts", serde_json::json!({ "journal_entry": { "draft": 1 } }));
    golden(
        r#"{"refused":{"Named":{"name":"UnpostedDocuments","detail":"1 unposted documents bar the close of 2024-02","faults":[],"extra":{"counts":{"journal_entry":{"draft":1}},"total_unposted":1}}}}"#,
        &JobEnd::Refused(refusal),
    );
    let mut faults = Faults::default();
    faults.add("/period_id", "is wrong");
    golden(
        r#"{"refused":{"Invalid":[{"pointer":"/period_id","detail":"is wrong"}]}}"#,
        &JobEnd::Refused(Refusal::Invalid(faults)),
    );
    let later = r#"{"refused":{"Named":{"name":"Later","detail":"","faults":[],"extra":{}}}}"#;
    assert_eq!(refused::<JobEnd>(later), r#"its name "Later" is not known"#);
}

/// As release 1268427 spelt them, and then those that came after it.
#[test]
fn every_refusal_keeps_its_spelling() {
    const SPELT: [&str; 30] = [
        "Forbidden",
        "UserInactive",
        "NotFound",
        "AlreadyExists",
        "WrongStatus",
        "StaleVersion",
        "Unbalanced",
        "PeriodClosed",
        "NoOpenPeriod",
        "AlreadyReversed",
        "NoMatchingRule",
        "NoManager",
        "Overpayment",
        "MissingAccount",
        "AlreadyClosed",
        "NotClosed",
        "HardClosed",
        "NotReadyToHardClose",
        "UnpostedDocuments",
        "PostingsInHand",
        "PeriodOverlap",
        "InUse",
        "FixedRole",
        "IdempotencyKeyReused",
        "IdempotencyInProgress",
        "ReconciliationCompleted",
        "ReconciliationInProgress",
        "TransactionCleared",
        "NotReconciled",
        "JobNotRetryable",
    ];
    const LATER: [&str; 7] = [
        "NoExchangeRate",
        "RateOutOfTolerance",
        "AdjustmentsNotItemized",
        "NoLevelWaits",
        "NotAsSigned",
        "CannotBePosted",
        "PostingMissing",
    ];
    let written = |name: &RefusalName| JobEnd::Refused(name.because("")).written().expect("a text");
    let all: BTreeSet<String> = RefusalName::ALL.iter().map(written).collect();
    let text = |spelt: &&str| {
        format!(r#"{{"refused":{{"Named":{{"name":"{spelt}","detail":"","faults":[],"extra":{{}}}}}}}}"#)
    };
    let spelt: BTreeSet<String> = SPELT.iter().chain(&LATER).map(text).collect();
    assert_eq!(all, spelt, "a new refusal goes into the list; none goes out of it");
    for text in all {
        assert!(matches!(read::<JobEnd>(&text), Ok(JobEnd::Refused(Refusal::Named(_)))), "{text}");
    }
}
