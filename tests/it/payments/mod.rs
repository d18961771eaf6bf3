//! What is due, and what payments, credit memos and voids make of it. See docs/rules/payments.md.

mod closing;
mod partial;
mod promised;
mod races;
