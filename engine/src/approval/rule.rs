//! Approval rules as data (C20–C25).

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::document::DocumentKind;
use crate::money::Minor;

/// What makes a rule match besides the amount band: one variant per `rule_type`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "rule_type")]
pub enum RuleKind {
    #[serde(rename = "Amount Threshold")]
    AmountThreshold,
    #[serde(rename = "Department Routing")]
    DepartmentRouting { department_ids: Vec<String> },
    #[serde(rename = "Cost Center Routing")]
    CostCenterRouting { cost_center_ids: Vec<String> },
}

impl RuleKind {
    /// The `rule_type` as the interface spells it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AmountThreshold => "Amount Threshold",
            Self::DepartmentRouting { .. } => "Department Routing",
            Self::CostCenterRouting { .. } => "Cost Center Routing",
        }
    }
}

/// Who a rule asks to sign.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case")]
pub enum Approver {
    /// Anyone with the role.
    Role { approver_role: String },
    /// One person, or their delegate.
    User { approver_user_id: String },
    /// The submitter's recorded manager, or the manager's delegate.
    Manager,
}

/// One approval rule, in the version that stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rule {
    pub rule_id: String,
    pub rule_name: String,
    pub document_type: DocumentKind,
    pub kind: RuleKind,
    pub is_active: bool,
    /// Lower numbers decide first.
    pub priority: i64,
    /// Lowest amount in base currency minor units, inclusive; `None` is open.
    pub min_amount: Option<Minor>,
    /// Highest amount in base currency minor units, inclusive; `None` is open.
    pub max_amount: Option<Minor>,
    /// 1 or more.
    pub approval_level: u32,
    pub approver: Approver,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Option<Timestamp>,
    pub updated_by: Option<String>,
}
