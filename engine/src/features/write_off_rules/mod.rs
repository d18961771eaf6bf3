//! Write-off rules: how small a difference a payment may let off or keep, and where it is posted. The catalog has them, since every payment
//! that writes one off reads its own. See docs/rules/write-offs.md.

pub(crate) mod check;
pub mod commands;
pub mod records;
