//! The built-in roles, at every start. See docs/rules/access.md#roles.

use std::collections::BTreeSet;

use crate::approval::access::payroll;
use crate::approval::access::{Role, builtin_roles};
use crate::books::command::{AuditEntry, Change, Command, Decision, Effects, Needed, Snapshot, Wants};
use crate::values::error::Refusal;
use crate::values::kind::DocumentKind;

/// Puts the built-in roles in place that are missing, and gives the others what document types permit that are new to these books,
/// once. A role that somebody edited stays as it is.
pub struct SeedRoles;

impl Command for SeedRoles {
    type Answer = ();

    fn needs(&self) -> Vec<Needed> {
        // The service's own.
        Vec::new()
    }

    fn wants(&self) -> Wants {
        Wants { new_among: DocumentKind::ALL.into(), exclusive: true, ..Wants::default() }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<()>, Refusal> {
        let new = &snapshot.new_types;
        let mut effects = Effects::at(snapshot.now);
        for (role_id, permissions) in builtin_roles() {
            let by = &snapshot.actor.user_id;
            let before = snapshot.catalog.roles.get(role_id);
            let (action, permissions) = match before {
                None => ("Created", permissions),
                Some(role) if learns(role, &permissions, new) => {
                    ("Updated", kept(role, &permissions).cloned().chain(permissions.clone()).collect())
                }
                Some(_) => continue,
            };
            let audit = AuditEntry::about("role", role_id, action, by);
            effects.audit.push(if before.is_some() {
                audit.with("permissions", permissions.iter().cloned().collect::<Vec<_>>())
            } else {
                audit
            });
            effects.changes.push(Change::SaveRole(Role {
                role_id: role_id.into(),
                permissions,
                is_builtin: true,
                approval_limits: before.map(|role| role.approval_limits.clone()).unwrap_or_default(),
                version: before.map_or(1, |role| role.version.saturating_add(1)),
                updated_at: snapshot.now,
                updated_by: by.to_string(),
            }));
        }
        effects.changes.extend(new.iter().copied().map(Change::RecordDocumentType));
        Ok(Decision::new(effects, ()))
    }
}

/// Whether the role permits all that it did before these types came, no more and no less, and something is new for it.
fn learns(role: &Role, permissions: &BTreeSet<String>, new: &[DocumentKind]) -> bool {
    let is_new = |permission: &&String| {
        permission.split_once('.').is_some_and(|(resource, _)| new.iter().any(|kind| kind.name() == resource))
    };
    let before: BTreeSet<&String> =
        permissions.iter().filter(|permission| !is_new(permission)).chain(kept(role, permissions)).collect();
    permissions.iter().any(|permission| is_new(&permission)) && role.is_builtin && role.permissions.iter().eq(before)
}

/// What it may of payroll since it could do so before that had permissions of its own. See docs/rules/access.md#payroll.
fn kept<'a>(role: &'a Role, permissions: &'a BTreeSet<String>) -> impl Iterator<Item = &'a String> {
    let is_of_payroll = |permission: &str| permission.split_once('.').is_some_and(|(on, _)| on == payroll::RESOURCE);
    role.permissions.iter().filter(move |permission| is_of_payroll(permission) && !permissions.contains(*permission))
}
