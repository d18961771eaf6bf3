//! Documents on their way from draft to posted. See docs/rules/documents.md#lifecycle.

mod approvers;
mod bank_details;
mod beneficiaries;
mod climb;
mod deadlines;
mod desk_counts;
mod dry_runs;
mod editors;
mod edits;
mod idempotency;
mod lifecycle;
mod money;
mod races;
mod replay;
mod returned;
mod reversal;
mod rule_sets;
mod signing;
mod splitting;
mod unanswered;
