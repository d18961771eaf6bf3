//! Changes of a party's bank details. See docs/rules/access.md#bank-details.

use std::collections::BTreeSet;

use crate::approval::access::UserId;
use crate::books::command::wants::PaidSince;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::books::party::{Bank, BankDetails, LastChange, Party, PartyKind};
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{GovernedAction, Thing};

/// The resource of the permissions.
pub const RESOURCE: &str = "bank_details";
/// The word of the trail.
pub const CHANGED: &str = "Bank Details Changed";

/// Puts these bank details in place of those that a party has; empty ones take them away.
pub struct SaveBankDetails {
    pub kind: PartyKind,
    pub party_id: String,
    pub details: BankDetails,
    pub faults: Faults,
}

impl Refuses for SaveBankDetails {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[];
}

impl Permitted for SaveBankDetails {
    const TAKES: Takes = Takes::These(&[("party", "write"), (RESOURCE, "write")]);
}

impl Command for SaveBankDetails {
    type Answer = Party;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::thing(Thing::BankDetails, GovernedAction::Change, &self.party_id))
    }

    fn wants(&self) -> Wants {
        Wants {
            target: Some(Target::Party(self.kind, self.party_id.clone())),
            parties: BTreeSet::from([(self.kind, self.party_id.clone())]),
            paid_since_change: PaidSince::Always,
            // As a change of the party: what is submitted beside it is decided before it, or after.
            exclusive: true,
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Party>, Refusal> {
        let Some(before) = snapshot.parties.get(&(self.kind, self.party_id.clone())) else {
            return Err(Refusal::not_found(self.kind.name(), &self.party_id));
        };
        let mut faults = self.faults.clone();
        self.details.check(&mut faults);
        faults.or(())?;
        if before.bank.details == self.details {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let last_change = Some(LastChange { at: snapshot.now, by: changed_by(before, snapshot) });
        let party = Party {
            bank: Bank { details: self.details.clone(), last_change },
            version: before.version.saturating_add(1),
            ..before.clone()
        };
        let audit = AuditEntry::about(self.kind.name(), &self.party_id, CHANGED, &snapshot.actor.user_id)
            .with(RESOURCE, self.details.masked());
        // Whoever is submitting a payment to it reads the party anew.
        let change = Change::SaveParty { party: Box::new(party.clone()), links: true };
        Ok(Decision::new(Effects::one(snapshot.now, change, audit), party))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// The caller, and those who changed them before, unless a payment was made to what they wrote: a second change does not release
/// the first.
fn changed_by(before: &Party, snapshot: &Snapshot) -> BTreeSet<UserId> {
    let earlier = before.bank.last_change.as_ref().filter(|_| !snapshot.paid_since_change);
    let earlier = earlier.into_iter().flat_map(|change| change.by.iter().cloned());
    earlier.chain([snapshot.actor.user_id.clone()]).collect()
}
