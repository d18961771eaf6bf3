//! The key by which the documents of a party are found. Customers and vendors are found by their id; employees are people, whom
//! each document may spell differently, and are found by the folded form of their user id. A blank sets them apart: no id has one.

use crate::approval::access::UserId;
use crate::books::action::kind;
use crate::books::document::Document;
use crate::values::kind::{DocumentKind, Party};

/// The key of the party that the document names.
pub fn of(document: &Document) -> Option<String> {
    let party_id = document.content.party()?;
    Some(if kind::party_kind(document).is_some() { party_id.to_owned() } else { person(party_id) })
}

/// The keys that a document of that type can bear when somebody asks for this party.
pub fn asked(kind: DocumentKind, party_id: &str) -> Vec<String> {
    let parties = kind.parties();
    let is_recorded = parties.is_empty() || parties.iter().any(|party| party.recorded().is_some());
    let recorded = is_recorded.then(|| party_id.to_owned());
    recorded.into_iter().chain(parties.contains(&Party::Employee).then(|| person(party_id))).collect()
}

fn person(user_id: &str) -> String {
    format!("person {}", UserId::from(user_id).folded())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_found_however_they_are_spelt_and_a_vendor_as_recorded() {
        assert_eq!(asked(DocumentKind::Expense, "JÜRGEN"), ["person jürgen"]);
        assert_eq!(asked(DocumentKind::Bill, "V-1"), ["V-1"]);
        assert_eq!(asked(DocumentKind::BillPayment, "V-1"), ["V-1", "person v-1"]);
    }
}
