//! Master data: accounts, exchange rates, parties, rules, roles, users. Plain save and delete commands, without a workflow.

pub mod account;
pub mod delegation;
pub mod exchange_rate;
pub(super) mod limits;
pub mod party;
pub mod proposed_rules;
pub mod role;
pub mod rule;
pub mod seed_roles;
mod simple_delegations;
pub mod user;
