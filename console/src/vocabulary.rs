//! What people call what the interface names: `journal_entry` is a journal entry, `request-change` is "Request change".

use crate::interface::Member;
pub use crate::interface::enumeration::{DocumentType, RuleDocumentType};
use crate::interface::schema::{
    Bill, BillPayment, CreditMemo, CustomerRefund, Expense, Invoice, InvoicePayment, VendorCredit, VendorRefund,
};
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

/// Every type, in the order in which they are shown. A type that the description has anew does not compile before it has a place here.
pub const DOCUMENT_TYPES: [DocumentType; DocumentType::ALL.len()] = [
    DocumentType::JournalEntry,
    DocumentType::Bill,
    DocumentType::BillPayment,
    DocumentType::VendorCredit,
    DocumentType::VendorRefund,
    DocumentType::Invoice,
    DocumentType::InvoicePayment,
    DocumentType::CreditMemo,
    DocumentType::CustomerRefund,
    DocumentType::Expense,
];

impl DocumentType {
    /// The members with the id and the name of the party that its pages name, when it has one.
    pub const fn party(self) -> Option<(Member, Member)> {
        match self {
            Self::JournalEntry => None,
            Self::Bill => Some((Bill::VENDOR_ID, Bill::VENDOR_NAME)),
            Self::BillPayment => Some((BillPayment::VENDOR_ID, BillPayment::VENDOR_NAME)),
            Self::VendorCredit => Some((VendorCredit::VENDOR_ID, VendorCredit::VENDOR_NAME)),
            Self::VendorRefund => Some((VendorRefund::VENDOR_ID, VendorRefund::VENDOR_NAME)),
            Self::Invoice => Some((Invoice::CUSTOMER_ID, Invoice::CUSTOMER_NAME)),
            Self::InvoicePayment => Some((InvoicePayment::CUSTOMER_ID, InvoicePayment::CUSTOMER_NAME)),
            Self::CreditMemo => Some((CreditMemo::CUSTOMER_ID, CreditMemo::CUSTOMER_NAME)),
            Self::CustomerRefund => Some((CustomerRefund::CUSTOMER_ID, CustomerRefund::CUSTOMER_NAME)),
            Self::Expense => Some((Expense::EMPLOYEE_ID, Expense::EMPLOYEE_NAME)),
        }
    }

    /// What settles it or is about it.
    pub fn settled_by(self) -> impl Iterator<Item = Self> {
        DOCUMENT_TYPES.into_iter().filter(move |other| other.settles().contains(&self))
    }
}

/// What rules may be about, in the order in which it is shown: documents first.
pub fn rule_types() -> Vec<&'static str> {
    let others = RuleDocumentType::NAMES.into_iter().filter(|name| DocumentType::of(name).is_none());
    DOCUMENT_TYPES.map(DocumentType::name).into_iter().chain(others).collect()
}

/// The type whose collection has this path.
pub fn of_collection(collection: &str) -> Option<DocumentType> {
    DOCUMENT_TYPES.into_iter().find(|kind| kind.collection() == collection)
}

/// The page of something that the interface names by resource and id, when it has one.
pub fn page_of(resource: &str, id: &str) -> Option<String> {
    let folder = match resource {
        "account" => "accounts",
        "accounting_period" => "close",
        "approval_rule" => "rules",
        "bank_statement" => "bank-statements",
        "budget" => "budgets",
        "change_request" => "change-requests",
        "close_task" => "close-tasks",
        "customer" => "customers",
        "delegation" => "delegations",
        "dimension" => "dimensions",
        "dimension_value" => "dimension-values",
        "fiscal_year" => "fiscal-years",
        "payment_terms" => "payment-terms",
        "recurring_document" => "recurring-documents",
        "reconciliation" => "reconciliations",
        "report_layout" => "report-layouts",
        "role" => "roles",
        "tax_code" => "tax-codes",
        "user" => "people",
        "vendor" => "vendors",
        "exchange_rate" => "exchange-rates",
        _ => DocumentType::of(resource)?.collection(),
    };
    Some(format!("/{folder}/{}", crate::operations::segment(id)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_one_place() {
        let mut shown = DOCUMENT_TYPES;
        shown.sort();
        let mut all = DocumentType::ALL;
        all.sort();
        assert_eq!(shown, all);
    }

    /// What pages fill in for a type; `word` needs no text.
    #[test]
    fn every_type_has_its_texts() {
        for kind in DocumentType::ALL {
            for key in [
                format!("frame.place.{}", kind.collection()),
                format!("register.new.{}", kind.collection()),
                format!("register.empty.{}", kind.collection()),
                format!("rules.many.{}", kind.name()),
            ] {
                assert!(text::known(&key).is_some(), "{key}");
            }
        }
    }
}
