//! What is marked as cleared: a bank transaction that stands on the bank's statement. The books ask for the marks before a document is
//! voided or cleared; who sets them, and how they are counted, is for features.

use crate::books::ledger::PostingKind;
use crate::values::clock::{Date, Timestamp};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::{DocumentKey, DocumentKind};

/// One bank transaction: a payment, or a line of another document on the bank account.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TransactionKey {
    pub source: DocumentKey,
    /// 0 for a payment, which is one bank transaction however many ledger lines it has, and 1 for what came back of it.
    pub line_number: i64,
}

/// The line number of what came back of a payment.
pub const RETURN: i64 = 1;

/// Whether documents of the type are one bank transaction each.
pub const fn is_payment(kind: DocumentKind) -> bool {
    kind.payment().is_some()
}

impl TransactionKey {
    /// The bank transaction that a ledger line of this posting of the document belongs to.
    pub fn of(source: DocumentKey, posting: PostingKind, line_number: i64) -> Self {
        let line_number = match (is_payment(source.kind), posting) {
            (true, PostingKind::Return(_) | PostingKind::Unreturn(_)) => RETURN,
            (true, PostingKind::Document | PostingKind::Void | PostingKind::Application(_)) => 0,
            (false, _) => line_number,
        };
        Self { source, line_number }
    }

    /// `P-1`, `P-1#return` or `JE-1#2`: the name of the bank transaction, unless another one of the account has the same name.
    pub fn plain(&self) -> String {
        let id = &self.source.id;
        match self.line_number {
            RETURN if is_payment(self.source.kind) => format!("{id}#return"),
            _ if is_payment(self.source.kind) => id.clone(),
            number => format!("{id}#{number}"),
        }
    }

    /// `bill_payment/P-1` or `journal_entry/JE-1#2`: never ambiguous.
    pub fn qualified(&self) -> String {
        format!("{}/{}", self.source.kind.name(), self.plain())
    }
}

/// What a mark was set by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MarkedBy {
    /// The `clear` of this reconciliation.
    Session(String),
    /// It is matched with lines of a bank statement, in this match.
    Match(String),
}

impl MarkedBy {
    /// `reconciliation "REC-1"`, for messages.
    pub fn named(&self) -> String {
        match self {
            Self::Session(id) => format!("reconciliation {id:?}"),
            Self::Match(id) => format!("match {id:?} with a bank statement"),
        }
    }
}

/// A bank transaction that is marked as cleared.
#[derive(Clone, PartialEq, Debug)]
pub struct Mark {
    pub account_id: String,
    pub key: TransactionKey,
    pub by: MarkedBy,
    pub cleared_date: Date,
    pub marked_at: Timestamp,
    pub marked_by: String,
    /// The completed reconciliation that counted it, and when it was completed: from then on it stays.
    pub completed_in: Option<(String, Timestamp)>,
}

/// Refuses to void or clear a document when one of its bank transactions is marked as cleared. The command's
/// [`crate::books::command::Wants`] must name the document in `cleared_marks_of`; its row lock keeps a `clear` that runs beside it out.
pub fn not_cleared(document: &DocumentKey, marks: &[Mark]) -> Result<(), Refusal> {
    // A mark that a completed reconciliation counted goes first: it says more.
    let own = || marks.iter().filter(|mark| mark.key.source == *document);
    let Some(mark) = own().find(|mark| mark.completed_in.is_some()).or_else(|| own().next()) else { return Ok(()) };
    Err(locked_or_cleared(mark))
}

/// Refuses to undo the return of a payment while what came back is marked as cleared: the marks of the payment
/// itself bar nothing.
pub fn return_not_cleared(payment: &DocumentKey, marks: &[Mark]) -> Result<(), Refusal> {
    let of_return: Vec<Mark> = marks.iter().filter(|mark| mark.key.line_number == RETURN).cloned().collect();
    not_cleared(payment, &of_return)
}

/// Why what is marked stays.
fn locked_or_cleared(mark: &Mark) -> Refusal {
    let name = mark.key.plain();
    match &mark.completed_in {
        Some((completed_in, _)) => RefusalName::ReconciliationCompleted
            .because(format!("{name:?} is cleared in reconciliation {completed_in:?}, which is completed"))
            .with("reconciliation_id", completed_in.clone()),
        None => match &mark.by {
            MarkedBy::Session(id) => RefusalName::TransactionCleared
                .because(format!("{name:?} is marked as cleared in reconciliation {id:?}: unclear it there first"))
                .with("reconciliation_id", id.clone()),
            MarkedBy::Match(id) => RefusalName::TransactionCleared
                .because(format!("{name:?} is matched with a line of a bank statement: unmatch {id:?} first"))
                .with("match_id", id.clone()),
        },
    }
}
