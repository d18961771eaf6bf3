//! Versions 0 and 1 of an approval rule.

use serde::{Deserialize, Serialize};

use super::codec::{Unreadable, word};
use super::condition::ConditionV1;
use super::rule_kind::KindV0;
use crate::approval::Rule;
use crate::approval::deadline::Deadline;
use crate::approval::rule::{Approver, Governs};
use crate::values::clock::Timestamp;
use crate::values::kind::{DocumentKind, GovernedAction, GovernedType};
use crate::values::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleV0 {
    rule_id: String,
    rule_name: String,
    document_type: String,
    kind: KindV0,
    is_active: bool,
    priority: i64,
    #[serde(deserialize_with = "super::codec::present")]
    min_amount: Option<i64>,
    #[serde(deserialize_with = "super::codec::present")]
    max_amount: Option<i64>,
    approval_level: u32,
    approver: ApproverV0,
    version: i64,
    created_at: i64,
    created_by: String,
    #[serde(deserialize_with = "super::codec::present")]
    updated_at: Option<i64>,
    #[serde(deserialize_with = "super::codec::present")]
    updated_by: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ApproverV0 {
    Role { approver_role: String },
    User { approver_user_id: String },
    Manager {},
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleV1 {
    v: u64,
    rule_id: String,
    rule_name: String,
    document_type: String,
    kind: KindV0,
    is_active: bool,
    priority: i64,
    #[serde(deserialize_with = "super::codec::present")]
    min_amount: Option<i64>,
    #[serde(deserialize_with = "super::codec::present")]
    max_amount: Option<i64>,
    approval_level: u32,
    pub(super) approver: ApproverV1,
    approvals_required: u32,
    conditions: Vec<ConditionV1>,
    version: i64,
    created_at: i64,
    created_by: String,
    #[serde(deserialize_with = "super::codec::present")]
    updated_at: Option<i64>,
    #[serde(deserialize_with = "super::codec::present")]
    updated_by: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ApproverV1 {
    Role {
        approver_role: String,
    },
    User {
        approver_user_id: String,
    },
    Manager {},
    ManagerChain {},
    Panel {
        #[serde(deserialize_with = "super::codec::present")]
        approver_role: Option<String>,
        approver_user_ids: Vec<String>,
    },
}

impl ApproverV1 {
    fn of(approver: &Approver) -> Self {
        match approver {
            Approver::Role { approver_role } => Self::Role { approver_role: approver_role.clone() },
            Approver::User { approver_user_id } => Self::User { approver_user_id: approver_user_id.to_string() },
            Approver::Manager => Self::Manager {},
            Approver::ManagerChain => Self::ManagerChain {},
            Approver::Panel { approver_role, approver_user_ids } => Self::Panel {
                approver_role: approver_role.clone(),
                approver_user_ids: approver_user_ids.iter().map(ToString::to_string).collect(),
            },
        }
    }

    pub(super) fn as_v0(&self) -> Option<ApproverV0> {
        match self {
            Self::Role { approver_role } => Some(ApproverV0::Role { approver_role: approver_role.clone() }),
            Self::User { approver_user_id } => Some(ApproverV0::User { approver_user_id: approver_user_id.clone() }),
            Self::Manager {} => Some(ApproverV0::Manager {}),
            Self::ManagerChain {} | Self::Panel { .. } => None,
        }
    }

    fn into_domain(self) -> Approver {
        match self {
            Self::Role { approver_role } => Approver::Role { approver_role },
            Self::User { approver_user_id } => Approver::User { approver_user_id: approver_user_id.into() },
            Self::Manager {} => Approver::Manager,
            Self::ManagerChain {} => Approver::ManagerChain,
            Self::Panel { approver_role, approver_user_ids } => Approver::Panel {
                approver_role,
                approver_user_ids: approver_user_ids.into_iter().map(Into::into).collect(),
            },
        }
    }
}

impl From<ApproverV0> for ApproverV1 {
    fn from(approver: ApproverV0) -> Self {
        match approver {
            ApproverV0::Role { approver_role } => Self::Role { approver_role },
            ApproverV0::User { approver_user_id } => Self::User { approver_user_id },
            ApproverV0::Manager {} => Self::Manager {},
        }
    }
}

impl RuleV0 {
    pub(super) fn into_v1(self) -> RuleV1 {
        RuleV1 {
            v: 1,
            rule_id: self.rule_id,
            rule_name: self.rule_name,
            document_type: self.document_type,
            kind: self.kind,
            is_active: self.is_active,
            priority: self.priority,
            min_amount: self.min_amount,
            max_amount: self.max_amount,
            approval_level: self.approval_level,
            approver: self.approver.into(),
            approvals_required: 1,
            conditions: Vec::new(),
            version: self.version,
            created_at: self.created_at,
            created_by: self.created_by,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }
}

impl RuleV1 {
    pub(super) fn of(rule: &Rule) -> Self {
        Self {
            v: 1,
            rule_id: rule.rule_id.clone(),
            rule_name: rule.rule_name.clone(),
            document_type: written_type(&rule.governs).into(),
            kind: KindV0(rule.kind.clone()),
            is_active: rule.is_active,
            priority: rule.priority,
            min_amount: rule.min_amount.map(|amount| amount.0),
            max_amount: rule.max_amount.map(|amount| amount.0),
            approval_level: rule.approval_level,
            approver: ApproverV1::of(&rule.approver),
            approvals_required: rule.approvals_required,
            conditions: rule.conditions.iter().map(ConditionV1::of).collect(),
            version: rule.version,
            created_at: rule.created_at.micros(),
            created_by: rule.created_by.clone(),
            updated_at: rule.updated_at.map(Timestamp::micros),
            updated_by: rule.updated_by.clone(),
        }
    }

    pub(super) fn into_v0(self, approver: ApproverV0) -> RuleV0 {
        RuleV0 {
            rule_id: self.rule_id,
            rule_name: self.rule_name,
            document_type: self.document_type,
            kind: self.kind,
            is_active: self.is_active,
            priority: self.priority,
            min_amount: self.min_amount,
            max_amount: self.max_amount,
            approval_level: self.approval_level,
            approver,
            version: self.version,
            created_at: self.created_at,
            created_by: self.created_by,
            updated_at: self.updated_at,
            updated_by: self.updated_by,
        }
    }

    pub(super) fn into_domain(self) -> Result<Rule, Unreadable> {
        Ok(Rule {
            rule_id: self.rule_id,
            rule_name: self.rule_name,
            governs: word("document_type", &self.document_type, GovernedType::parse)?.into(),
            action: GovernedAction::Submit,
            kind: self.kind.0,
            is_active: self.is_active,
            priority: self.priority,
            min_amount: self.min_amount.map(Minor),
            max_amount: self.max_amount.map(Minor),
            approval_level: self.approval_level,
            approver: self.approver.into_domain(),
            approvals_required: self.approvals_required,
            conditions: self.conditions.into_iter().map(ConditionV1::into_domain).collect::<Result<_, _>>()?,
            deadline: Deadline::default(),
            aggregate: None,
            version: self.version,
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self.created_by,
            updated_at: self.updated_at.map(Timestamp::from_micros),
            updated_by: self.updated_by,
        })
    }
}

/// The type; of several, which version 4 names, the first.
fn written_type(governs: &Governs) -> &'static str {
    match governs {
        Governs::One(of) => of.name(),
        Governs::Several(_) | Governs::AllDocuments => governs.documents().next().map_or("", DocumentKind::name),
    }
}
