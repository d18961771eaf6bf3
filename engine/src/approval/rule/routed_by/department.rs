//! Department Routing: some line has one of the departments.

use super::facts::RoutingFacts;

pub(super) const FACTS: RoutingFacts = RoutingFacts {
    rule_type: "Department Routing",
    field: "department_ids",
    no_line: "no line has one of its department_ids",
    of_line: |line| line.department_id,
};
