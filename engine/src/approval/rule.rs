//! Approval rules as data. See docs/rules/approval.md#matching.

mod amount_threshold;
mod cost_center_routing;
mod department_routing;

use super::subject::Subject;
use crate::error::Faults;

use crate::access::UserId;
use crate::clock::Timestamp;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// What makes a rule match besides the amount band: one variant per `rule_type`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleKind {
    AmountThreshold,
    DepartmentRouting { department_ids: Vec<String> },
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Approver {
    /// Anyone with the role.
    Role { approver_role: String },
    /// One person, or their delegate.
    User { approver_user_id: UserId },
    /// The submitter's recorded manager, or the manager's delegate.
    Manager,
}

/// One approval rule, in the version that stands.
#[derive(Clone, PartialEq, Eq, Debug)]
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

/// Why a rule does not match a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch {
    Inactive,
    OtherType,
    BelowMinimum,
    AboveMaximum,
    OtherDepartment,
    OtherCostCenter,
}

impl Mismatch {
    /// The reason, for people.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Inactive => "the rule is inactive",
            Self::OtherType => "the rule is for another document type",
            Self::BelowMinimum => "the amount is below min_amount",
            Self::AboveMaximum => "the amount is above max_amount",
            Self::OtherDepartment => "no line has one of its department_ids",
            Self::OtherCostCenter => "no line has one of its cost_center_ids",
        }
    }
}

impl Rule {
    /// Whether the rule matches: active, of the type, its routing fits, the amount within both ends.
    pub fn matches(&self, subject: &Subject<'_>) -> Result<(), Mismatch> {
        self.applies(subject)?;
        self.amount_fits(subject.amount)
    }

    /// Whether the rule applies to the document at all, whatever its amount.
    pub fn applies(&self, subject: &Subject<'_>) -> Result<(), Mismatch> {
        if !self.is_active {
            return Err(Mismatch::Inactive);
        }
        if self.document_type != subject.document_type {
            return Err(Mismatch::OtherType);
        }
        match &self.kind {
            RuleKind::AmountThreshold => amount_threshold::fits(),
            RuleKind::DepartmentRouting { department_ids } => department_routing::fits(department_ids, subject),
            RuleKind::CostCenterRouting { cost_center_ids } => cost_center_routing::fits(cost_center_ids, subject),
        }
    }

    fn amount_fits(&self, amount: Minor) -> Result<(), Mismatch> {
        if self.min_amount.is_some_and(|least| amount < least) {
            return Err(Mismatch::BelowMinimum);
        }
        if self.max_amount.is_some_and(|most| amount > most) {
            return Err(Mismatch::AboveMaximum);
        }
        Ok(())
    }

    /// Whether the rule is for lower amounts than this one.
    pub fn is_for_lower_amounts(&self, amount: Minor) -> bool {
        self.max_amount.is_some_and(|most| most < amount)
    }

    /// Whether it is an Amount Threshold rule.
    pub const fn is_amount_threshold(&self) -> bool {
        matches!(self.kind, RuleKind::AmountThreshold)
    }
}

/// What is wrong with a rule. Missing and surplus approver fields the wire layer finds.
pub fn check(rule: &Rule) -> Faults {
    let mut faults = Faults::default();
    for (pointer, bound) in [("/min_amount", rule.min_amount), ("/max_amount", rule.max_amount)] {
        if bound.is_some_and(|amount| amount < Minor::ZERO) {
            faults.add(pointer, "must be 0 or more");
        }
    }
    if let (Some(least), Some(most)) = (rule.min_amount, rule.max_amount)
        && least > most
    {
        faults.add("/min_amount", "is more than max_amount");
    }
    if !(1..=100).contains(&rule.approval_level) {
        faults.add("/approval_level", "must be between 1 and 100");
    }
    match &rule.approver {
        Approver::Role { approver_role } if approver_role.trim().is_empty() => {
            faults.add("/approver_role", "must name a role");
        }
        Approver::User { approver_user_id } if approver_user_id.trim().is_empty() => {
            faults.add("/approver_user_id", "must name a person");
        }
        Approver::Role { .. } | Approver::User { .. } | Approver::Manager => {}
    }
    match &rule.kind {
        RuleKind::AmountThreshold => {}
        RuleKind::DepartmentRouting { department_ids } if department_ids.is_empty() => {
            faults.add("/department_ids", "needs at least one for Department Routing");
        }
        RuleKind::CostCenterRouting { cost_center_ids } if cost_center_ids.is_empty() => {
            faults.add("/cost_center_ids", "needs at least one for Cost Center Routing");
        }
        RuleKind::DepartmentRouting { .. } | RuleKind::CostCenterRouting { .. } => {}
    }
    faults
}

#[cfg(test)]
mod tests;
