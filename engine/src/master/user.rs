//! The directory of people that approvals need: managers and delegations (C8).

use crate::access::{Delegation, SYSTEM, User};
use crate::command::{AuditEntry, Change, Command, Decision, Effects, Snapshot, Target, Wants};
use crate::error::{Faults, Name, Refusal};

/// What may be set on a person; `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct UserDraft {
    pub name: Option<String>,
    pub manager_user_id: Option<Option<String>>,
    pub is_active: Option<bool>,
    pub delegations: Option<Vec<Delegation>>,
}

/// Records a person, or changes what is recorded.
pub struct SaveUser {
    pub user_id: String,
    pub draft: UserDraft,
    pub create: bool,
    pub faults: Faults,
}

impl Command for SaveUser {
    type Answer = User;

    fn wants(&self) -> Wants {
        Wants::catalog(Target::User(self.user_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<User>, Refusal> {
        snapshot.require("user", "write")?;
        let before = snapshot.catalog.users.get(&self.user_id);
        match before {
            Some(_) if self.create => {
                return Err(Name::AlreadyExists.because(format!("user {:?} exists already", self.user_id)));
            }
            None if !self.create => return Err(Refusal::not_found("user", &self.user_id)),
            _ => {}
        }
        let draft = &self.draft;
        let mut faults = self.faults.clone();
        if self.user_id == SYSTEM {
            faults.add("/user_id", "\"system\" is the service itself");
        }
        if draft.manager_user_id.as_ref().and_then(Option::as_deref) == Some(self.user_id.as_str()) {
            faults.add("/manager_user_id", "nobody is their own manager");
        }
        check_delegations(&self.user_id, draft.delegations.as_deref().unwrap_or_default(), &mut faults);
        faults.or(())?;
        let user = User {
            user_id: self.user_id.clone(),
            name: draft.name.clone().or_else(|| before.map(|user| user.name.clone())).unwrap_or_default(),
            manager_user_id: draft
                .manager_user_id
                .clone()
                .unwrap_or_else(|| before.and_then(|user| user.manager_user_id.clone())),
            is_active: draft.is_active.unwrap_or_else(|| before.is_none_or(|user| user.is_active)),
            delegations: draft
                .delegations
                .clone()
                .unwrap_or_else(|| before.map(|user| user.delegations.clone()).unwrap_or_default()),
            version: before.map_or(1, |user| user.version.saturating_add(1)),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.clone(),
        };
        let word = if before.is_some() { "Updated" } else { "Created" };
        let audit = AuditEntry::about("user", &self.user_id, word, &snapshot.actor.user_id, snapshot.now)
            .with("user", serde_json::to_value(&user).unwrap_or_default());
        Ok(Decision::new(Effects::one(Change::SaveUser(user.clone()), audit), user))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

fn check_delegations(user_id: &str, delegations: &[Delegation], faults: &mut Faults) {
    for (at, given) in delegations.iter().enumerate() {
        if given.delegate_user_id == user_id {
            faults.add(format!("/delegations/{at}/delegate_user_id"), "nobody is their own delegate");
        }
        if given.to < given.from {
            faults.add(format!("/delegations/{at}/to"), "is before from");
        }
    }
}
