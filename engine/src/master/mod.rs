//! Master data: what a party and an exchange rate are. Accounts stand with the ledger, rules with the approvals, people with access.

pub mod exchange_rate;
pub mod party;
