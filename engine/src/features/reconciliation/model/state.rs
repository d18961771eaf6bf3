//! What commands and reads ask about sessions, and what they see.

use std::collections::BTreeMap;

use super::figures::Figures;
use super::session::Reconciliation;
use super::transaction::{LedgerLine, TransactionId};
use crate::books::change_request::Pin;
use crate::books::cleared::{Mark, TransactionKey};
use crate::books::command::{Found, Snapshot, Target, Wanted, Wants};
use crate::books::document::Status;
use crate::values::clock::Date;
use crate::values::kind::DocumentKey;
use crate::values::money::{Minor, MoneyError};

/// The feature, as the kernel knows it.
pub const FEATURE: &str = "reconciliation";

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

impl WantedSession {
    /// For a command on this session, which `If-Match` is about.
    pub fn on(self, reconciliation_id: &str) -> Wants {
        Wants { target: Some(target(reconciliation_id)), ..Wants::of_feature(self) }
    }
}

impl Wanted for WantedSession {
    fn feature(&self) -> &'static str {
        FEATURE
    }
}

/// A session, as `If-Match` speaks of it.
pub fn target(reconciliation_id: &str) -> Target {
    Target::OfFeature(FEATURE, reconciliation_id.to_owned())
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

/// Seen by whoever asked for nothing.
static NOTHING: SessionState = SessionState {
    session: None,
    in_progress: None,
    last_completed: None,
    figures: None,
    lines: Vec::new(),
    marks: BTreeMap::new(),
    documents: BTreeMap::new(),
    statements: None,
};

/// What was asked for.
pub fn seen(snapshot: &Snapshot) -> &SessionState {
    snapshot.of_features.get(FEATURE).unwrap_or(&NOTHING)
}

impl Found for SessionState {
    /// Where its figures were asked for, a change request pins them, too.
    fn pin(&self) -> Option<Pin> {
        let session = self.session.as_ref()?;
        let figures = self.figures.as_ref().and_then(|counted| counted.as_ref().ok());
        Some(Pin { version: session.version, made_at: session.created_at, figures: figures.map(Figures::digest) })
    }
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
