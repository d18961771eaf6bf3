//! Bank reconciliation: a session compares one bank statement with the ledger of one bank account.
//! See docs/rules/reconciliation.md.
//!
//! # What a session sees
//!
//! A *bank transaction* is the amount that one payment, or one line of any other document, put on the account up to the statement
//! date, its void included; one that its void undid nets to nothing and is left out. What came back of a payment is one of its own. Bank transactions count on their day in the
//! ledger. [`worksheet`] sorts them into cleared and uncleared and does the sums.
//!
//! # What clears a bank transaction
//!
//! | by | on | undone by |
//! |---|---|---|
//! | a [`Mark`](crate::books::cleared::Mark), set by a session's `clear` | the mark's `cleared_date` | a session's `unclear`, until a completed session counted it |
//! | the `clear` action of a bill payment | its `cleared_date` | nothing |
//!
//! Marks belong to the account, not to the session: what one session cleared is cleared in every later one. A bank transaction that
//! is cleared after the statement date is uncleared on that statement's worksheet.
//!
//! # What completing does
//!
//! It locks every mark that the worksheet counted as cleared, and keeps the figures. The worksheet of a completed session
//! shows what stood in the ledger when it was completed, whatever is posted, marked or voided afterwards; `gl check`
//! derives it again and compares it with the kept figures.
//!
//! # Order
//!
//! An account has one session in progress, and each statement is later than the last completed one. `clear` locks the
//! session's row and the documents, so it meets another `clear`, a void and a `complete` one after the other; `complete`
//! takes the books alone, so that no posting slips in between its sums and its end.

pub mod adjustment;
pub mod change;
pub mod figures;
pub mod session;
pub mod state;
pub mod transaction;
pub mod worksheet;

pub use adjustment::Adjustment;
pub use change::SessionChange;
pub use figures::{Figures, Summary};
pub use session::{Completion, ID_PREFIX, RESOURCE, Reconciliation, SessionStatus};
pub use state::{BankSays, FEATURE, SessionState, WantedSession, seen, target};
pub use transaction::{LedgerLine, Part, TransactionId};
pub use worksheet::Worksheet;
