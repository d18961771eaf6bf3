//! Approvals. PURE: a document and the rules give a routing plan; the plan and a person give a decision.

pub mod access;
pub mod catalog;
pub mod condition;
pub mod deadline;
pub mod field;
pub mod given;
pub mod line_ids;
pub mod plan;
pub mod proof;
pub mod replay;
pub mod routing;
pub mod rule;
pub mod rule_set;
pub mod signature;
pub mod signing;
pub mod splitting;
pub mod step_clock;
pub mod subject;
pub mod superior;
pub mod waiting;

#[cfg(test)]
pub(crate) mod sample;

pub use plan::{Alternative, RateOverride, RoutingPlan, Signer, Step};
pub use rule::{Approver, Rule, RuleKind};
