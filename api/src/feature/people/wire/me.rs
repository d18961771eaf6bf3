//! Who the caller is, on the wire. See docs/rules/access.md#me.

use poem_openapi::Object;

use crate::schema::WireDate;
use crate::schema::approval_limit::ApprovalLimitView;

/// The caller, as this service knows them.
#[derive(Object, Debug)]
pub struct Me {
    pub user_id: String,
    pub name: Option<String>,
    pub manager_user_id: Option<String>,
    /// In the token: what the caller may do goes by them.
    pub roles: Vec<String>,
    /// In the directory: plans and delegations go by them.
    pub recorded_roles: Vec<String>,
    /// Those in the token and of its roles.
    pub permissions: Vec<String>,
    /// How much the caller may sign; a type that is not listed has no limit.
    pub approval_limits: Vec<ApprovalLimitView>,
    /// For whom the caller may sign today.
    pub acts_for: Vec<ActsFor>,
    /// Who may sign for the caller today.
    pub delegates: Vec<String>,
    pub base_currency: String,
    pub today: WireDate,
}

/// Somebody for whom the caller may sign.
#[derive(Object, Debug)]
pub struct ActsFor {
    pub user_id: String,
    /// Their roles that this covers.
    pub roles: Vec<String>,
}
