//! A session: one bank statement, compared with the books.

use super::adjustment::Adjustment;
use super::figures::Summary;
use crate::approval::access::UserId;
use crate::values::clock::{Date, Timestamp};
use crate::values::money::{Currency, Minor};

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
