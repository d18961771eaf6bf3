//! The documents' wire types, one file per type.

pub mod bill;
pub mod bill_payment;
pub mod change;
pub mod collection;
pub mod credit_memo;
pub mod expense;
pub mod invoice;
pub mod invoice_payment;
pub mod journal_entry;
pub mod shared;
