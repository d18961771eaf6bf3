//! One file per table, no behaviour.

pub mod account;
pub mod approval_rule;
pub mod audit_entry;
pub mod audit_head;
pub mod audit_seal;
pub mod balance;
pub mod bank_csv_mapping;
pub mod bank_match;
pub mod bank_match_line;
pub mod bank_match_transaction;
pub mod bank_statement;
pub mod bank_statement_line;
pub mod budget;
pub mod budget_line;
pub mod catalog_revision;
pub mod change_request;
pub mod cleared_mark;
pub mod close_sign_off;
pub mod close_task;
pub mod console_session;
pub mod credit_application;
pub mod deferral;
pub mod delegation;
pub mod dimension;
pub mod dimension_value;
pub mod directory_user;
pub mod document;
pub mod document_line;
pub mod document_type;
pub mod exchange_rate;
pub mod fiscal_year;
pub mod idempotency;
pub mod job;
pub mod matching_rule;
pub mod party;
pub mod payment_terms;
pub mod period;
pub mod posting;
pub mod posting_line;
pub mod reconciliation;
pub mod recurring_document;
pub mod replay;
pub mod replay_document;
pub mod report_layout;
pub mod role;
pub mod rule_set;
pub mod rule_set_draft;
pub mod rule_version;
pub mod schedule;
pub mod sign_in_link;
pub mod sign_in_state;
pub mod signature;
pub mod tax_code;

/// JSON, as a column keeps it: what is in it stands in [`crate::books::stored`], and each such column in ADR 0015.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, sea_orm::DeriveValueType)]
pub struct JsonText(pub String);
