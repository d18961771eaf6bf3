//! By when a step is to be signed, and what happens when it is not. See docs/rules/approval.md#deadlines.

use crate::approval::access::UserId;
use crate::values::error::Faults;

/// The longest time that a rule gives, in hours: a year.
const MOST_HOURS: u32 = 8_760;

/// What a rule says of the time that its step may take. Hours count from the moment at which the step begins to wait; they stand
/// still while the document is On Hold.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Deadline {
    /// So soon it is to be signed.
    pub due_in_hours: Option<u32>,
    /// So often its signers are reminded.
    pub remind_every_hours: Option<u32>,
    /// Who may sign as well once it is late.
    pub escalate_to: Option<EscalateTo>,
}

/// Who is added to the signers of a late step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EscalateTo {
    Role {
        role: String,
    },
    User {
        user_id: UserId,
    },
    /// The manager of the one who was to sign or, where the step names a role or several people, of the submitter.
    Manager,
}

impl Deadline {
    /// Whether it says nothing.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// What is wrong with it.
    pub fn check(&self, faults: &mut Faults) {
        for (pointer, hours) in [("/due_in_hours", self.due_in_hours), ("/remind_every_hours", self.remind_every_hours)]
        {
            if hours.is_some_and(|hours| !(1..=MOST_HOURS).contains(&hours)) {
                faults.add(pointer, format!("must be between 1 and {MOST_HOURS}"));
            }
        }
        match &self.escalate_to {
            Some(EscalateTo::Role { role }) if role.trim().is_empty() => {
                faults.add("/escalate_to/approver_role", "must name a role");
            }
            Some(_) if self.due_in_hours.is_none() => faults.add("/escalate_to", "needs due_in_hours"),
            Some(_) | None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_deadline() {
        let role = |role: &str| Some(EscalateTo::Role { role: role.into() });
        for (due, remind, to, pointers) in [
            (Some(1), Some(8_760), role("cfo"), &[][..]),
            (None, Some(2), None, &[]),
            (Some(0), Some(8_761), None, &["/due_in_hours", "/remind_every_hours"]),
            (None, None, role("cfo"), &["/escalate_to"]),
            (Some(1), None, role(" "), &["/escalate_to/approver_role"]),
        ] {
            let mut faults = Faults::default();
            Deadline { due_in_hours: due, remind_every_hours: remind, escalate_to: to }.check(&mut faults);
            let found: Vec<&str> = faults.0.iter().map(|fault| fault.pointer.as_str()).collect();
            assert_eq!(found, pointers);
        }
    }
}
