//! Who the caller is, on the wire. See docs/rules/access.md#me.

use poem_openapi::Object;

use super::WireDate;
use super::approval_limit::ApprovalLimitView;

/// The caller, as this service knows them.
#[derive(Object, Debug)]
pub struct Me {
    pub user_id: String,
    /// As recorded; null where nothing is.
    pub name: Option<String>,
    pub manager_user_id: Option<String>,
    /// The roles in the token: what the caller may do goes by them.
    pub roles: Vec<String>,
    /// The roles that are recorded of the person: plans and delegations go by them.
    pub recorded_roles: Vec<String>,
    /// All that the caller may do: the permissions in the token and those of its roles.
    pub permissions: Vec<String>,
    /// How much the caller may sign; a type that is not listed has no limit.
    pub approval_limits: Vec<ApprovalLimitView>,
    /// For whom the caller may sign today.
    pub acts_for: Vec<ActsFor>,
    /// Who may sign for the caller today.
    pub delegates: Vec<String>,
    /// What amounts without a currency are in.
    pub base_currency: String,
    /// The calendar day by which delegations are in force: that of UTC.
    pub today: WireDate,
}

/// Somebody for whom the caller may sign.
#[derive(Object, Debug)]
pub struct ActsFor {
    pub user_id: String,
    /// Their roles that this covers, too: none where they only named a delegate in the directory.
    pub roles: Vec<String>,
}
