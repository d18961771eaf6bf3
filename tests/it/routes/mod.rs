//! Every path over real HTTP, one file per resource.

mod approval_rules;
mod auth;
mod bill_payments;
mod bills;
mod credit_memos;
mod every_operation;
mod every_type;
mod expenses;
mod faults;
mod identifiers;
mod interface;
mod invoice_payments;
mod invoices;
mod item_amounts;
mod journal_entries;
mod jwks;
mod lists;
mod master_data;
mod named_refusals;
mod periods;
mod refusals;
mod shell;
mod tokens;
mod tour;
mod trade_lists;
mod values;
