//! Lists of people, permissions and delegations, and the person in the details of their audit rows.
//!
//! | column | shape | versions |
//! |---|---|---|
//! | `document.signed_by`, `document.beneficiaries` | an array of user ids as they were spelt, by their folded form | 0 |
//! | `role.permissions` | an array of permissions, in their order; migrations add permissions to it in this form | 0 |
//! | `directory_user.delegations` | an array of objects | 0 |
//! | `user` in the details | an object | 0; 1 adds `inactive_by_admin`, for a person whom an admin made inactive |

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, word, write};
use crate::access::{Delegation, User, UserId};
use crate::clock::{Date, Timestamp};

impl Stored for BTreeSet<UserId> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(only::<Vec<String>>(version, text)?.into_iter().map(UserId::from).collect())
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&self.iter().map(UserId::as_str).collect::<Vec<_>>())
    }
}

/// Permissions.
impl Stored for BTreeSet<String> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        Ok(only::<Vec<String>>(version, text)?.into_iter().collect())
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&self.iter().collect::<Vec<_>>())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DelegationV0 {
    delegate_user_id: String,
    from: String,
    to: String,
}

impl DelegationV0 {
    fn of(delegation: &Delegation) -> Self {
        let Delegation { delegate_user_id, from, to } = delegation;
        Self { delegate_user_id: delegate_user_id.to_string(), from: from.to_string(), to: to.to_string() }
    }

    fn into_domain(self) -> Result<Delegation, Unreadable> {
        Ok(Delegation {
            delegate_user_id: self.delegate_user_id.into(),
            from: word("from", &self.from, Date::parse)?,
            to: word("to", &self.to, Date::parse)?,
        })
    }
}

impl Stored for Vec<Delegation> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only::<Vec<DelegationV0>>(version, text)?.into_iter().map(DelegationV0::into_domain).collect()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&self.iter().map(DelegationV0::of).collect::<Vec<_>>())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserV0 {
    user_id: String,
    name: String,
    #[serde(deserialize_with = "super::codec::present")]
    manager_user_id: Option<String>,
    is_active: bool,
    delegations: Vec<DelegationV0>,
    version: i64,
    updated_at: i64,
    updated_by: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserV1 {
    v: u64,
    user_id: String,
    name: String,
    #[serde(deserialize_with = "super::codec::present")]
    manager_user_id: Option<String>,
    is_active: bool,
    inactive_by_admin: bool,
    delegations: Vec<DelegationV0>,
    version: i64,
    updated_at: i64,
    updated_by: String,
}

impl Stored for User {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        let (read, inactive_by_admin) = match version {
            0 => (serde_json::from_str::<UserV0>(text)?, false),
            1 => serde_json::from_str::<UserV1>(text)?.into_v0(),
            unknown => return Err(Unreadable::Version(unknown)),
        };
        Ok(Self {
            user_id: read.user_id.into(),
            name: read.name,
            manager_user_id: read.manager_user_id.map(Into::into),
            is_active: read.is_active,
            inactive_by_admin,
            delegations: read.delegations.into_iter().map(DelegationV0::into_domain).collect::<Result<_, _>>()?,
            version: read.version,
            updated_at: Timestamp::from_micros(read.updated_at),
            updated_by: read.updated_by,
        })
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let shape = UserV0 {
            user_id: self.user_id.to_string(),
            name: self.name.clone(),
            manager_user_id: self.manager_user_id.as_ref().map(ToString::to_string),
            is_active: self.is_active,
            delegations: self.delegations.iter().map(DelegationV0::of).collect(),
            version: self.version,
            updated_at: self.updated_at.micros(),
            updated_by: self.updated_by.clone(),
        };
        if self.inactive_by_admin { write(&shape.into_v1(true)) } else { write(&shape) }
    }
}

impl UserV0 {
    fn into_v1(self, inactive_by_admin: bool) -> UserV1 {
        UserV1 {
            v: 1,
            user_id: self.user_id,
            name: self.name,
            manager_user_id: self.manager_user_id,
            is_active: self.is_active,
            inactive_by_admin,
            delegations: self.delegations,
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }
}

impl UserV1 {
    fn into_v0(self) -> (UserV0, bool) {
        let read = UserV0 {
            user_id: self.user_id,
            name: self.name,
            manager_user_id: self.manager_user_id,
            is_active: self.is_active,
            delegations: self.delegations,
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        };
        (read, self.inactive_by_admin)
    }
}
