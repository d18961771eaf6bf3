//! A session, what it marked, and what commands ask and change of both.

use super::adjustment::Adjustment;
use super::figures::{Figures, Summary};
use super::transaction::{LedgerLine, TransactionId};
use crate::approval::access::UserId;
use crate::books::cleared::{Mark, TransactionKey};
use crate::books::document::Status;
use crate::values::clock::{Date, Timestamp};
use crate::values::kind::DocumentKey;
use crate::values::money::{Currency, Minor, MoneyError};
use std::collections::BTreeMap;

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "reconciliation";
/// What a made id begins with.
pub const ID_PREFIX: &str = "REC-";

/// Whether a session can still change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionStatus {
    InProgress,
    Completed,
}

impl SessionStatus {
    pub const ALL: [Self; 2] = [Self::InProgress, Self::Completed];

    pub const fn name(self) -> &'static str {
        match self {
            Self::InProgress => "In Progress",
            Self::Completed => "Completed",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.name() == name)
    }
}

/// A session. All amounts are in `currency`, withdrawals negative.
#[derive(Clone, PartialEq, Debug)]
pub struct Reconciliation {
    pub reconciliation_id: String,
    pub account_id: String,
    /// The account's own currency or, when it has none, the base currency.
    pub currency: Currency,
    pub statement_date: Date,
    pub statement_ending_balance: Minor,
    pub bank_adjustments: Adjustment,
    pub book_adjustments: Adjustment,
    pub memo: Option<String>,
    /// Raised by every change, marks included; the `ETag`.
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
    pub completion: Option<Completion>,
}

/// How a session ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Completion {
    /// No posting that the session counted is later.
    pub at: Timestamp,
    pub by: String,
    /// The worksheet's figures at that instant.
    pub summary: Summary,
}

impl Reconciliation {
    pub const fn status(&self) -> SessionStatus {
        if self.completion.is_some() { SessionStatus::Completed } else { SessionStatus::InProgress }
    }

    /// All of an account, up to the last day there is, as a session would see it.
    pub fn of_whole_account(account_id: &str, currency: Currency) -> Self {
        let never = Timestamp::from_micros(0);
        Self {
            reconciliation_id: String::new(),
            account_id: account_id.to_owned(),
            currency,
            statement_date: Date::LAST,
            statement_ending_balance: Minor::ZERO,
            bank_adjustments: Adjustment { total: Minor::ZERO, items: Vec::new() },
            book_adjustments: Adjustment { total: Minor::ZERO, items: Vec::new() },
            memo: None,
            version: 0,
            created_at: never,
            created_by: String::new(),
            updated_at: never,
            updated_by: String::new(),
            completion: None,
        }
    }

    /// The session one version on, as changed by this caller.
    #[must_use]
    pub fn changed(&self, by: &UserId, at: Timestamp) -> Self {
        Self { version: self.version.saturating_add(1), updated_at: at, updated_by: by.to_string(), ..self.clone() }
    }
}

/// What a command or a read about sessions must know.
#[derive(Clone, Debug)]
pub enum WantedSession {
    /// For a new session: whether the id is taken, and the account's other sessions.
    New { reconciliation_id: String, account_id: Option<String> },
    /// The session alone.
    Session { reconciliation_id: String },
    /// And the account's session in progress, and its latest completed one.
    Others { reconciliation_id: String },
    /// And the bank transactions that these ids may mean, their documents locked.
    Transactions { reconciliation_id: String, ids: Vec<TransactionId> },
    /// And the figures of its worksheet, and how the account's bank statements stand.
    Figures { reconciliation_id: String },
    /// No session: the account's latest completed one, and the bank transactions of the account that these ids may mean, their documents
    /// locked.
    OnAccount { account_id: String, ids: Vec<TransactionId> },
}

/// The answer to a [`WantedSession`].
#[derive(Clone, Default, Debug)]
pub struct SessionState {
    pub session: Option<Reconciliation>,
    /// The id of the account's session in progress.
    pub in_progress: Option<String>,
    /// Id and statement date of the account's latest completed session.
    pub last_completed: Option<(String, Date)>,
    pub figures: Option<Result<Figures, MoneyError>>,
    pub lines: Vec<LedgerLine>,
    pub marks: BTreeMap<TransactionKey, Mark>,
    /// The documents that the ids may mean, whether they touch the account or not.
    pub documents: BTreeMap<DocumentKey, Status>,
    /// How the account's bank statements stand on the statement date; `None` where there are none.
    pub statements: Option<BankSays>,
}

/// What the account's bank statements say up to the statement date.
#[derive(Clone, PartialEq, Debug)]
pub struct BankSays {
    /// What the account held at the end of the day; `None` where the statements have no balances.
    pub balance: Option<Minor>,
    /// Lines up to the day that are neither matched nor explained.
    pub open_lines: u64,
    /// The ids of the first of them.
    pub first_open: Vec<String>,
    /// A statement of these days that does not chain: its id, the day, and by how much.
    pub broken: Option<(String, Date, Minor)>,
}

/// What a decision changes about sessions and marks.
#[derive(Clone, Debug)]
pub enum SessionChange {
    Insert(Reconciliation),
    /// The session in its new version.
    Update(Reconciliation),
    /// The session, and what it marked.
    Delete {
        reconciliation_id: String,
        version: i64,
    },
    Mark(Vec<Mark>),
    Unmark {
        account_id: String,
        keys: Vec<TransactionKey>,
    },
    /// Locks the account's open marks that were cleared up to the day, and its matches of lines up to it.
    Lock {
        account_id: String,
        up_to: Date,
        completed_in: String,
        at: Timestamp,
    },
    /// Takes back the lock of all marks that the session's completion locked.
    Unlock {
        completed_in: String,
    },
}

impl SessionChange {
    /// Whether it fixes what stands in the ledger at this instant.
    pub const fn cuts_the_ledger(&self) -> bool {
        match self {
            Self::Lock { .. } | Self::Unlock { .. } => true,
            Self::Insert(_) | Self::Update(_) | Self::Delete { .. } | Self::Mark(_) | Self::Unmark { .. } => false,
        }
    }
}
