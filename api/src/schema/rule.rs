//! Approval rules on the wire. See docs/rules/approval.md#a-rule-set-is-checked.

use engine::approval::coverage::{Band as CoverageBand, LeftOut};
use engine::approval::routing::RuleReport;
use engine::approval::{Approver, Rule};
use engine::money::Currency;
use poem_openapi::{Enum, Object};

use super::condition::WireCondition;
use super::document::shared::amount;
use super::document_type::DocumentType;
use super::plan::Plan;
use super::routed_by::{NewRuleIds, RuleIds, RuleIdsView, RuleType, SimulatedLine};
use super::{Amount, CurrencyCode, Id, List, Name, Nullable, Required, SideAmount, WireTimestamp, WireUserId};

/// Who is asked to sign.
#[derive(Enum, Clone, Copy, PartialEq, Eq, Debug)]
#[oai(rename_all = "snake_case")]
pub enum ApproverType {
    Role,
    User,
    Manager,
    /// The first above the submitter, from their manager upwards, whose approval limit covers the amount.
    ManagerChain,
}

impl ApproverType {
    pub const fn of(approver: &Approver) -> Self {
        match approver {
            Approver::Role { .. } => Self::Role,
            Approver::User { .. } => Self::User,
            Approver::Manager => Self::Manager,
            Approver::ManagerChain => Self::ManagerChain,
            Approver::Panel { approver_role: Some(_), .. } => Self::Role,
            Approver::Panel { approver_role: None, .. } => Self::User,
        }
    }
}

/// A new approval rule.
#[derive(Object, Debug)]
pub struct RuleInput {
    pub rule_id: Required<Id>,
    pub rule_name: Required<Name>,
    pub document_type: Required<DocumentType>,
    pub rule_type: Required<RuleType>,
    pub is_active: Required<bool>,
    /// Lower numbers decide first; equal numbers are alternatives.
    pub priority: Required<i64>,
    /// In base currency, inclusive; null is open.
    pub min_amount: Nullable<SideAmount>,
    /// In base currency, inclusive; null is no upper limit.
    pub max_amount: Nullable<SideAmount>,
    /// 1, 2, 3 …
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub approval_level: Required<u32>,
    pub approver_type: Required<ApproverType>,
    /// For approver_type `role` only.
    pub approver_role: Nullable<Id>,
    /// For approver_type `user` only.
    pub approver_user_id: Nullable<WireUserId>,
    /// For approver_type `user` in place of `approver_user_id`, or for `role` beside its holders: any of these people.
    pub approver_user_ids: Nullable<List<WireUserId, 0, 100>>,
    /// How many different people must sign, of the role, of those who are named, or of both; 1 when left out. One rejection still
    /// rejects.
    #[oai(validator(minimum(value = "1"), maximum(value = "20")))]
    pub approvals_required: Option<u32>,
    /// What must hold besides; none when left out.
    pub conditions: Option<List<WireCondition, 0, 50>>,
    #[oai(flatten)]
    pub ids: NewRuleIds,
}

/// Any subset of a rule's fields; what is left out stays.
#[derive(Object, Debug)]
pub struct RuleUpdate {
    pub rule_name: Option<Name>,
    pub document_type: Option<DocumentType>,
    pub rule_type: Option<RuleType>,
    pub is_active: Option<bool>,
    pub priority: Option<i64>,
    pub min_amount: Nullable<SideAmount>,
    pub max_amount: Nullable<SideAmount>,
    #[oai(validator(minimum(value = "1"), maximum(value = "100")))]
    pub approval_level: Option<u32>,
    pub approver_type: Option<ApproverType>,
    pub approver_role: Nullable<Id>,
    pub approver_user_id: Nullable<WireUserId>,
    pub approver_user_ids: Nullable<List<WireUserId, 0, 100>>,
    #[oai(validator(minimum(value = "1"), maximum(value = "20")))]
    pub approvals_required: Option<u32>,
    /// All of them; an empty list takes them away.
    pub conditions: Option<List<WireCondition, 0, 50>>,
    #[oai(flatten)]
    pub ids: RuleIds,
}

impl From<RuleInput> for RuleUpdate {
    fn from(input: RuleInput) -> Self {
        Self {
            rule_name: input.rule_name.0,
            document_type: input.document_type.0,
            rule_type: input.rule_type.0,
            is_active: input.is_active.0,
            priority: input.priority.0,
            min_amount: input.min_amount,
            max_amount: input.max_amount,
            approval_level: input.approval_level.0,
            approver_type: input.approver_type.0,
            approver_role: input.approver_role,
            approver_user_id: input.approver_user_id,
            approver_user_ids: input.approver_user_ids,
            approvals_required: input.approvals_required,
            conditions: input.conditions,
            ids: input.ids.into(),
        }
    }
}

/// An approval rule.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalRule")]
pub struct RuleView {
    pub rule_id: String,
    pub rule_name: String,
    pub document_type: DocumentType,
    pub rule_type: RuleType,
    pub is_active: bool,
    pub priority: i64,
    pub min_amount: Nullable<Amount>,
    pub max_amount: Nullable<Amount>,
    pub approval_level: u32,
    pub approver_type: ApproverType,
    pub approver_role: Option<String>,
    pub approver_user_id: Option<String>,
    pub approver_user_ids: Option<Vec<String>>,
    /// How many different people must sign.
    pub approvals_required: u32,
    pub conditions: Vec<WireCondition>,
    #[oai(flatten)]
    pub ids: RuleIdsView,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: Option<WireTimestamp>,
    pub updated_by: Option<String>,
}

impl RuleView {
    pub fn of(rule: &Rule, base: Currency) -> Self {
        let (approver_role, approver_user_id, approver_user_ids) = match &rule.approver {
            Approver::Role { approver_role } => (Some(approver_role.clone()), None, None),
            Approver::User { approver_user_id } => (None, Some(approver_user_id.to_string()), None),
            Approver::Manager | Approver::ManagerChain => (None, None, None),
            Approver::Panel { approver_role, approver_user_ids } => {
                (approver_role.clone(), None, Some(approver_user_ids.iter().map(ToString::to_string).collect()))
            }
        };
        Self {
            rule_id: rule.rule_id.clone(),
            rule_name: rule.rule_name.clone(),
            document_type: rule.document_type.into(),
            rule_type: RuleType::of(&rule.kind),
            is_active: rule.is_active,
            priority: rule.priority,
            min_amount: Nullable(Some(rule.min_amount.map(|minor| amount(minor, base)))),
            max_amount: Nullable(Some(rule.max_amount.map(|minor| amount(minor, base)))),
            approval_level: rule.approval_level,
            approver_type: ApproverType::of(&rule.approver),
            approver_role,
            approver_user_id,
            approver_user_ids,
            approvals_required: rule.approvals_required,
            conditions: rule.conditions.iter().map(|condition| WireCondition::of(condition, base)).collect(),
            ids: RuleIdsView::of(&rule.kind),
            version: rule.version,
            created_at: rule.created_at.into(),
            created_by: rule.created_by.clone(),
            updated_at: rule.updated_at.map(Into::into),
            updated_by: rule.updated_by.clone(),
        }
    }
}

/// A document to ask the rules about.
#[derive(Object, Debug)]
pub struct SimulateInput {
    pub document_type: Required<DocumentType>,
    /// A stored document of that type; its amount, departments and cost centers are asked about.
    pub document_id: Option<Id>,
    /// In base currency; for no stored document.
    pub amount: Option<Amount>,
    #[oai(flatten)]
    pub line: SimulatedLine,
    /// For no stored document, as all that follow: what conditions may look at.
    pub currency: Option<CurrencyCode>,
    pub vendor_id: Option<Id>,
    pub customer_id: Option<Id>,
    pub employee_id: Option<WireUserId>,
    /// Of a line, together with the department and the cost center; its type is looked up.
    pub account_id: Option<Id>,
    pub entry_type: Option<Name>,
    pub created_by: Option<WireUserId>,
    pub payment_method: Option<Name>,
    /// Who submits, for rules that ask the manager; the caller when left out. Naming another needs `user.read`.
    pub submitted_by: Option<WireUserId>,
}

/// What the rules would ask.
#[derive(Object, Debug)]
pub struct Simulation {
    pub document_type: DocumentType,
    pub amount: Amount,
    pub required_approval_level: Option<u32>,
    pub plan: Option<Plan>,
    /// Who gains from the stored document as things stand, and so would sign no level of it, in person or as a delegate.
    pub beneficiaries: Vec<String>,
    /// The code that a submission would be refused with.
    pub refusal: Option<String>,
    pub detail: Option<String>,
    /// Every rule of the type: matched, or why not.
    pub rules: Vec<RuleOutcome>,
}

/// What became of one rule.
#[derive(Object, Debug)]
pub struct RuleOutcome {
    pub rule_id: String,
    pub rule_version: i64,
    pub matched: bool,
    pub used_in_level: Option<u32>,
    /// Left out when it matched.
    #[oai(skip_serializing_if_is_none)]
    pub why_not: Option<String>,
}

impl From<RuleReport> for RuleOutcome {
    fn from(report: RuleReport) -> Self {
        let RuleReport { rule_id, rule_version, matched, used_in_level, why_not } = report;
        Self { rule_id, rule_version, matched, used_in_level, why_not }
    }
}

/// A band of amounts in base currency, both ends included; null is open.
#[derive(Object, Debug)]
pub struct Band {
    pub min_amount: Nullable<Amount>,
    pub max_amount: Nullable<Amount>,
}

impl Band {
    pub fn of(band: &CoverageBand, base: Currency) -> Self {
        Self {
            min_amount: Nullable(Some(band.min_amount.map(|minor| amount(minor, base)))),
            max_amount: Nullable(Some(band.max_amount.map(|minor| amount(minor, base)))),
        }
    }
}

/// What a type's active rules leave open.
#[derive(Object, Debug)]
#[oai(rename = "Coverage")]
pub struct CoverageView {
    pub document_type: DocumentType,
    /// Amounts that no amount rule covers; empty when there are no amount rules.
    pub gaps: Vec<Band>,
    pub overlaps: Vec<OverlapView>,
    /// Rules that never decide.
    pub unreachable: Vec<UnreachableView>,
    /// How many more were found than the 200 of each that are listed; only when there are more.
    #[oai(skip_serializing_if_is_none)]
    pub left_out: Option<LeftOutView>,
    /// True when there are more rules than are compared with each other, so that more may overlap or never decide.
    #[oai(skip_serializing_if_is_none)]
    pub is_partial: Option<bool>,
    /// Active rules with conditions, which are not compared: what they cover counts as a gap, and they may overlap or never decide. Left
    /// out where there are none.
    #[oai(skip_serializing_if_is_none)]
    pub not_compared: Option<Vec<String>>,
}

/// Findings that are only counted.
#[derive(Object, Debug)]
#[oai(rename = "CoverageLeftOut")]
pub struct LeftOutView {
    pub gaps: u64,
    pub overlaps: u64,
    pub unreachable: u64,
}

impl From<LeftOut> for LeftOutView {
    fn from(left_out: LeftOut) -> Self {
        let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        Self {
            gaps: count(left_out.gaps),
            overlaps: count(left_out.overlaps),
            unreachable: count(left_out.unreachable),
        }
    }
}

/// Two rules of one level and type for the same amounts.
#[derive(Object, Debug)]
#[oai(rename = "Overlap")]
pub struct OverlapView {
    pub rule_ids: Vec<String>,
    pub approval_level: u32,
    pub min_amount: Nullable<Amount>,
    pub max_amount: Nullable<Amount>,
    /// Equal priorities: either may sign. Else the lower number decides.
    pub are_alternatives: bool,
}

/// A rule that another always decides in place of.
#[derive(Object, Debug)]
#[oai(rename = "UnreachableRule")]
pub struct UnreachableView {
    pub rule_id: String,
    pub covered_by: String,
}
