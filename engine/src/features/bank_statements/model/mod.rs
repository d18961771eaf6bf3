//! What a bank statement is. See docs/rules/bank-statements.md.

pub mod chain;
pub mod mapping;
pub mod standing;
pub mod statement;
pub mod survey;

pub use chain::{Break, BreakKind, DaySums, Rung};
pub use mapping::Mapping;
pub use standing::Standing;
pub use statement::{BankStatement, Entry, ID_PREFIX, Line, LinesDigest, RESOURCE, StatementFormat, identity};
pub use survey::{Surveyed, Unfit, survey};
