//! One module per resource: what each operation answers, and each refusal by its code.

mod approval_rules;
mod auth;
mod journal_entries;
mod master_data;
mod operation;
mod periods;
