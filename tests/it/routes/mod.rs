//! Every path over real HTTP, one file per resource.

mod approval_rules;
mod auth;
mod bill_payments;
mod bills;
mod credit_memos;
mod every_type;
mod expenses;
mod invoice_payments;
mod invoices;
mod journal_entries;
mod item_amounts;
mod jwks;
mod lists;
mod master_data;
mod periods;
mod refusals;
mod shell;
mod tokens;
mod values;
