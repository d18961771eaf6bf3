//! Entries of the payroll sub-ledger ask for a permission of payroll beside that of journal entries. See docs/rules/access.md#payroll.

/// The resource of these permissions.
pub const RESOURCE: &str = "payroll";

/// The permission of payroll that goes with this one of journal entries: to read, to sign, or to write, which is all else.
pub fn beside(permission: &str) -> (&'static str, &'static str) {
    let word = match permission {
        "read" => "read",
        "approve" => "approve",
        _ => "write",
    };
    (RESOURCE, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::kind::Action;

    #[test]
    fn what_is_neither_read_nor_signed_is_written() {
        for (permission, wanted) in [
            ("read", "read"),
            (Action::Approve.facts().permission, "approve"),
            (Action::Hold.facts().permission, "approve"),
            (Action::Edit.facts().permission, "write"),
            (Action::Submit.facts().permission, "write"),
            (Action::Reverse.facts().permission, "write"),
        ] {
            assert_eq!(beside(permission), (RESOURCE, wanted), "{permission}");
        }
    }
}
