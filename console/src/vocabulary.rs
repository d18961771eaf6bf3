//! What people call what the interface names: `journal_entry` is a journal entry, `request-change` is "Request change".

use crate::text;

/// The word for a name of the interface; a name without one is shown with spaces and a capital.
pub fn word(name: &str) -> String {
    if let Some(known) = text::known(&format!("word.{name}")) {
        return known.to_owned();
    }
    let spaced = name.replace(['_', '-'], " ");
    let mut letters = spaced.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// One document type: the names that the interface has for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DocumentType {
    /// As in `document_type`.
    pub name: &'static str,
    /// The path of its collection.
    pub collection: &'static str,
    /// The member with the id.
    pub id: &'static str,
    /// What stands on its lines.
    pub family: Family,
    /// The members with the party's id and name, when it has one.
    pub party: Option<(&'static str, Option<&'static str>)>,
}

/// The shape of a document's content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// Lines of debits and credits.
    Journal,
    /// Lines of quantities and rates.
    Items,
    /// One amount that settles another document.
    Payment,
}

/// Every type, in the order in which they are shown.
pub const DOCUMENT_TYPES: [DocumentType; 8] = [
    DocumentType {
        name: "journal_entry",
        collection: "journal-entries",
        id: "journal_entry_id",
        family: Family::Journal,
        party: None,
    },
    DocumentType {
        name: "bill",
        collection: "bills",
        id: "bill_id",
        family: Family::Items,
        party: Some(("vendor_id", Some("vendor_name"))),
    },
    DocumentType {
        name: "bill_payment",
        collection: "bill-payments",
        id: "bill_payment_id",
        family: Family::Payment,
        party: Some(("vendor_id", Some("vendor_name"))),
    },
    DocumentType {
        name: "vendor_credit",
        collection: "vendor-credits",
        id: "vendor_credit_id",
        family: Family::Items,
        party: Some(("vendor_id", Some("vendor_name"))),
    },
    DocumentType {
        name: "invoice",
        collection: "invoices",
        id: "invoice_id",
        family: Family::Items,
        party: Some(("customer_id", Some("customer_name"))),
    },
    DocumentType {
        name: "invoice_payment",
        collection: "invoice-payments",
        id: "customer_payment_id",
        family: Family::Payment,
        party: Some(("customer_id", Some("customer_name"))),
    },
    DocumentType {
        name: "credit_memo",
        collection: "credit-memos",
        id: "credit_memo_id",
        family: Family::Items,
        party: Some(("customer_id", Some("customer_name"))),
    },
    DocumentType {
        name: "expense",
        collection: "expenses",
        id: "expense_id",
        family: Family::Items,
        party: Some(("employee_id", Some("employee_name"))),
    },
];

/// The type with this `document_type`.
pub fn document_type(name: &str) -> Option<&'static DocumentType> {
    DOCUMENT_TYPES.iter().find(|kind| kind.name == name)
}

/// The type whose collection has this path.
pub fn of_collection(collection: &str) -> Option<&'static DocumentType> {
    DOCUMENT_TYPES.iter().find(|kind| kind.collection == collection)
}

/// The page of something that the interface names by resource and id, when it has one.
pub fn page_of(resource: &str, id: &str) -> Option<String> {
    let folder = match resource {
        "account" => "accounts",
        "accounting_period" => "close",
        "approval_rule" => "rules",
        "bank_statement" => "bank-statements",
        "change_request" => "change-requests",
        "customer" => "customers",
        "delegation" => "delegations",
        "reconciliation" => "reconciliations",
        "role" => "roles",
        "user" => "people",
        "vendor" => "vendors",
        "exchange_rate" => "exchange-rates",
        _ => document_type(resource)?.collection,
    };
    Some(format!("/{folder}/{}", crate::operations::segment(id)))
}
