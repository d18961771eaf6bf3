//! Approval rules on the wire. See docs/rules/approval.md#a-rule-set-is-checked.

use engine::approval::routing::RuleReport;
use engine::approval::rule::Governs;
use engine::approval::{Approver, Rule};
use engine::values::money::Currency;
use poem_openapi::{Enum, Object};

use super::account::{WireAccountType, WireSubtype};
use super::added_up::AggregateBy;
use super::condition::WireCondition;
use super::coverage::PlanWeakness;
use super::deadline::Escalation;
use super::document::shared::amount;
use super::document_type::DocumentType;
use super::document_types::DocumentTypes;
use super::governed::{RuleAction, RuleDocumentType};
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
    /// Required without `document_types`.
    pub document_type: Nullable<RuleDocumentType>,
    /// In place of `document_type`: several document types at once, or `all` of them.
    pub document_types: Nullable<DocumentTypes>,
    /// What it guards; `submit` when left out. Other actions wait as change requests.
    pub action: Option<RuleAction>,
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
    /// In so many hours its level is to be signed; the hours On Hold do not count. Null is no deadline.
    #[oai(validator(minimum(value = "1"), maximum(value = "8760")))]
    pub due_in_hours: Nullable<u32>,
    /// So often its signers are reminded, in `GET /approvals/overdue`. Null is never.
    #[oai(validator(minimum(value = "1"), maximum(value = "8760")))]
    pub remind_every_hours: Nullable<u32>,
    /// Who may sign as well once the level is late; needs `due_in_hours`.
    pub escalate_to: Nullable<Escalation>,
    /// The amount that it is asked about is the sum of what was submitted in so many days, with `aggregate_by`. Null is the document
    /// alone.
    #[oai(validator(minimum(value = "1"), maximum(value = "366")))]
    pub aggregate_days: Nullable<u32>,
    /// Whose documents of the type are added up: of the author who created it, or of its vendor or customer.
    pub aggregate_by: Nullable<AggregateBy>,
    #[oai(flatten)]
    pub ids: NewRuleIds,
}

/// Any subset of a rule's fields; what is left out stays.
#[derive(Object, Debug)]
pub struct RuleUpdate {
    pub rule_name: Option<Name>,
    /// In place of `document_types`.
    pub document_type: Nullable<RuleDocumentType>,
    /// In place of `document_type`.
    pub document_types: Nullable<DocumentTypes>,
    pub action: Option<RuleAction>,
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
    #[oai(validator(minimum(value = "1"), maximum(value = "8760")))]
    pub due_in_hours: Nullable<u32>,
    #[oai(validator(minimum(value = "1"), maximum(value = "8760")))]
    pub remind_every_hours: Nullable<u32>,
    pub escalate_to: Nullable<Escalation>,
    #[oai(validator(minimum(value = "1"), maximum(value = "366")))]
    pub aggregate_days: Nullable<u32>,
    pub aggregate_by: Nullable<AggregateBy>,
    #[oai(flatten)]
    pub ids: RuleIds,
}

impl From<RuleInput> for RuleUpdate {
    fn from(input: RuleInput) -> Self {
        Self {
            rule_name: input.rule_name.0,
            document_type: input.document_type,
            document_types: input.document_types,
            action: input.action,
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
            due_in_hours: input.due_in_hours,
            remind_every_hours: input.remind_every_hours,
            escalate_to: input.escalate_to,
            aggregate_days: input.aggregate_days,
            aggregate_by: input.aggregate_by,
            ids: input.ids.into(),
        }
    }
}

/// What an approval rule says.
#[derive(Object, Debug)]
#[oai(rename = "ProposedRule")]
pub struct RuleContent {
    pub rule_id: String,
    pub rule_name: String,
    /// Null for a rule of several types.
    pub document_type: Option<RuleDocumentType>,
    /// Null for a rule of one type.
    pub document_types: Option<DocumentTypes>,
    /// What it guards.
    pub action: RuleAction,
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
    pub due_in_hours: Option<u32>,
    pub remind_every_hours: Option<u32>,
    pub escalate_to: Option<Escalation>,
    pub aggregate_days: Option<u32>,
    pub aggregate_by: Option<AggregateBy>,
    #[oai(flatten)]
    pub ids: RuleIdsView,
}

/// An approval rule.
#[derive(Object, Debug)]
#[oai(rename = "ApprovalRule")]
pub struct RuleView {
    #[oai(flatten)]
    pub content: RuleContent,
    /// As in the `ETag`.
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: Option<WireTimestamp>,
    pub updated_by: Option<String>,
}

impl RuleContent {
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
            document_type: match rule.governs {
                Governs::One(of) => Some(of.into()),
                Governs::Several(_) | Governs::AllDocuments => None,
            },
            document_types: DocumentTypes::of(&rule.governs),
            action: rule.action.into(),
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
            due_in_hours: rule.deadline.due_in_hours,
            remind_every_hours: rule.deadline.remind_every_hours,
            escalate_to: rule.deadline.escalate_to.as_ref().map(Escalation::of),
            aggregate_days: rule.aggregate.map(|aggregate| aggregate.days),
            aggregate_by: rule.aggregate.map(|aggregate| aggregate.by.into()),
            ids: RuleIdsView::of(&rule.kind),
        }
    }
}

impl RuleView {
    pub fn of(rule: &Rule, base: Currency) -> Self {
        Self {
            content: RuleContent::of(rule, base),
            version: rule.version,
            created_at: rule.created_at.into(),
            created_by: rule.created_by.clone(),
            updated_at: rule.updated_at.map(Into::into),
            updated_by: rule.updated_by.clone(),
        }
    }
}

/// Rules as they would be, in place of all that are saved.
#[derive(Object, Debug)]
pub struct CoverageInput {
    /// May be left out where all rules are for one type.
    pub document_type: Option<DocumentType>,
    /// Required without a `draft_id`.
    pub rules: Option<List<RuleInput, 0, 2000>>,
    /// The rules of this draft, in place of `rules`.
    pub draft_id: Option<Id>,
}

/// A document to ask the rules about.
#[derive(Object, Debug)]
pub struct SimulateInput {
    pub document_type: Required<RuleDocumentType>,
    /// What is to be done to it; `submit` when left out.
    pub action: Option<RuleAction>,
    /// A stored document of that type; its amount, departments and cost centers are asked about.
    pub document_id: Option<Id>,
    /// In base currency; for no stored document. What is no document has none.
    pub amount: Option<Amount>,
    #[oai(flatten)]
    pub line: SimulatedLine,
    /// For no stored document, as all that follow: what conditions may look at.
    pub currency: Option<CurrencyCode>,
    pub vendor_id: Option<Id>,
    pub customer_id: Option<Id>,
    pub employee_id: Option<WireUserId>,
    /// Of a line, together with the department and the cost center; its type and subtype are looked up.
    pub account_id: Option<Id>,
    pub entry_type: Option<Name>,
    pub created_by: Option<WireUserId>,
    pub payment_method: Option<Name>,
    /// Several lines, in place of the fields of one.
    pub lines: Option<List<SupposedLine, 0, 100>>,
    /// Rules as they would be, in place of all that are saved.
    pub rules: Option<List<RuleInput, 0, 2000>>,
    /// The rules of this draft, in place of `rules`.
    pub draft_id: Option<Id>,
    /// Who submits, for rules that ask the manager; the caller when left out. Naming another needs `user.read`.
    pub submitted_by: Option<WireUserId>,
}

/// A line of a document to ask the rules about.
#[derive(Object, Debug)]
pub struct SupposedLine {
    pub account_id: Option<Id>,
    /// Only of an account that the books do not know; of the others it is looked up.
    pub account_type: Option<WireAccountType>,
    /// The same of its subtype.
    pub account_subtype: Option<WireSubtype>,
    pub department_id: Option<Id>,
    pub cost_center_id: Option<Id>,
}

/// What the rules would ask.
#[derive(Object, Debug)]
pub struct Simulation {
    pub document_type: RuleDocumentType,
    pub action: RuleAction,
    /// Whether it waits for signatures at all: of actions other than `submit`, only what a rule matches does.
    pub is_guarded: bool,
    pub amount: Amount,
    pub required_approval_level: Option<u32>,
    pub plan: Option<Plan>,
    /// Who gains from the document as things stand, and so would sign no level of it, in person or as a delegate.
    pub beneficiaries: Vec<String>,
    /// The code that a submission would be refused with.
    pub refusal: Option<String>,
    pub detail: Option<String>,
    /// Every rule of the type: matched, or why not.
    pub rules: Vec<RuleOutcome>,
    /// What is weak about the plan; null for callers who may not read users and delegations, and where there is no plan.
    pub weak_steps: Option<Vec<PlanWeakness>>,
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
