//! What a guarded command acts on, as it stands: a change request pins it. See docs/rules/change-requests.md#what-is-pinned.

use super::snapshot::Snapshot;
use super::wants::Target;
use crate::books::change_request::{ChangeRequest, Pin};
use crate::values::clock::Timestamp;

impl Snapshot {
    /// The present state of what `If-Match` is about; `None` when it does not exist.
    pub fn pin(&self, target: &Target) -> Option<Pin> {
        if let Target::OfFeature(feature, _) = target {
            return self.of_features.pin(feature);
        }
        Some(Pin { version: self.version_of(target)?, made_at: self.made_at(target)?, figures: None })
    }

    /// When it was made. People and roles keep no such instant, but that of their last change, which no other change has.
    fn made_at(&self, target: &Target) -> Option<Timestamp> {
        match target {
            Target::Document(key) => self.documents.get(key).map(|document| document.created_at),
            Target::Account(id) => self.catalog.accounts.get(id).map(|account| account.created_at),
            Target::Party(kind, id) => self.parties.get(&(*kind, id.clone())).map(|party| party.created_at),
            Target::Rule(id) => self.catalog.rules.get(id).map(|rule| rule.created_at),
            Target::Role(id) => self.catalog.roles.get(id).map(|role| role.updated_at),
            Target::User(id) => self.catalog.users.get(id).map(|user| user.updated_at),
            Target::Delegation(id) => self.catalog.delegations.get(id).map(|given| given.created_at),
            Target::Period(id) => self.catalog.periods.get(id).map(|period| period.created_at),
            Target::ChangeRequest(_) => self.change_request.as_ref().map(ChangeRequest::requested_at),
            Target::OfFeature(feature, _) => self.of_features.pin(feature).map(|pin| pin.made_at),
        }
    }
}
