//! Department Routing: some line has one of the departments.

use super::facts::RoutingFacts;
use crate::approval::field::Field;

pub(super) const FACTS: RoutingFacts = RoutingFacts {
    rule_type: "Department Routing",
    field: "department_ids",
    no_line: "no line has one of its department_ids",
    on: Field::DepartmentId,
    of_line: |line| line.department_id,
};
