//! Customers and vendors. See docs/rules/master-data.md#parties.

use crate::approval::access::UserId;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::party::{Address, Bank, Contact, ContactDraft, Party, PartyKind};
use crate::values::error::{Faults, Refusal, RefusalName};

/// Creates a party, or changes the one that is there.
pub struct SaveParty {
    pub kind: PartyKind,
    pub party_id: String,
    pub party_name: Option<String>,
    pub is_active: Option<bool>,
    /// `Some(None)` takes the link away, `None` leaves it as it is.
    pub user_id: Option<Option<UserId>>,
    /// `Some(None)` takes them away.
    pub payment_terms_id: Option<Option<String>>,
    pub contact: ContactDraft,
    /// Whether it must be new, or must exist.
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveParty {
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveParty {
    const TAKES: Takes = Takes::These(&[("party", "write")]);
}

impl Command for SaveParty {
    type Answer = Party;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let key = (self.kind, self.party_id.clone());
        Wants {
            target: Some(Target::Party(self.kind, self.party_id.clone())),
            parties: std::collections::BTreeSet::from([key]),
            // No row lock guards a party: without this two changes of one could overwrite each other on PostgreSQL.
            exclusive: true,
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Party>, Refusal> {
        let before = snapshot.parties.get(&(self.kind, self.party_id.clone()));
        let linked = before.and_then(|party| party.user_id.clone());
        let user_id = self.user_id.clone().unwrap_or_else(|| linked.clone());
        // A link between a user and a party decides who cannot sign, and so who can.
        let links = user_id.as_deref() != linked.as_deref();
        if links {
            snapshot.require("user", "write")?;
        }
        let party = match before {
            Some(_) if self.create => {
                return Err(RefusalName::AlreadyExists.because(format!(
                    "{} {:?} exists already",
                    self.kind.name(),
                    self.party_id
                )));
            }
            None if !self.create => return Err(Refusal::not_found(self.kind.name(), &self.party_id)),
            Some(party) => Party {
                party_name: self.party_name.clone().unwrap_or_else(|| party.party_name.clone()),
                is_active: self.is_active.unwrap_or(party.is_active),
                user_id,
                payment_terms_id: self.payment_terms_id.clone().unwrap_or_else(|| party.payment_terms_id.clone()),
                contact: self.contact.applied_to(&party.contact),
                version: party.version.saturating_add(1),
                ..party.clone()
            },
            None => Party {
                kind: self.kind,
                party_id: self.party_id.clone(),
                party_name: self.party_name.clone().unwrap_or_default(),
                is_active: self.is_active.unwrap_or(true),
                user_id,
                payment_terms_id: self.payment_terms_id.clone().flatten(),
                contact: self.contact.applied_to(&Contact::default()),
                bank: Bank::default(),
                version: 1,
                created_at: snapshot.now,
                created_by: snapshot.actor.user_id.to_string(),
            },
        };
        let mut faults = self.faults.clone();
        if before.is_none() && party.party_name.is_empty() {
            faults.add(format!("/{}_name", self.kind.name()), "is required");
        }
        if party.user_id.as_ref().is_some_and(UserId::is_system) {
            faults.add("/user_id", "\"system\" is the service itself");
        }
        known_terms(&party, before, snapshot, &mut faults);
        faults.or(())?;
        if let Some(before) = before.filter(|before| Party { version: before.version, ..party.clone() } == **before) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let audit = AuditEntry::about(self.kind.name(), &self.party_id, word, &snapshot.actor.user_id)
            .with("party_name", party.party_name.clone())
            .with("is_active", party.is_active)
            .with("user_id", party.user_id.as_deref())
            .with("address", party.contact.address.as_ref().map(Address::details))
            .with("vat_id", party.contact.vat_id.as_deref())
            .with("email", party.contact.email.as_deref())
            .with("phone", party.contact.phone.as_deref())
            .with("payment_terms_id", party.payment_terms_id.clone());
        Ok(Decision::new(
            Effects::one(snapshot.now, Change::SaveParty { party: Box::new(party.clone()), links }, audit),
            party,
        ))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// New ones are there and active.
fn known_terms(party: &Party, before: Option<&Party>, snapshot: &Snapshot, faults: &mut Faults) {
    let Some(id) = &party.payment_terms_id else { return };
    if faults.has(TERMS) || before.is_some_and(|before| before.payment_terms_id == party.payment_terms_id) {
        return;
    }
    match snapshot.catalog.payment_terms.get(id) {
        None => faults.add(TERMS, format!("there are no payment terms {id:?}")),
        Some(terms) if !terms.is_active => faults.add(TERMS, format!("payment terms {id:?} are inactive")),
        Some(_) => {}
    }
}

const TERMS: &str = "/payment_terms_id";
