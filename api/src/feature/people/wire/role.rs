//! Roles on the wire. See docs/rules/access.md#roles.

use engine::approval::access::Role;
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::approval_limit::{ApprovalLimitView, LimitList};
use crate::schema::{Id, List, Required, WireTimestamp};

/// A new role.
#[derive(Object, Debug)]
pub struct RoleInput {
    pub role_id: Required<Id>,
    /// `<resource>.<action>`; `*` may stand for either side.
    pub permissions: Required<List<String, 0, 500>>,
    /// How much its holders may sign who have no limit of their own.
    pub approval_limits: Option<LimitList>,
}

/// A role's new permissions.
#[derive(Object, Debug)]
pub struct RoleUpdate {
    /// All of them; what is left out is taken away.
    pub permissions: Required<List<String, 0, 500>>,
    /// All of them; they stay as they are when left out.
    pub approval_limits: Option<LimitList>,
}

/// A named list of permissions.
#[derive(Object, Debug)]
#[oai(rename = "Role")]
pub struct RoleView {
    pub role_id: String,
    pub permissions: Vec<String>,
    pub is_builtin: bool,
    pub approval_limits: Vec<ApprovalLimitView>,
    /// As in the `ETag`.
    pub version: i64,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl RoleView {
    pub fn of(role: &Role, base: Currency) -> Self {
        Self {
            role_id: role.role_id.clone(),
            permissions: role.permissions.iter().cloned().collect(),
            is_builtin: role.is_builtin,
            approval_limits: ApprovalLimitView::all(&role.approval_limits, base),
            version: role.version,
            updated_at: role.updated_at.into(),
            updated_by: role.updated_by.clone(),
        }
    }
}
