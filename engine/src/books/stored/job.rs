//! Jobs: the payload (`job.payload`, and in apalis' own table) and the result (`job.result`). One version each, 0.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::codec::{Stored, Unreadable, only, word, write};
use super::period::PeriodV0;
use super::refusal::RefusalV0;
use crate::books::period::Scope;
use crate::books::queue::{Done, JobEnd, Task};
use crate::values::kind::{DocumentKey, DocumentKind};

#[derive(Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case", deny_unknown_fields)]
enum TaskV0 {
    PostDocument { key: KeyV0 },
    ClosePeriod { period_id: String, scope: String, force: bool, requested_by: String },
    Replay { replay_id: String },
    CarryOut { change_request_id: String },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyV0 {
    kind: String,
    id: String,
}

impl TaskV0 {
    fn of(task: &Task) -> Self {
        match task {
            Task::PostDocument { key: DocumentKey { kind, id } } => {
                Self::PostDocument { key: KeyV0 { kind: kind.name().into(), id: id.clone() } }
            }
            Task::ClosePeriod { period_id, scope, force, requested_by } => Self::ClosePeriod {
                period_id: period_id.clone(),
                scope: scope.name().into(),
                force: *force,
                requested_by: requested_by.clone(),
            },
            Task::Replay { replay_id } => Self::Replay { replay_id: replay_id.clone() },
            Task::CarryOut { change_request_id } => Self::CarryOut { change_request_id: change_request_id.clone() },
        }
    }
}

impl Stored for Task {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(match only(version, text)? {
            TaskV0::PostDocument { key: KeyV0 { kind, id } } => {
                Self::PostDocument { key: DocumentKey::new(word("kind", &kind, DocumentKind::parse)?, id) }
            }
            TaskV0::ClosePeriod { period_id, scope, force, requested_by } => {
                Self::ClosePeriod { period_id, scope: word("scope", &scope, Scope::parse)?, force, requested_by }
            }
            TaskV0::Replay { replay_id } => Self::Replay { replay_id },
            TaskV0::CarryOut { change_request_id } => Self::CarryOut { change_request_id },
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&TaskV0::of(self))
    }
}

/// A job as apalis' own table stores it, and as its workers get it.
#[derive(Clone, PartialEq, Debug)]
pub struct Delivery {
    pub job_id: String,
    pub task: Task,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DeliveryV0 {
    job_id: String,
    /// The task, with a version of its own.
    task: Value,
}

#[derive(Serialize)]
struct NewDeliveryV0<'a> {
    job_id: &'a str,
    task: TaskV0,
}

impl Stored for Delivery {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let DeliveryV0 { job_id, task } = only(version, text)?;
        Ok(Self { job_id, task: super::codec::read_value(&task)? })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&NewDeliveryV0 { job_id: &self.job_id, task: TaskV0::of(&self.task) })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum EndV0 {
    /// Null, a [`PostedV0`] or a [`PeriodV0`].
    Done(Value),
    Refused(RefusalV0),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PostedV0 {
    posted: bool,
}

impl Stored for JobEnd {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(match only(version, text)? {
            EndV0::Done(Value::Null) => Self::Done(Done::Plain),
            EndV0::Done(of_posting) if of_posting.get("posted").is_some() => {
                let PostedV0 { posted } = serde_json::from_value(of_posting)?;
                Self::Done(Done::Posting { posted })
            }
            EndV0::Done(of_close) => {
                let period: PeriodV0 = serde_json::from_value(of_close)?;
                Self::Done(Done::Close(Box::new(period.into_domain()?)))
            }
            EndV0::Refused(refusal) => Self::Refused(refusal.into_domain()?),
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&match self {
            Self::Done(Done::Plain) => EndV0::Done(Value::Null),
            Self::Done(Done::Posting { posted }) => EndV0::Done(serde_json::to_value(PostedV0 { posted: *posted })?),
            Self::Done(Done::Close(period)) => EndV0::Done(serde_json::to_value(PeriodV0::of(period))?),
            Self::Refused(refusal) => EndV0::Refused(RefusalV0::of(refusal)),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::books::period::{Closing, Period, Scope};
    use crate::books::stored::read;
    use crate::books::stored::tests::{books_of_1268427, golden, of_1268427, periods, refused};
    use crate::values::clock::{Date, Timestamp};
    use crate::values::error::{Faults, Refusal, RefusalName};
    use crate::values::kind::{DocumentKey, DocumentKind};

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
        golden(r#"{"task":"replay","replay_id":"RPL0199"}"#, &Task::Replay { replay_id: "RPL0199".into() });
        golden(
            r#"{"task":"carry_out","change_request_id":"01M804FFPFAME5WNYAWHKY6ZVC"}"#,
            &Task::CarryOut { change_request_id: "01M804FFPFAME5WNYAWHKY6ZVC".into() },
        );
        for (text, why) in [
            (r#"{"task":"post_document","key":{"kind":"later","id":"X"}}"#, r#"its kind "later" is not known"#),
            (
                r#"{"task":"invent"}"#,
                "unknown variant `invent`, expected one of `post_document`, `close_period`, `replay`, `carry_out` at line 1 column 16",
            ),
        ] {
            assert_eq!(refused::<Task>(text), why);
        }
    }

    /// The bytes in apalis' table.
    #[test]
    fn a_delivery() {
        let text = r#"{"job_id":"01M804FFPFAME5WNYAWHKY6ZVC","task":{"task":"post_document","key":{"kind":"bill","id":"B-APPROVED"}}}"#;
        let job_id = "01M804FFPFAME5WNYAWHKY6ZVC".to_owned();
        golden(text, &Delivery { job_id, task: post(DocumentKind::Bill, "B-APPROVED") });
        let bytes = format!("X'{}'", crate::values::id::hex(text.as_bytes()).to_uppercase());
        assert!(books_of_1268427().contains(&bytes), "not in the books of 1268427");
        // The task has a version of its own.
        let later = text.replace(r#"{"task":"post"#, r#"{"v":3,"task":"post"#);
        assert_eq!(refused::<Delivery>(&later), "it is of version 3, which this program does not know");
    }

    #[test]
    fn a_job_that_was_done() {
        of_1268427(r#"{"done":{"posted":true}}"#, &JobEnd::Done(Done::Posting { posted: true }));
        golden(r#"{"done":null}"#, &JobEnd::Done(Done::Plain));
        golden(r#"{"done":{"posted":false}}"#, &JobEnd::Done(Done::Posting { posted: false }));
        let day = |text| Date::parse(text).expect("a day");
        let period = Period {
            period_id: "2024-02".into(),
            period_name: "2024/02".into(),
            start_date: day("2024-02-01"),
            end_date: day("2024-02-29"),
            is_adjustment: false,
            closing: [Closing::Open, Closing::SoftClosed, Closing::Open, Closing::Open],
            version: 2,
            created_at: Timestamp::from_micros(1_795_301_027_702_844),
            created_by: "conrad".into(),
            last_change: Some(periods::closed(1_795_301_030_391_751, Scope::Ap)),
        };
        of_1268427(
            r#"{"done":{"closing":["open","soft_closed","open","open"],"created_at":1795301027702844,"created_by":"conrad","end_date":"2024-02-29","last_change":{"close_type":"ap","closed_at":1795301030391751,"closed_by":"conrad","reason":null,"reopen_type":null,"reopened_at":null,"reopened_by":null},"period_id":"2024-02","period_name":"2024/02","start_date":"2024-02-01","version":2}}"#,
            &JobEnd::Done(Done::Close(Box::new(period))),
        );
        for broken in [
            r#"{"done":{}}"#,
            r#"{"done":true}"#,
            r#"{"done":{"posted":"yes"}}"#,
            r#"{"done":{"posted":true,"more":1}}"#,
        ] {
            assert_ne!(refused::<JobEnd>(broken), "", "{broken}");
        }
    }

    /// Release 1268427 wrote these texts too, in books that are not among the fixtures.
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

    /// The refusals of release 1268427, then those of later releases.
    #[test]
    fn every_refusal_keeps_its_spelling() {
        const SPELT: [&str; 32] = [
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
            "NoDiscount",
            "MissingAccount",
            "AlreadyClosed",
            "NotClosed",
            "HardClosed",
            "NotReadyToHardClose",
            "UnpostedDocuments",
            "PostingsInHand",
            "PeriodOverlap",
            "InUse",
            "ItemRefused",
            "FixedRole",
            "IdempotencyKeyReused",
            "IdempotencyInProgress",
            "ReconciliationCompleted",
            "ReconciliationInProgress",
            "TransactionCleared",
            "NotReconciled",
            "JobNotRetryable",
        ];
        const LATER: [&str; 22] = [
            "NoWriteOff",
            "TooManyReplays",
            "StaleRuleSet",
            "RuleSetScheduled",
            "LocksEverybodyOut",
            "OverLimit",
            "NoApprover",
            "NoExchangeRate",
            "RateOutOfTolerance",
            "AdjustmentsNotItemized",
            "NoLevelWaits",
            "NotAsSigned",
            "CannotBePosted",
            "PostingMissing",
            "ReconciliationNotCompleted",
            "ReconciliationNotLast",
            "StatementUnreadable",
            "StatementBroken",
            "StatementLinesOpen",
            "FiscalYearClosed",
            "FiscalYearNotReady",
            "CloseTasksOpen",
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
}
