//! What each document type puts into the ledger, as tables that a bookkeeper can read: date, account, debit, credit, currency,
//! and the amount in base currency (debit positive).

mod items;
mod voids;
