//! Payment terms: when bills and invoices are due, and what is let off for an early payment. The catalog has them, since every bill and
//! invoice that is written reads its own. See docs/rules/payment-terms.md.

pub(crate) mod check;
pub mod commands;
pub mod records;
