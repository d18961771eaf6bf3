//! The amount due, and the effects of payments, credit memos and voids on it. See docs/rules/payments.md.

mod closing;
mod foreign_money;
mod inactive;
mod on_account;
mod overpaid;
mod partial;
mod pending;
mod posted_before;
mod promised;
mod races;
mod reassigned;
mod refunds;
mod returned;
pub mod several;
mod undone;
mod unreturned;
mod write_offs;
