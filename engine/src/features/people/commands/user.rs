//! The directory of people that approvals need: managers and delegations. See docs/rules/access.md#users.

use crate::values::kind::Thing;
use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::limits;
use crate::approval::access::{ApprovalLimits, Delegation, SimpleDelegation, User, UserId};
use crate::books::command::guarded::Part;
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::features::change_requests::lock_out;
use crate::features::delegations;
use crate::features::delegations::Given;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKind;

/// What may be set on a person; `None` leaves it as it is.
#[derive(Clone, Default, Debug)]
pub struct UserDraft {
    pub name: Option<String>,
    pub manager_user_id: Option<Option<UserId>>,
    pub is_active: Option<bool>,
    pub delegations: Option<Vec<SimpleDelegation>>,
    /// To change them needs `role.write`.
    pub roles: Option<BTreeSet<String>>,
    /// To change them needs `role.write`.
    pub approval_limits: Option<Vec<(DocumentKind, Decimal)>>,
}

/// Records a person, or changes what is recorded.
pub struct SaveUser {
    pub user_id: UserId,
    pub draft: UserDraft,
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveUser {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::LocksEverybodyOut];
    const WHEN_NEW: &'static [RefusalName] = &[RefusalName::AlreadyExists, RefusalName::LocksEverybodyOut];
}

impl Permitted for SaveUser {
    const TAKES: Takes = Takes::These(&[("user", "write")]);
}

impl Command for SaveUser {
    type Answer = User;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    /// Delegations within it are guarded as delegations are, all else as what is recorded of the person.
    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        let whole = Guarded::saved(Thing::User, self.create, &self.user_id);
        let saved = effects.changes.iter().find_map(|change| match change {
            Change::SaveUser(saved) => Some(saved),
            _ => None,
        })?;
        let given = Given::of(snapshot.catalog.users.get(&self.user_id), saved);
        let mut parts: Vec<Part<'a>> = given.actions().map(delegations::part).collect();
        if given.changes_more {
            parts.insert(0, vec![whole.subject.clone()]);
        }
        let beneficiaries = std::iter::once(self.user_id.clone()).chain(given.delegates()).collect();
        Some(Guarded { beneficiaries, parts, ..whole })
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::User(self.user_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<User>, Refusal> {
        let before = snapshot.catalog.users.get(&self.user_id);
        match before {
            Some(_) if self.create => {
                return Err(RefusalName::AlreadyExists.because(format!("user {:?} exists already", self.user_id)));
            }
            None if !self.create => return Err(Refusal::not_found("user", &self.user_id)),
            _ => {}
        }
        let draft = &self.draft;
        let roles = draft.roles.clone().or_else(|| before.map(|user| user.roles.clone())).unwrap_or_default();
        let mut faults = self.faults.clone();
        let limits = match &draft.approval_limits {
            Some(given) => limits::read(given, snapshot.settings.base_currency, &mut faults),
            None => before.map(|user| user.approval_limits.clone()).unwrap_or_default(),
        };
        let unchanged = |user: &User| user.roles == roles && user.approval_limits == limits;
        let is_bare = roles.is_empty() && limits == ApprovalLimits::default();
        if !before.map_or(is_bare, unchanged) {
            // Who signs, and how much, is not for whoever keeps the directory.
            snapshot.require("role", "write")?;
        }
        if self.user_id.is_system() {
            faults.add("/user_id", "\"system\" is the service itself");
        }
        if draft.manager_user_id.as_ref().and_then(Option::as_ref) == Some(&self.user_id) {
            faults.add("/manager_user_id", "nobody is their own manager");
        }
        check_delegations(&self.user_id, draft.delegations.as_deref().unwrap_or_default(), snapshot, &mut faults);
        let Some(name) = draft.name.clone().or_else(|| before.map(|user| user.name.clone())) else {
            faults.add("/name", "is required");
            return Err(Refusal::Invalid(faults));
        };
        faults.or(())?;
        let is_active = draft.is_active.unwrap_or_else(|| before.is_none_or(|user| user.is_active));
        let was_inactive_by_admin = before.is_some_and(|user| user.inactive_by_admin);
        let by_admin = draft.is_active.is_some() && snapshot.grants().are_all();
        let user = User {
            user_id: before.map_or_else(|| self.user_id.clone(), |user| user.user_id.clone()),
            name,
            manager_user_id: draft
                .manager_user_id
                .clone()
                .unwrap_or_else(|| before.and_then(|user| user.manager_user_id.clone())),
            is_active,
            inactive_by_admin: !is_active && (by_admin || was_inactive_by_admin),
            delegations: draft
                .delegations
                .clone()
                .unwrap_or_else(|| before.map(|user| user.delegations.clone()).unwrap_or_default()),
            roles,
            approval_limits: limits,
            version: before.map_or(1, |user| user.version.saturating_add(1)),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
        };
        let as_it_was = |before: &&User| {
            let (updated_at, updated_by) = (before.updated_at, before.updated_by.clone());
            User { version: before.version, updated_at, updated_by, ..user.clone() } == **before
        };
        if let Some(before) = before.filter(as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let word = if before.is_some() { "Updated" } else { "Created" };
        let audit = AuditEntry::about("user", &user.user_id, word, &snapshot.actor.user_id).with_stored("user", &user);
        let change = Change::SaveUser(user.clone());
        lock_out::check(&change, snapshot)?;
        Ok(Decision::new(Effects::one(snapshot.now, change, audit), user))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// As of whole delegations. What stands there already stays, whatever became of the other.
fn check_delegations(user_id: &UserId, delegations: &[SimpleDelegation], snapshot: &Snapshot, faults: &mut Faults) {
    let before = snapshot.catalog.users.get(user_id).map(|user| user.delegations.as_slice()).unwrap_or_default();
    for (at, given) in delegations.iter().enumerate() {
        let pointer = format!("/delegations/{at}/delegate_user_id");
        if given.delegate_user_id == *user_id {
            faults.add(pointer.clone(), "nobody is their own delegate");
        }
        if given.to < given.from {
            faults.add(format!("/delegations/{at}/to"), "is before from");
        }
        if !before.contains(given) {
            can_sign_for(user_id, given, &pointer, snapshot, faults);
        }
    }
}

fn can_sign_for(user_id: &UserId, given: &SimpleDelegation, pointer: &str, snapshot: &Snapshot, faults: &mut Faults) {
    let (delegate, catalog) = (&given.delegate_user_id, &snapshot.catalog);
    if delegate.is_system() {
        faults.add(pointer, "\"system\" is the service itself");
    }
    if catalog.is_inactive(delegate) {
        faults.add(pointer, format!("{delegate} is recorded as inactive"));
    }
    let back = |whole: &&Delegation| {
        (&whole.from_user_id, &whole.to_user_id) == (delegate, user_id) && whole.overlaps(given.from, given.to)
    };
    if let Some(whole) = catalog.delegations.values().find(back).filter(|_| delegate != user_id) {
        let id = &whole.delegation_id;
        faults.add(pointer, format!("{delegate} delegates to {user_id} in that time, by {id:?}"));
    }
    let mut theirs = catalog.users.get(delegate).into_iter().flat_map(|user| &user.delegations);
    let is_back =
        |theirs: &SimpleDelegation| theirs.delegate_user_id == *user_id && theirs.overlaps(given.from, given.to);
    if delegate != user_id && theirs.any(is_back) {
        faults.add(pointer, format!("{delegate} has {user_id} as their delegate in that time"));
    }
}
