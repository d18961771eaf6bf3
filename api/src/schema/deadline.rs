//! By when a step is to be signed, on the wire. See docs/rules/approval.md#deadlines.

use engine::approval::deadline::EscalateTo;
use engine::values::error::Faults;
use poem_openapi::{Enum, Object};

use super::{Id, Required, WireUserId};

/// Who may sign as well, once a step is late.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum EscalationType {
    /// Whoever has the role.
    Role,
    /// One person.
    User,
    /// The manager of the one person who was to sign or, where the step names a role or several people, of the submitter; as
    /// recorded when it is escalated.
    Manager,
}

/// Who is added to the signers of a late step.
#[derive(Object, Clone, Debug)]
pub struct Escalation {
    pub approver_type: Required<EscalationType>,
    /// For approver_type `role` only.
    #[oai(skip_serializing_if_is_none)]
    pub approver_role: Option<Id>,
    /// For approver_type `user` only.
    #[oai(skip_serializing_if_is_none)]
    pub approver_user_id: Option<WireUserId>,
}

impl Escalation {
    pub fn of(to: &EscalateTo) -> Self {
        let (approver_type, role, user) = match to {
            EscalateTo::Role { role } => (EscalationType::Role, Some(Id(role.clone())), None),
            EscalateTo::User { user_id } => (EscalationType::User, None, Some(WireUserId(user_id.clone()))),
            EscalateTo::Manager => (EscalationType::Manager, None, None),
        };
        Self { approver_type: approver_type.into(), approver_role: role, approver_user_id: user }
    }

    /// Who that is; what is missing or too much leaves a fault.
    pub fn given(&self, faults: &mut Faults) -> Option<EscalateTo> {
        let approver_type = self.approver_type.0?;
        if self.approver_role.is_some() && approver_type != EscalationType::Role {
            faults.add("/escalate_to/approver_role", "is only for approver_type role");
        }
        if self.approver_user_id.is_some() && approver_type != EscalationType::User {
            faults.add("/escalate_to/approver_user_id", "is only for approver_type user");
        }
        let to = match approver_type {
            EscalationType::Manager => Some(EscalateTo::Manager),
            EscalationType::Role => self.approver_role.as_ref().map(|role| EscalateTo::Role { role: role.0.clone() }),
            EscalationType::User => {
                self.approver_user_id.as_ref().map(|user_id| EscalateTo::User { user_id: user_id.0.clone() })
            }
        };
        match (approver_type, &to) {
            (EscalationType::Role, None) => {
                faults.add("/escalate_to/approver_role", "is required for approver_type role");
            }
            (EscalationType::User, None) => {
                faults.add("/escalate_to/approver_user_id", "is required for approver_type user");
            }
            (EscalationType::Role | EscalationType::User | EscalationType::Manager, _) => {}
        }
        to
    }
}
