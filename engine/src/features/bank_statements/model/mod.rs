//! What a bank statement is. See docs/rules/bank-statements.md.

pub mod chain;
pub mod change;
pub mod mapping;
pub mod standing;
pub mod state;
pub mod statement;
pub mod survey;

pub use chain::{Break, BreakKind, DaySums, Rung};
pub use change::{Import, Planned, StatementChange, StatementFile};
pub use mapping::Mapping;
pub use standing::Standing;
pub use state::{FEATURE, StatementState, WantedStatements, bank_account};
pub use statement::{BankStatement, Entry, ID_PREFIX, Line, LinesDigest, RESOURCE, StatementFormat, identity};
pub use survey::{Surveyed, Unfit, survey};
