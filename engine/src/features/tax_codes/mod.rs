//! Tax codes: which tax the lines of bills, invoices, expenses and credits bear, by the day of the document. The catalog has them, since
//! every line that is written reads its own. See docs/rules/tax.md.

pub(crate) mod check;
pub mod commands;
pub mod records;
