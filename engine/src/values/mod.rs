//! Values: what every storey names, and what names none of them. Money, dates and instants, ids, pages, errors; and the facts of
//! document types and actions, since rules, people and limits speak of them. No file here names a table.

pub mod account;
pub mod bank_number;
pub mod canonical;
pub mod clock;
pub mod contact;
pub mod dimension;
pub mod error;
pub mod id;
pub mod kind;
pub mod money;
pub mod named_accounts;
pub mod page;
pub mod payment_terms;
pub mod period_exception;
pub mod tax_code;
pub mod write_off_rule;
