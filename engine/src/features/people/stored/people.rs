//! Lists of people, permissions, delegations and limits. The person in the details of audit rows stands in `user`.
//!
//! | column | shape | versions |
//! |---|---|---|
//! | `document.beneficiaries`, `document.editors`, `party.bank_changed_by` | an array of user ids as they were spelt, by their folded form | 0 |
//! | `role.permissions` | an array of permissions, in their order; migrations add permissions to it in this form | 0 |
//! | `directory_user.delegations` | an array of objects | 0 |
//! | `directory_user.roles`, `console_session.roles` | an array of role ids, in their order | 0 |
//! | `console_session.permissions` | an array of permissions, in their order | 0 |
//! | `directory_user.approval_limits`, `role.approval_limits` | an object: document type to base currency minor units | 0 |

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::approval::access::{ApprovalLimits, SimpleDelegation, UserId};
use crate::books::stored::codec::{Stored, Unreadable, only, word, write};
use crate::values::clock::Date;
use crate::values::kind::DocumentKind;
use crate::values::money::Minor;

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
pub(super) struct DelegationV0 {
    delegate_user_id: String,
    from: String,
    to: String,
}

impl DelegationV0 {
    pub(super) fn of(delegation: &SimpleDelegation) -> Self {
        let SimpleDelegation { delegate_user_id, from, to } = delegation;
        Self { delegate_user_id: delegate_user_id.to_string(), from: from.to_string(), to: to.to_string() }
    }

    pub(super) fn into_domain(self) -> Result<SimpleDelegation, Unreadable> {
        Ok(SimpleDelegation {
            delegate_user_id: self.delegate_user_id.into(),
            from: word("from", &self.from, Date::parse)?,
            to: word("to", &self.to, Date::parse)?,
        })
    }
}

impl Stored for Vec<SimpleDelegation> {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only::<Vec<DelegationV0>>(version, text)?.into_iter().map(DelegationV0::into_domain).collect()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&self.iter().map(DelegationV0::of).collect::<Vec<_>>())
    }
}

impl Stored for ApprovalLimits {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        read_limits(only(version, text)?)
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&limits(self))
    }
}

/// Limits by the names of their types.
pub(super) fn limits(ApprovalLimits(limits): &ApprovalLimits) -> BTreeMap<String, i64> {
    limits.iter().map(|(kind, limit)| (kind.name().to_owned(), limit.0)).collect()
}

pub(super) fn read_limits(limits: BTreeMap<String, i64>) -> Result<ApprovalLimits, Unreadable> {
    let read = |(kind, limit): (String, i64)| Ok((word("document type", &kind, DocumentKind::parse)?, Minor(limit)));
    Ok(ApprovalLimits(limits.into_iter().map(read).collect::<Result<_, Unreadable>>()?))
}
