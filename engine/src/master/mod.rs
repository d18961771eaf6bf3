//! Master data and its changes: accounts, exchange rates, parties, roles, people, rules. Each change is a command.

pub mod account;
pub mod exchange_rate;
pub mod party;
pub mod role;
pub mod rule;
pub mod user;
