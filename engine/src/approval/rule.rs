//! Approval rules as data. See docs/rules/approval.md#matching.

pub mod routed_by;

pub use self::routed_by::RoutedBy;
use super::subject::Subject;
use crate::access::UserId;
use crate::clock::Timestamp;
use crate::error::Faults;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// What makes a rule match besides the amount band.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// The amount alone.
    AmountThreshold,
    /// A line with one of these ids: a `rule_type` for each thing that rules route by.
    Routing { by: RoutedBy, ids: Vec<String> },
}

impl RuleKind {
    /// The `rule_type` as the interface spells it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::AmountThreshold => "Amount Threshold",
            Self::Routing { by, .. } => by.facts().rule_type,
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
    /// No line has one of its ids.
    NoLine(RoutedBy),
}

impl Mismatch {
    /// The reason, for people.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Inactive => "the rule is inactive",
            Self::OtherType => "the rule is for another document type",
            Self::BelowMinimum => "the amount is below min_amount",
            Self::AboveMaximum => "the amount is above max_amount",
            Self::NoLine(by) => by.facts().no_line,
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
            RuleKind::Routing { by, ids } if !ids.iter().any(|id| subject.has(*by, id)) => Err(Mismatch::NoLine(*by)),
            RuleKind::AmountThreshold | RuleKind::Routing { .. } => Ok(()),
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
        RuleKind::Routing { by, ids } if ids.is_empty() => {
            let facts = by.facts();
            faults.add(format!("/{}", facts.field), format!("needs at least one for {}", facts.rule_type));
        }
        RuleKind::AmountThreshold | RuleKind::Routing { .. } => {}
    }
    faults
}

#[cfg(test)]
mod tests;
