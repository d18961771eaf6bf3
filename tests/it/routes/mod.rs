//! Every path over real HTTP, one file per resource.

mod approval_rules;
mod auth;
mod journal_entries;
mod jwks;
mod lists;
mod master_data;
mod periods;
mod refusals;
mod shell;
mod tokens;
mod values;
