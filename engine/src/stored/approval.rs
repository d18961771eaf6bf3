//! `approval_rule.rule`, and `rule` in the details of a rule's audit rows: one version, 0.

use serde::{Deserialize, Serialize};

use super::codec::{Stored, Unreadable, only, word, write};
use super::rule_kind::KindV0;
use crate::approval::Rule;
use crate::approval::rule::Approver;
use crate::clock::Timestamp;
use crate::kind::DocumentKind;
use crate::money::Minor;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleV0 {
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
enum ApproverV0 {
    Role { approver_role: String },
    User { approver_user_id: String },
    Manager {},
}

impl Stored for Rule {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        only::<RuleV0>(version, text)?.into_domain()
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        write(&RuleV0::of(self))
    }
}

impl RuleV0 {
    fn of(rule: &Rule) -> Self {
        Self {
            rule_id: rule.rule_id.clone(),
            rule_name: rule.rule_name.clone(),
            document_type: rule.document_type.name().into(),
            kind: KindV0(rule.kind.clone()),
            is_active: rule.is_active,
            priority: rule.priority,
            min_amount: rule.min_amount.map(|amount| amount.0),
            max_amount: rule.max_amount.map(|amount| amount.0),
            approval_level: rule.approval_level,
            approver: match &rule.approver {
                Approver::Role { approver_role } => ApproverV0::Role { approver_role: approver_role.clone() },
                Approver::User { approver_user_id } => {
                    ApproverV0::User { approver_user_id: approver_user_id.to_string() }
                }
                Approver::Manager => ApproverV0::Manager {},
            },
            version: rule.version,
            created_at: rule.created_at.micros(),
            created_by: rule.created_by.clone(),
            updated_at: rule.updated_at.map(Timestamp::micros),
            updated_by: rule.updated_by.clone(),
        }
    }

    fn into_domain(self) -> Result<Rule, Unreadable> {
        Ok(Rule {
            rule_id: self.rule_id,
            rule_name: self.rule_name,
            document_type: word("document_type", &self.document_type, DocumentKind::parse)?,
            kind: self.kind.0,
            is_active: self.is_active,
            priority: self.priority,
            min_amount: self.min_amount.map(Minor),
            max_amount: self.max_amount.map(Minor),
            approval_level: self.approval_level,
            approver: match self.approver {
                ApproverV0::Role { approver_role } => Approver::Role { approver_role },
                ApproverV0::User { approver_user_id } => Approver::User { approver_user_id: approver_user_id.into() },
                ApproverV0::Manager {} => Approver::Manager,
            },
            version: self.version,
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self.created_by,
            updated_at: self.updated_at.map(Timestamp::from_micros),
            updated_by: self.updated_by,
        })
    }
}
