//! The documents' wire types, one file per type, and the list of their collections.

pub mod after_reconciliation;
pub mod bill;
pub mod bill_payment;
pub mod change;
pub mod collection;
pub mod credit_memo;
pub mod customer_refund;
pub mod ended;
pub mod expense;
pub mod invoice;
pub mod invoice_payment;
pub mod journal_entry;
pub mod parts;
pub mod place;
pub mod reversal_problem;
pub mod shared;
pub mod sort;
pub mod totals;
pub mod vendor_credit;
pub mod vendor_refund;

/// Hands the collections of all types to another macro, in the order in which the description has them.
macro_rules! every_collection {
    ($to:ident) => {
        $to![
            $crate::schema::document::journal_entry::JournalEntries,
            $crate::schema::document::bill::Bills,
            $crate::schema::document::invoice::Invoices,
            $crate::schema::document::bill_payment::BillPayments,
            $crate::schema::document::invoice_payment::InvoicePayments,
            $crate::schema::document::credit_memo::CreditMemos,
            $crate::schema::document::expense::Expenses,
            $crate::schema::document::vendor_credit::VendorCredits,
            $crate::schema::document::customer_refund::CustomerRefunds,
            $crate::schema::document::vendor_refund::VendorRefunds,
        ]
    };
}

/// Hands the collections of the types that give credit to another macro.
macro_rules! every_credit {
    ($to:ident) => {
        $to![
            $crate::schema::document::credit_memo::CreditMemos,
            $crate::schema::document::vendor_credit::VendorCredits,
        ]
    };
}

pub(crate) use {every_collection, every_credit};
