//! The collections of documents: one line for each type.

use engine::kind::DocumentKind;
use poem_openapi::OpenApi;

use super::document::Documents;
use crate::app::App;
use crate::schema::document::collection::Collection;
use crate::schema::document::{bill, bill_payment, credit_memo, expense, invoice, invoice_payment, journal_entry};

/// What tells one collection from another.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub kind: DocumentKind,
    pub path: &'static str,
    /// What its schemas are called.
    pub name: &'static str,
}

impl Place {
    pub const fn of<K: Collection>() -> Self {
        Self { kind: K::KIND, path: K::PATH, name: K::NAME }
    }
}

/// Makes the list of places and the handlers that all types have out of one list.
macro_rules! collections {
    ($($module:ident::$collection:ident),* $(,)?) => {
        /// All types.
        pub const PLACES: [Place; [$(stringify!($module)),*].len()] = [$(Place::of::<$module::$collection>(),)*];

        /// Create, list, read, edit and delete for each type.
        pub fn handlers(app: &App) -> impl OpenApi + use<> {
            ($(Documents::<$module::$collection>::new(app),)*)
        }
    };
}

collections![
    journal_entry::JournalEntries,
    bill::Bills,
    invoice::Invoices,
    bill_payment::BillPayments,
    invoice_payment::InvoicePayments,
    credit_memo::CreditMemos,
    expense::Expenses,
];
