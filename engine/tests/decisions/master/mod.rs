//! A table for each command on master data. See docs/rules/master-data.md and docs/rules/access.md.

mod accounts;
mod delegations;
mod parties;
mod people;
mod rates;
mod replays;
mod roles;
mod rule_sets;
mod rules;
