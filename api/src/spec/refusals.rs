//! Which of the named refusals each operation answers with, beside those that its parameters and its body bring.
//!
//! `tests/run` holds this against the service: no test may see an answer that the description does not name, and every answer
//! that it names must have been seen (`tests/answers`).

#[allow(clippy::enum_glob_use, reason = "the table names nearly all of them")]
use engine::error::RefusalName::{self, *};
use serde_json::{Map, Value};

use super::PREFIX;
use crate::headers::IDEMPOTENCY_KEY;
use crate::problem::{OWN_CODES, status_of};

/// The codes with which the operation answers in this status.
pub fn codes(status: u16, method: &str, path: &str, operation: &Map<String, Value>) -> Vec<&'static str> {
    let parameters = operation.get("parameters").and_then(Value::as_array).into_iter().flatten();
    let takes_key =
        parameters.filter_map(|parameter| parameter.get("name")).any(|found| found.as_str() == Some(IDEMPOTENCY_KEY));
    let mut names = vec![UserInactive, NotFound, StaleVersion];
    names.extend(own(method, path));
    // Whoever may sign nothing is shown an empty list of what waits for them.
    if !path.ends_with("/pending-approvals") && !path.ends_with("/approvals/pending") {
        names.push(Forbidden);
    }
    if takes_key {
        names.extend([IdempotencyKeyReused, IdempotencyInProgress]);
    }
    let own = OWN_CODES.into_iter().filter(|(of, code, _)| *of == status && *code != "not_ready");
    names.retain(|name| status_of(name.class()) == status);
    own.map(|(_, code, _)| code).chain(names.into_iter().map(RefusalName::code)).collect()
}

/// Collections of documents, and what writing one may meet beyond a wrong field.
const DOCUMENTS: [(&str, &[RefusalName]); 7] = [
    ("journal-entries", &[Unbalanced, NoOpenPeriod]),
    ("bills", &[NoOpenPeriod]),
    // Their posting_period_id is required.
    ("invoices", &[]),
    ("invoice-payments", &[]),
    ("bill-payments", &[NoOpenPeriod]),
    ("credit-memos", &[NoOpenPeriod]),
    ("expenses", &[NoOpenPeriod]),
];

/// The refusals by name that are the operation's own.
pub fn own(method: &str, path: &str) -> Vec<RefusalName> {
    let segments: Vec<&str> =
        path.strip_prefix(PREFIX).unwrap_or(path).split('/').filter(|segment| !segment.is_empty()).collect();
    match (method, segments.as_slice()) {
        ("get", _) => vec![],
        ("post", ["accounting-periods"]) => vec![AlreadyExists, PeriodOverlap],
        ("post", ["reconciliations"]) => vec![AlreadyExists, ReconciliationInProgress],
        ("post", ["accounts" | "approval-rules" | "customers" | "exchange-rates" | "roles" | "users" | "vendors"]) => {
            vec![AlreadyExists]
        }
        ("post", ["accounting-periods", _, action]) => match *action {
            "close" => vec![AlreadyClosed, UnpostedDocuments],
            "reopen" => vec![NotClosed, HardClosed],
            "hard-close" => vec![NotReadyToHardClose, HardClosed, UnpostedDocuments],
            _ => vec![],
        },
        ("post", ["reconciliations", _, "complete"]) => {
            vec![ReconciliationCompleted, NotReconciled, AdjustmentsNotItemized]
        }
        (_, ["reconciliations", ..]) => vec![ReconciliationCompleted],
        ("post", ["jobs", _, "retry"]) => vec![JobNotRetryable],
        (_, ["accounts", _]) => vec![InUse],
        (_, ["roles", _]) => vec![FixedRole],
        (_, [collection, rest @ ..]) => {
            let found = DOCUMENTS.iter().find(|(document, _)| document == collection);
            found.map(|(_, writing)| of_documents(method, collection, rest, writing)).unwrap_or_default()
        }
        (_, []) => vec![],
    }
}

fn of_documents(method: &str, collection: &str, rest: &[&str], writing: &[RefusalName]) -> Vec<RefusalName> {
    let is_payment = collection.ends_with("-payments");
    // A payment that gives no rate takes that of what it pays.
    let rates: &[RefusalName] = if is_payment { &[RateOutOfTolerance] } else { &[RateOutOfTolerance, NoExchangeRate] };
    let written = |first: &[RefusalName]| [first, &[PeriodClosed], rates, writing].concat();
    match (method, rest) {
        ("post", []) => written(&[AlreadyExists]),
        // Another bill of the vendor may have the reference.
        ("put", [_]) if collection == "bills" => written(&[WrongStatus, AlreadyExists]),
        ("put", [_]) => written(&[WrongStatus]),
        (_, [_, "submit-for-approval"]) => vec![
            WrongStatus,
            PeriodClosed,
            RateOutOfTolerance,
            NoExchangeRate,
            NoMatchingRule,
            NoManager,
            MissingAccount,
        ],
        (_, [_, "approve"]) if is_payment => vec![WrongStatus, PeriodClosed, Overpayment, MissingAccount],
        (_, [_, "approve"]) => vec![WrongStatus, PeriodClosed, MissingAccount],
        (_, [_, "void"]) => vec![WrongStatus, TransactionCleared, ReconciliationCompleted, NoOpenPeriod],
        (_, [_, "reverse"]) => vec![WrongStatus, AlreadyReversed, PeriodClosed, NoOpenPeriod],
        (_, [_, "receive-payment"]) => {
            vec![
                WrongStatus,
                PeriodClosed,
                NoOpenPeriod,
                Overpayment,
                RateOutOfTolerance,
                NoExchangeRate,
                MissingAccount,
                NoMatchingRule,
                NoManager,
            ]
        }
        (_, [_, "apply"]) => vec![WrongStatus, Overpayment, NoOpenPeriod, MissingAccount],
        _ => vec![WrongStatus],
    }
}
