//! Cost Center Routing: some line has one of the cost centers.

use super::facts::RoutingFacts;
use crate::approval::field::Field;

pub(super) const FACTS: RoutingFacts = RoutingFacts {
    rule_type: "Cost Center Routing",
    field: "cost_center_ids",
    no_line: "no line has one of its cost_center_ids",
    on: Field::CostCenterId,
    of_line: |line| line.cost_center_id,
};
