//! Documents on their way from draft to posted (C14, C15, C20–C24).

mod climb;
mod dry_runs;
mod idempotency;
mod lifecycle;
mod order;
mod races;
mod reversal;
mod signing;
