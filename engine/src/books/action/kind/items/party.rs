//! Whom items are with, and what they are about.

use crate::books::action::kind::checks;
use crate::books::command::Snapshot;
use crate::books::document::Status;
use crate::books::document::draft::ItemsDraft;
use crate::values::error::Faults;
use crate::values::kind::{DocumentKind, ItemsType, Party, PartyKind};

/// The party must be there and active, and what a credit is about must be the party's. Of a party that is not there nothing else is told.
pub fn check(of: ItemsType, items: &ItemsDraft, snapshot: &Snapshot, faults: &mut Faults) {
    match of.party {
        Party::Recorded(kind) => {
            let field = of.party.field();
            let Some(party) = checks::party(kind, items.party_id.as_deref(), field, snapshot, faults) else { return };
            if let Some(credited) = of.credits {
                check_about(credited, kind, items, snapshot, faults);
            }
            if !party.is_active && !is_about_open(items, snapshot) {
                faults.add(field, format!("{} {:?} is inactive", kind.name(), party.party_id));
            }
        }
        Party::Employee => check_employee(items, snapshot, faults),
    }
}

fn check_about(credited: DocumentKind, party: PartyKind, items: &ItemsDraft, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(key) = &items.about else { return };
    let (field, title) = (format!("/{}", credited.id_field()), credited.title());
    match snapshot.documents.get(key) {
        None => faults.add(field, format!("there is no {title} {:?}", key.id)),
        Some(about) if about.content.party() != items.party_id.as_deref() => {
            faults.add(field, format!("{title} {:?} is another {}'s", key.id, party.name()));
        }
        Some(_) => {}
    }
}

/// A credit that names what it credits is no new business with the party, as long as something of that is due.
/// See docs/rules/master-data.md#inactive.
fn is_about_open(items: &ItemsDraft, snapshot: &Snapshot) -> bool {
    let about = items.about.as_ref().and_then(|key| snapshot.documents.get(key));
    about.is_some_and(|about| about.status() == Status::Posted && about.amount_due().is_positive())
}

/// The directory holds only the users whom the approval engine must know, so an employee need not be in it. But an employee who is
/// recorded as inactive gets no money back.
fn check_employee(items: &ItemsDraft, snapshot: &Snapshot, faults: &mut Faults) {
    let field = Party::Employee.field();
    match &items.party_id {
        None if !faults.has(field) => faults.add(field, "is required"),
        Some(id) if snapshot.catalog.is_inactive(&id.as_str().into()) => {
            faults.add(field, format!("user {id:?} is recorded as inactive"));
        }
        None | Some(_) => {}
    }
}
