//! Roles as data. See docs/rules/access.md#roles.

use crate::values::kind::Thing;
use std::collections::BTreeSet;

use rust_decimal::Decimal;

use super::limits;
use crate::approval::access::{ADMIN, ApprovalLimits, Role, is_permission};
use crate::books::command::{
    AuditEntry, Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Target, Wants,
};
use crate::features::change_requests::lock_out;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::DocumentKind;

/// Creates a role, or sets the permissions of the one that is there.
pub struct SaveRole {
    pub role_id: String,
    pub permissions: Vec<String>,
    /// How much its holders may sign; `None` leaves it as it is.
    pub approval_limits: Option<Vec<(DocumentKind, Decimal)>>,
    pub create: bool,
    pub faults: Faults,
}

impl Refuses for SaveRole {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::FixedRole, RefusalName::LocksEverybodyOut];
}

impl Permitted for SaveRole {
    const TAKES: Takes = Takes::These(&[("role", "write")]);
}

impl Command for SaveRole {
    type Answer = Role;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::Role, self.create, &self.role_id))
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Role(self.role_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Role>, Refusal> {
        let before = snapshot.catalog.roles.get(&self.role_id);
        match before {
            Some(_) if self.create => {
                return Err(RefusalName::AlreadyExists.because(format!("role {:?} exists already", self.role_id)));
            }
            None if !self.create => return Err(Refusal::not_found("role", &self.role_id)),
            _ if self.role_id == ADMIN => {
                return Err(RefusalName::FixedRole.because("the role admin cannot be changed"));
            }
            _ => {}
        }
        let mut faults = self.faults.clone();
        for (at, permission) in self.permissions.iter().enumerate() {
            if !is_permission(permission) {
                faults.add(format!("/permissions/{at}"), "is not a permission <resource>.<action>");
            }
        }
        let approval_limits = match &self.approval_limits {
            Some(given) => limits::read(given, snapshot.settings.base_currency, &mut faults),
            None => before.map(|role| role.approval_limits.clone()).unwrap_or_default(),
        };
        faults.or(())?;
        let permissions: BTreeSet<String> = self.permissions.iter().cloned().collect();
        let is_as_it_was = |role: &&Role| role.permissions == permissions && role.approval_limits == approval_limits;
        if let Some(before) = before.filter(is_as_it_was) {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        let role = Role {
            role_id: self.role_id.clone(),
            permissions,
            is_builtin: before.is_some_and(|role| role.is_builtin),
            approval_limits,
            version: before.map_or(1, |role| role.version.saturating_add(1)),
            updated_at: snapshot.now,
            updated_by: snapshot.actor.user_id.to_string(),
        };
        let word = if before.is_some() { "Updated" } else { "Created" };
        let audit = AuditEntry::about("role", &self.role_id, word, &snapshot.actor.user_id)
            .with("permissions", role.permissions.iter().cloned().collect::<Vec<_>>());
        let audit = if role.approval_limits == ApprovalLimits::default() {
            audit
        } else {
            audit.with_stored("approval_limits", &role.approval_limits)
        };
        let change = Change::SaveRole(role.clone());
        lock_out::check(&change, snapshot)?;
        Ok(Decision::new(Effects::one(snapshot.now, change, audit), role))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Deletes a role that is not built in.
pub struct DeleteRole {
    pub role_id: String,
}

impl Refuses for DeleteRole {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[RefusalName::FixedRole, RefusalName::LocksEverybodyOut];
}

impl Permitted for DeleteRole {
    const TAKES: Takes = Takes::These(&[("role", "write")]);
}

impl Command for DeleteRole {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn guarded<'a>(&'a self, _: &'a Snapshot, _: &Effects) -> Option<Guarded<'a>> {
        Some(Guarded::saved(Thing::Role, false, &self.role_id))
    }

    fn wants(&self) -> Wants {
        Wants::catalog(Target::Role(self.role_id.clone()))
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let role =
            snapshot.catalog.roles.get(&self.role_id).ok_or_else(|| Refusal::not_found("role", &self.role_id))?;
        if role.is_builtin {
            return Err(RefusalName::FixedRole.because("a built-in role cannot be deleted"));
        }
        let audit = AuditEntry::about("role", &self.role_id, "Deleted", &snapshot.actor.user_id);
        let change = Change::DeleteRole(self.role_id.clone());
        lock_out::check(&change, snapshot)?;
        Ok(Decision::new(Effects::one(snapshot.now, change, audit), ()))
    }
}
