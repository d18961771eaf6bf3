//! The names of refusals, each with its code and its class. A new one belongs here, and in its place of the table of codes.
//! See docs/rules/errors.md#one-code-for-one-reason.

/// How a refusal answers the caller; the interface maps each class to one status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// The service does not let the caller in (401).
    Unauthorized,
    /// The caller may not (403).
    Forbidden,
    /// It is not there (404).
    NotFound,
    /// It is not in a state for this (409).
    Conflict,
    /// The version named is not the present one (412).
    Precondition,
    /// The content cannot be taken (422).
    Content,
}

macro_rules! names {
    ($(#[doc = $meaning:literal] $name:ident = $code:literal, $class:ident;)*) => {
        /// Every named refusal there is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum RefusalName { $(#[doc = $meaning] $name,)* }

        impl RefusalName {
            /// Every name, for the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The stable `code` of the problem document.
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            pub const fn class(self) -> Class {
                match self { $(Self::$name => Class::$class,)* }
            }

            /// What it means in a sentence, as its comment says it, for the catalogue of codes.
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$name => $meaning,)* }
            }
        }
    };
}

names! {
    /// The caller lacks the permission or may not sign.
    Forbidden = "forbidden", Forbidden;
    /// The amount is above what the signer may sign, and nobody with a higher limit signed before.
    OverLimit = "over_limit", Forbidden;
    /// The token's user is recorded as inactive.
    UserInactive = "user_inactive", Unauthorized;
    /// There is no such thing, or nothing at this path.
    NotFound = "not_found", NotFound;
    /// The id is taken in its collection.
    AlreadyExists = "already_exists", Conflict;
    /// The status of the document, or what became of the one that it pays, does not allow the action.
    WrongStatus = "wrong_status", Conflict;
    /// No level of the document waits for a signature.
    NoLevelWaits = "no_level_waits", Conflict;
    /// What stands there by now is not what was signed: the document is not posted, the change request not carried out.
    NotAsSigned = "not_as_signed", Conflict;
    /// The posting job cannot post the document.
    CannotBePosted = "cannot_be_posted", Conflict;
    /// What the document posted, and its void would reverse, is not in the ledger.
    PostingMissing = "posting_missing", Conflict;
    /// The version sent with `If-Match` is not the present one.
    StaleVersion = "stale_version", Precondition;
    /// Debits and credits differ.
    Unbalanced = "unbalanced", Content;
    /// The period is closed for the sub-ledger.
    PeriodClosed = "period_closed", Conflict;
    /// No open period holds the date.
    NoOpenPeriod = "no_open_period", Content;
    /// A live reversal of the entry exists.
    AlreadyReversed = "already_reversed", Conflict;
    /// Amount rules exist and none matches.
    NoMatchingRule = "no_matching_rule", Content;
    /// The table of exchange rates has none for the currency on the document's date or up to 31 days before.
    NoExchangeRate = "no_exchange_rate", Content;
    /// The exchange rate differs from the table's by more than is tolerated.
    RateOutOfTolerance = "rate_out_of_tolerance", Content;
    /// A manager must sign and none is recorded.
    NoManager = "no_manager", Content;
    /// A step of the routing plan could be signed by no active person.
    NoApprover = "no_approver", Content;
    /// Nobody could sign a change of the approval rules any more.
    LocksEverybodyOut = "locks_everybody_out", Content;
    /// Other approval rules are in force by now than those that the draft was made from.
    StaleRuleSet = "stale_rule_set", Conflict;
    /// A rule set is scheduled: until it is in force, or taken back, the approval rules stay as they are.
    RuleSetScheduled = "rule_set_scheduled", Conflict;
    /// The payment exceeds what is due.
    Overpayment = "overpayment", Content;
    /// What is paid offers no such discount on the payment's day, or the payment leaves something due.
    NoDiscount = "no_discount", Content;
    /// The rule allows the payment no such write-off, or the payment leaves something due.
    NoWriteOff = "no_write_off", Content;
    /// What conversion to base leaves over has no account to go to.
    MissingAccount = "missing_account", Content;
    /// Nothing of the asked scope is open.
    AlreadyClosed = "already_closed", Conflict;
    /// Nothing of the asked scope is closed.
    NotClosed = "not_closed", Conflict;
    /// The period is hard-closed for good.
    HardClosed = "hard_closed", Conflict;
    /// The period is not soft-closed throughout, or an earlier one is not hard-closed.
    NotReadyToHardClose = "not_ready_to_hard_close", Conflict;
    /// The period belongs to a fiscal year that is closed, or a later year is.
    FiscalYearClosed = "fiscal_year_closed", Conflict;
    /// A period of the fiscal year is open still or has an exception in force, or an earlier year is open.
    FiscalYearNotReady = "fiscal_year_not_ready", Conflict;
    /// Unposted documents bar the close.
    UnpostedDocuments = "unposted_documents", Conflict;
    /// The check of a task of the close finds something missing, or required tasks are not signed off.
    CloseTasksOpen = "close_tasks_open", Conflict;
    /// Approved documents wait for their posting; the close posts them first.
    PostingsInHand = "postings_in_hand", Conflict;
    /// The period overlaps another.
    PeriodOverlap = "period_overlap", Conflict;
    /// The account or party is in use and cannot be changed so or deleted.
    InUse = "in_use", Conflict;
    /// A built-in role that cannot be changed.
    FixedRole = "fixed_role", Conflict;
    /// The idempotency key came with another request before.
    IdempotencyKeyReused = "idempotency_key_reused", Content;
    /// The first request with this key still runs.
    IdempotencyInProgress = "idempotency_in_progress", Conflict;
    /// The reconciliation, or the one that counted the transaction as cleared, is completed and locked.
    ReconciliationCompleted = "reconciliation_completed", Conflict;
    /// Only a completed reconciliation is reopened.
    ReconciliationNotCompleted = "reconciliation_not_completed", Conflict;
    /// A later reconciliation of the account counts on it.
    ReconciliationNotLast = "reconciliation_not_last", Conflict;
    /// The account has another reconciliation in progress.
    ReconciliationInProgress = "reconciliation_in_progress", Conflict;
    /// The document is marked as cleared by the bank.
    TransactionCleared = "transaction_cleared", Conflict;
    /// The reconciliation does not balance yet.
    NotReconciled = "not_reconciled", Conflict;
    /// The adjustments of the reconciliation are not made up of items with their reasons.
    AdjustmentsNotItemized = "adjustments_not_itemized", Conflict;
    /// The file cannot be read as a bank statement; `line`, `byte` and `path` say where.
    StatementUnreadable = "statement_unreadable", Content;
    /// A bank statement that the reconciliation needs does not chain.
    StatementBroken = "statement_broken", Conflict;
    /// Lines of bank statements up to the statement's date are neither matched nor explained.
    StatementLinesOpen = "statement_lines_open", Conflict;
    /// An item of an atomic bulk was refused, and so nothing of the bulk was done; `problem` says why it was.
    ItemRefused = "item_refused", Content;
    /// As many replays of this person wait or run as one person may have.
    TooManyReplays = "too_many_replays", Conflict;
    /// The job cannot be retried as it stands.
    JobNotRetryable = "job_not_retryable", Conflict;
}
