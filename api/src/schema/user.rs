//! People on the wire. See docs/rules/access.md#users.

use engine::approval::access::{SimpleDelegation, User};
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem_openapi::Object;

use super::approval_limit::{ApprovalLimitView, LimitList};
use super::{Id, List, Name, Nullable, Required, WireDate, WireTimestamp, WireUserId};

/// Who signs for a person, from one day to another, both included.
#[derive(Object, Debug)]
#[oai(rename = "Delegation")]
pub struct WireDelegation {
    pub delegate_user_id: Required<WireUserId>,
    pub from: Required<WireDate>,
    pub to: Required<WireDate>,
}

/// A person to be recorded.
#[derive(Object, Debug)]
pub struct UserInput {
    /// As tokens name them in `sub`. Kept as spelt here, and compared by the case-folded form: `Ann` and `ann` are one person.
    pub user_id: Required<WireUserId>,
    pub name: Required<Name>,
    /// Whom a rule with `approver_type` `manager` asks when this person submits.
    pub manager_user_id: Nullable<WireUserId>,
    /// True when left out. The tokens of an inactive person are refused; those that grant `*.*` only when who sets this holds `*.*`.
    pub is_active: Option<bool>,
    pub delegations: Option<List<WireDelegation, 0, 100>>,
    /// For plans; what a caller may do is for the token to say. Needs `role.write`.
    pub roles: Option<List<Id, 0, 100>>,
    /// How much the person may sign; before the limits of their roles. Needs `role.write`.
    pub approval_limits: Option<LimitList>,
}

/// What is to change on a person; what is left out stays.
#[derive(Object, Debug)]
pub struct UserUpdate {
    pub name: Option<Name>,
    pub manager_user_id: Nullable<WireUserId>,
    pub is_active: Option<bool>,
    /// All of them; what is left out of the list is taken away.
    pub delegations: Option<List<WireDelegation, 0, 100>>,
    /// All of them. To change them needs `role.write`.
    pub roles: Option<List<Id, 0, 100>>,
    /// All of them. To change them needs `role.write`.
    pub approval_limits: Option<LimitList>,
}

/// A person whom approvals must know.
#[derive(Object, Debug)]
#[oai(rename = "User")]
pub struct UserView {
    pub user_id: String,
    pub name: String,
    pub manager_user_id: Option<String>,
    pub is_active: bool,
    /// Whether a holder of `*.*` made them inactive. Only then is a token of theirs refused that grants `*.*` itself.
    pub inactive_by_admin: bool,
    pub delegations: Vec<WireDelegation>,
    pub roles: Vec<String>,
    pub approval_limits: Vec<ApprovalLimitView>,
    /// As in the `ETag`.
    pub version: i64,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl UserView {
    pub fn of(user: &User, base: Currency) -> Self {
        let delegation = |given: &SimpleDelegation| WireDelegation {
            delegate_user_id: WireUserId(given.delegate_user_id.clone()).into(),
            from: WireDate(given.from).into(),
            to: WireDate(given.to).into(),
        };
        Self {
            user_id: user.user_id.to_string(),
            name: user.name.clone(),
            manager_user_id: user.manager_user_id.as_ref().map(ToString::to_string),
            is_active: user.is_active,
            inactive_by_admin: user.inactive_by_admin,
            delegations: user.delegations.iter().map(delegation).collect(),
            roles: user.roles.iter().cloned().collect(),
            approval_limits: ApprovalLimitView::all(&user.approval_limits, base),
            version: user.version,
            updated_at: user.updated_at.into(),
            updated_by: user.updated_by.clone(),
        }
    }
}

/// As the engine is asked for them; none when they were left out, or one cannot be read.
pub fn delegations(list: Option<List<WireDelegation, 0, 100>>, faults: &Faults) -> Option<Vec<SimpleDelegation>> {
    let read = |given: WireDelegation| {
        Some(SimpleDelegation {
            delegate_user_id: given.delegate_user_id.0?.into(),
            from: given.from.0?.0,
            to: given.to.0?.0,
        })
    };
    // A delegation that cannot be read has left its fault behind.
    list.map(|list| list.0.into_iter().filter_map(read).collect()).filter(|_| faults.is_empty())
}
