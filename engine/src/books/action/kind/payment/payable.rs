//! What can be paid, and whom and where it is owed.

use crate::books::command::Snapshot;
use crate::books::document::draft::PaymentDraft;
use crate::books::document::{Document, Items, Status};
use crate::values::error::Faults;
use crate::values::kind::{DocumentKey, PaymentType};

/// What a payment settles, and whom and where it is owed.
#[derive(Clone, Copy)]
pub struct Settled<'a> {
    pub document: &'a Document,
    pub owed: &'a Items,
}

/// The document that it pays, when there is one that can still be paid. Who names no document is told where such money goes.
pub fn settled<'a>(
    of: &PaymentType,
    field: &str,
    payment: &PaymentDraft,
    snapshot: &'a Snapshot,
    faults: &mut Faults,
) -> Option<Settled<'a>> {
    let Some(key) = &payment.settles else {
        if !faults.has(field) {
            let on_account = of.on_account.filter(|_| of.names_party.is_none() || payment.party_id.is_some());
            faults.add(
                field,
                match on_account {
                    Some(credit) => format!(
                        "is required; money for no document yet is a {} with a line on the account of the money",
                        credit.title()
                    ),
                    None => "is required".to_owned(),
                },
            );
        }
        return None;
    };
    payable(key, field, snapshot, faults)
}

/// The same by its key.
pub fn payable<'a>(key: &DocumentKey, field: &str, snapshot: &'a Snapshot, faults: &mut Faults) -> Option<Settled<'a>> {
    let Some(document) = snapshot.documents.get(key) else {
        faults.add(field, format!("there is no {} {:?}", key.kind.title(), key.id));
        return None;
    };
    if matches!(document.status(), Status::Voided | Status::Rejected) {
        faults.add(field, format!("{} {:?} is {}", key.kind.title(), key.id, document.status().name()));
    }
    let Some(owed) = document.content.items() else {
        faults.add(field, format!("{} {:?} is nothing that is paid", key.kind.title(), key.id));
        return None;
    };
    Some(Settled { document, owed })
}
