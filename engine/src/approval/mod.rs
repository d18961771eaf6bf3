//! Approvals. PURE: a document and the rules give a routing plan; the plan and a person give a decision.

pub mod condition;
pub mod coverage;
pub mod field;
pub mod given;
pub mod line_ids;
pub mod plan;
pub mod routing;
pub mod rule;
pub mod signature;
pub mod signing;
pub mod subject;
pub mod superior;
pub mod waiting;

#[cfg(test)]
mod sample;

pub use plan::{Alternative, RateOverride, RoutingPlan, Signer, Step};
pub use rule::{Approver, Rule, RuleKind};
