//! What the documents of a party are found by. Customers and vendors are found by their id; employees are people, whom each
//! document may spell differently, and are found by the folded form of their user id. A blank sets them apart: no id has one.

use crate::access::UserId;
use crate::document::DocumentKind;
use crate::document::model::Content;

/// The key of the party that the document names.
pub fn of(kind: DocumentKind, content: &Content) -> Option<String> {
    let employee =
        kind == DocumentKind::Expense || content.settles.as_ref().is_some_and(|key| key.kind == DocumentKind::Expense);
    let party_id = content.party_id.as_deref()?;
    Some(if employee { person(party_id) } else { party_id.to_owned() })
}

/// The keys that a document of that type can bear when somebody asks for this party.
pub fn asked(kind: Option<DocumentKind>, party_id: &str) -> Vec<String> {
    match kind {
        Some(DocumentKind::Expense) => vec![person(party_id)],
        // A payment of bills has a vendor, one of expenses an employee.
        Some(DocumentKind::BillPayment) | None => vec![party_id.to_owned(), person(party_id)],
        Some(
            DocumentKind::JournalEntry
            | DocumentKind::Bill
            | DocumentKind::Invoice
            | DocumentKind::InvoicePayment
            | DocumentKind::CreditMemo,
        ) => vec![party_id.to_owned()],
    }
}

fn person(user_id: &str) -> String {
    format!("person {}", UserId::from(user_id).folded())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_found_however_they_are_spelt_and_a_vendor_as_recorded() {
        assert_eq!(asked(Some(DocumentKind::Expense), "JÜRGEN"), ["person jürgen"]);
        assert_eq!(asked(Some(DocumentKind::Bill), "V-1"), ["V-1"]);
        assert_eq!(asked(Some(DocumentKind::BillPayment), "V-1"), ["V-1", "person v-1"]);
    }
}
