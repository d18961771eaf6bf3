//! What is known of a rule type that routes by ids.

use crate::approval::field::Field;
use crate::approval::line_ids::LineIds;

/// The facts of one such type.
#[derive(Debug)]
pub struct RoutingFacts {
    /// The `rule_type`, as the interface spells it and as it is kept.
    pub rule_type: &'static str,
    /// The field of a rule's ids, as the interface spells it and as it is kept.
    pub field: &'static str,
    /// Why a rule does not match, for people.
    pub no_line: &'static str,
    /// The field of conditions that says the same.
    pub on: Field,
    /// What it looks at of a line.
    pub of_line: for<'a> fn(LineIds<'a>) -> Option<&'a str>,
}
