//! `user` in the details of a person's audit rows.
//!
//! | version | adds | written |
//! |---|---|---|
//! | 0 | | by release 1268427, and still for a person with nothing of what follows |
//! | 1 | `inactive_by_admin` | for a person whom an admin made inactive |
//! | 2 | `roles`, `approval_limits` | for a person who has some |

pub(crate) mod people;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::approval::access::{ApprovalLimits, User};
use crate::books::stored::codec::{Stored, Unreadable, write};
use crate::features::people::stored::people::{DelegationV0, limits, read_limits};
use crate::values::clock::Timestamp;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserV0 {
    user_id: String,
    name: String,
    #[serde(deserialize_with = "crate::books::stored::codec::present")]
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
    #[serde(deserialize_with = "crate::books::stored::codec::present")]
    manager_user_id: Option<String>,
    is_active: bool,
    inactive_by_admin: bool,
    delegations: Vec<DelegationV0>,
    version: i64,
    updated_at: i64,
    updated_by: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UserV2 {
    v: u64,
    user_id: String,
    name: String,
    #[serde(deserialize_with = "crate::books::stored::codec::present")]
    manager_user_id: Option<String>,
    is_active: bool,
    inactive_by_admin: bool,
    delegations: Vec<DelegationV0>,
    roles: BTreeSet<String>,
    approval_limits: BTreeMap<String, i64>,
    version: i64,
    updated_at: i64,
    updated_by: String,
}

impl Stored for User {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        match version {
            0 => serde_json::from_str::<UserV0>(text)?.into_v1().into_v2().into_domain(),
            1 => serde_json::from_str::<UserV1>(text)?.into_v2().into_domain(),
            2 => serde_json::from_str::<UserV2>(text)?.into_domain(),
            unknown => Err(Unreadable::Version(unknown)),
        }
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        let shape = UserV2::of(self);
        if !self.roles.is_empty() || self.approval_limits != ApprovalLimits::default() {
            write(&shape)
        } else if self.inactive_by_admin {
            write(&shape.into_v1())
        } else {
            write(&shape.into_v1().into_v0())
        }
    }
}

impl UserV0 {
    fn into_v1(self) -> UserV1 {
        UserV1 {
            v: 1,
            user_id: self.user_id,
            name: self.name,
            manager_user_id: self.manager_user_id,
            is_active: self.is_active,
            inactive_by_admin: false,
            delegations: self.delegations,
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }
}

impl UserV1 {
    fn into_v0(self) -> UserV0 {
        UserV0 {
            user_id: self.user_id,
            name: self.name,
            manager_user_id: self.manager_user_id,
            is_active: self.is_active,
            delegations: self.delegations,
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }

    fn into_v2(self) -> UserV2 {
        UserV2 {
            v: 2,
            user_id: self.user_id,
            name: self.name,
            manager_user_id: self.manager_user_id,
            is_active: self.is_active,
            inactive_by_admin: self.inactive_by_admin,
            delegations: self.delegations,
            roles: BTreeSet::new(),
            approval_limits: BTreeMap::new(),
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }
}

impl UserV2 {
    fn of(user: &User) -> Self {
        Self {
            v: 2,
            user_id: user.user_id.to_string(),
            name: user.name.clone(),
            manager_user_id: user.manager_user_id.as_ref().map(ToString::to_string),
            is_active: user.is_active,
            inactive_by_admin: user.inactive_by_admin,
            delegations: user.delegations.iter().map(DelegationV0::of).collect(),
            roles: user.roles.clone(),
            approval_limits: limits(&user.approval_limits),
            version: user.version,
            updated_at: user.updated_at.micros(),
            updated_by: user.updated_by.clone(),
        }
    }

    fn into_v1(self) -> UserV1 {
        UserV1 {
            v: 1,
            user_id: self.user_id,
            name: self.name,
            manager_user_id: self.manager_user_id,
            is_active: self.is_active,
            inactive_by_admin: self.inactive_by_admin,
            delegations: self.delegations,
            version: self.version,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }

    fn into_domain(self) -> Result<User, Unreadable> {
        Ok(User {
            user_id: self.user_id.into(),
            name: self.name,
            manager_user_id: self.manager_user_id.map(Into::into),
            is_active: self.is_active,
            inactive_by_admin: self.inactive_by_admin,
            delegations: self.delegations.into_iter().map(DelegationV0::into_domain).collect::<Result<_, _>>()?,
            roles: self.roles,
            approval_limits: read_limits(self.approval_limits)?,
            version: self.version,
            updated_at: Timestamp::from_micros(self.updated_at),
            updated_by: self.updated_by,
        })
    }
}
