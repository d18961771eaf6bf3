//! Every refusal by its own name, with a stable code. The engine knows no HTTP: a refusal has a
//! [`Class`], and the interface gives each class its status.
//! See docs/rules/errors.md#one-code-for-one-reason.

use std::fmt;

/// One wrong field: where it stands in the body (RFC 6901) and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub pointer: String,
    pub detail: String,
}

/// So many wrong fields of one request are named; the rest are only counted, so that a body full of them costs no more than a good one.
pub const MAX_FAULTS: usize = 100;

/// All wrong fields of one request, gathered so that they can be named at once: the first [`MAX_FAULTS`], and how many more
/// were found. Stored as the list alone.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Faults(pub Vec<Fault>, usize);

impl From<Vec<Fault>> for Faults {
    fn from(named: Vec<Fault>) -> Self {
        Self(named, 0)
    }
}

impl From<Faults> for Vec<Fault> {
    fn from(faults: Faults) -> Self {
        faults.0
    }
}

impl Faults {
    /// These are named, and so many more were found.
    pub const fn with_more(named: Vec<Fault>, more: usize) -> Self {
        Self(named, more)
    }

    /// Records a fault; of several at one pointer only the first is kept.
    pub fn add(&mut self, pointer: impl Into<String>, detail: impl Into<String>) {
        if self.is_full() {
            self.1 = self.1.saturating_add(1);
            return;
        }
        let pointer = pointer.into();
        if !self.has(&pointer) {
            self.0.push(Fault { pointer, detail: detail.into() });
        }
    }

    /// Whether no more are named.
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX_FAULTS
    }

    /// How many were found beyond those that are named. A check may stop before it has seen them all.
    pub fn more(&self) -> usize {
        self.1
    }

    pub fn has(&self, pointer: &str) -> bool {
        self.0.iter().any(|fault| fault.pointer == pointer)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a command cannot do without. Faults found before go first.
    pub fn required<T>(self, pointer: &str, value: Option<T>) -> Result<T, Refusal> {
        self.or(())?;
        value.ok_or_else(|| Self::one(pointer, "is required"))
    }

    /// Takes over what another check found.
    pub fn extend(&mut self, other: Self) {
        for fault in other.0 {
            self.add(fault.pointer, fault.detail);
        }
        self.1 = self.1.saturating_add(other.1);
    }

    /// The same where fields go by other names: pairs of the name here and the name there.
    #[must_use]
    pub fn renamed(self, fields: &[(&str, &str)]) -> Self {
        let mut renamed = Self(Vec::new(), self.1);
        for fault in self.0 {
            let there = fields.iter().find(|(here, _)| *here == fault.pointer).map(|(_, there)| (*there).to_owned());
            renamed.add(there.unwrap_or(fault.pointer), fault.detail);
        }
        renamed
    }

    /// The same faults of a part of a larger body, which stands at this pointer.
    #[must_use]
    pub fn below(self, pointer: &str) -> Self {
        let below = |fault: Fault| Fault { pointer: format!("{pointer}{}", fault.pointer), ..fault };
        Self(self.0.into_iter().map(below).collect(), self.1)
    }

    /// `value` when nothing was found, or all that was.
    pub fn or<T>(self, value: T) -> Result<T, Refusal> {
        if self.is_empty() { Ok(value) } else { Err(Refusal::Invalid(self)) }
    }

    /// A refusal for one field alone.
    pub fn one(pointer: impl Into<String>, detail: impl Into<String>) -> Refusal {
        let mut faults = Self::default();
        faults.add(pointer, detail);
        Refusal::Invalid(faults)
    }
}

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

/// A refusal: named, with a stable code, a sentence for people, and data for machines.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// Fields are wrong; all of them are named.
    Invalid(Faults),
    /// A refusal with a name of its own.
    Named(Box<Named>),
}

/// The body of a named refusal.
#[derive(Clone, PartialEq, Debug)]
pub struct Named {
    pub name: RefusalName,
    pub detail: String,
    /// Field pointers, when the refusal is about fields.
    pub faults: Faults,
    /// Further members of the problem document, such as totals or counts.
    pub extra: serde_json::Map<String, serde_json::Value>,
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
    /// What the document holds is not what was signed; it is not posted.
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
    /// Unposted documents bar the close.
    UnpostedDocuments = "unposted_documents", Conflict;
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
    /// An item of an atomic bulk was refused, and so nothing of the bulk was done; `problem` says why it was.
    ItemRefused = "item_refused", Content;
    /// The job cannot be retried as it stands.
    JobNotRetryable = "job_not_retryable", Conflict;
}

impl RefusalName {
    /// This refusal with a sentence that explains it.
    pub fn because(self, detail: impl Into<String>) -> Refusal {
        Refusal::Named(Box::new(Named {
            name: self,
            detail: detail.into(),
            faults: Faults::default(),
            extra: serde_json::Map::new(),
        }))
    }
}

impl Refusal {
    /// Adds a member to the problem document of a named refusal.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<serde_json::Value>) -> Self {
        if let Self::Named(named) = &mut self {
            named.extra.insert(key.into(), value.into());
        }
        self
    }

    /// Points a named refusal at a field.
    #[must_use]
    pub fn at(mut self, pointer: &str) -> Self {
        if let Self::Named(named) = &mut self {
            let detail = named.detail.clone();
            named.faults.add(pointer, detail);
        }
        self
    }

    /// The same refusal where fields go by other names: pairs of the name here and the name there.
    #[must_use]
    pub fn renamed(mut self, fields: &[(&str, &str)]) -> Self {
        let faults = match &mut self {
            Self::Invalid(faults) => faults,
            Self::Named(named) => &mut named.faults,
        };
        *faults = std::mem::take(faults).renamed(fields);
        self
    }

    /// The faults of the body, when there are any: they are reported before what the state does not allow.
    #[must_use]
    pub fn after(self, faults: &Faults) -> Self {
        if self.class() == Class::Conflict && !faults.is_empty() { Self::Invalid(faults.clone()) } else { self }
    }

    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid",
            Self::Named(named) => named.name.code(),
        }
    }

    pub fn class(&self) -> Class {
        match self {
            Self::Invalid(_) => Class::Content,
            Self::Named(named) => named.name.class(),
        }
    }

    pub fn is(&self, name: RefusalName) -> bool {
        matches!(self, Self::Named(named) if named.name == name)
    }

    pub fn detail(&self) -> String {
        match self {
            Self::Invalid(faults) => match faults.0.as_slice() {
                [only] if only.pointer.is_empty() => only.detail.clone(),
                [only] => format!("{}: {}", only.pointer, only.detail),
                several if faults.more() > 0 => {
                    format!("{} fields are wrong, and {} more", several.len(), faults.more())
                }
                several => format!("{} fields are wrong", several.len()),
            },
            Self::Named(named) => named.detail.clone(),
        }
    }

    /// `404`, naming what was asked for.
    pub fn not_found(what: &str, id: &str) -> Self {
        RefusalName::NotFound.because(format!("there is no {what} {id:?}"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code(), self.detail())
    }
}

/// A sum that whole minor units in 64 bits cannot hold.
pub fn sum_too_large() -> Refusal {
    Faults::one("", "a sum is larger than 64 bits hold; narrow down what is asked for")
}

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Refused by a rule of the books; nothing changed.
    #[error("{0}")]
    Refused(Refusal),
    /// The database is away or overloaded; the command may be sent again (503).
    #[error("the database is unavailable: {0}")]
    Unavailable(String),
    /// Others changed the same rows each time it was tried; the command may be sent again (503).
    #[error("too much contention: {0}")]
    Contended(String),
    /// A fault of ours (500).
    #[error("internal error: {0}")]
    Internal(String),
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
