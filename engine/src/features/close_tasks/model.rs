//! A task of the close: what a month has to have before it is closed, whose it is, and when it is due. See docs/rules/close-checklist.md.

use crate::approval::access::UserId;
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::spelled::spelled;

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "close_task";
/// What is called so in a 404.
pub const TITLE: &str = "close task";
/// What a made id begins with.
pub const ID_PREFIX: &str = "CT-";
/// So many may be active at once: a checklist has all of them.
pub const MOST_ACTIVE: usize = 100;
/// The most days after a period's end.
pub const MOST_DUE_DAYS: u32 = 366;

spelled! {
    /// What a task is about. Each but `manual` has a check in `registry.rs`.
    TaskKind {
        /// Nothing checks it but whoever signs it.
        Manual = "manual",
        /// Bank and card accounts have a completed reconciliation of the period's last day or later.
        BankReconciled = "bank_reconciled",
        /// No line of a bank statement up to the period's end is open.
        StatementLinesMatched = "statement_lines_matched",
        /// The account's balance is 0 at the period's end.
        SuspenseEmpty = "suspense_empty",
        /// No document of the period is unposted.
        NothingPending = "nothing_pending",
        /// Recurring documents were made up to the period's end.
        RecurringMade = "recurring_made",
        /// What was to be reversed by the period's end is.
        AccrualsReversed = "accruals_reversed",
        /// Parts of deferrals were recognised up to the period's end.
        DeferralsRecognized = "deferrals_recognized",
        /// Nothing is left to revalue at the period's end.
        RevaluationDone = "revaluation_done",
        /// Nothing stands on receivable and payable accounts that is of no document.
        SubLedgersAgree = "sub_ledgers_agree",
    }
}

/// Whether a task of the kind names an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NamesAccount {
    Never,
    /// A bank or card account; all of them without it.
    MayBank,
    Must,
}

impl TaskKind {
    pub const fn names_account(self) -> NamesAccount {
        match self {
            Self::BankReconciled | Self::StatementLinesMatched => NamesAccount::MayBank,
            Self::SuspenseEmpty => NamesAccount::Must,
            Self::Manual | Self::NothingPending | Self::RecurringMade | Self::AccrualsReversed => NamesAccount::Never,
            Self::DeferralsRecognized | Self::RevaluationDone | Self::SubLedgersAgree => NamesAccount::Never,
        }
    }

    /// What a task is called that its author gives no title; a manual one must have one.
    pub const fn title(self) -> Option<&'static str> {
        match self {
            Self::Manual => None,
            Self::BankReconciled => Some("Bank accounts are reconciled"),
            Self::StatementLinesMatched => Some("Lines of bank statements are matched"),
            Self::SuspenseEmpty => Some("The suspense account is empty"),
            Self::NothingPending => Some("Nothing is pending"),
            Self::RecurringMade => Some("Recurring documents are made"),
            Self::AccrualsReversed => Some("Accruals are reversed"),
            Self::DeferralsRecognized => Some("Deferrals are recognised"),
            Self::RevaluationDone => Some("Foreign currencies are revalued"),
            Self::SubLedgersAgree => Some("Sub-ledgers agree with their control accounts"),
        }
    }
}

/// A task that each period has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CloseTask {
    pub close_task_id: String,
    pub kind: TaskKind,
    pub title: String,
    pub account_id: Option<String>,
    /// Whose it is. Whoever has the permission may sign it.
    pub owner: Option<UserId>,
    /// Days after the period's end.
    pub due_days: u32,
    /// Whether a period cannot be closed before it is signed.
    pub is_required: bool,
    /// Periods that end before have no such task.
    pub from_date: Option<Date>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl CloseTask {
    /// Whether the period that ends on this day has it.
    pub fn is_of(&self, end: Date) -> bool {
        self.is_active && self.from_date.is_none_or(|from| from <= end)
    }

    pub fn due_on(&self, end: Date) -> Date {
        end.plus_days(i64::from(self.due_days))
    }
}
