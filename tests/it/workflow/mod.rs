//! Documents on their way from draft to posted. See docs/rules/documents.md#lifecycle.

mod approvers;
mod beneficiaries;
mod climb;
mod dry_runs;
mod idempotency;
mod lifecycle;
mod races;
mod reversal;
mod signing;
mod unanswered;
