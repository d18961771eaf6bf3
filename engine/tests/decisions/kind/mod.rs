//! A table for each document type: what is refused, and what it posts. See docs/rules/documents.md.

mod base_accounts;
mod bill;
mod bill_payment;
mod credits;
mod expense;
mod foreign;
mod inactive;
mod invoice;
mod invoice_payment;
mod item_lines;
mod journal_entry;
mod lifecycle;
mod refunds;
mod unknown;
