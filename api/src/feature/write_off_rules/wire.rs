//! Write-off rules on the wire. See docs/rules/write-offs.md.

use engine::features::write_off_rules::commands::RuleFields;
use engine::values::write_off_rule::WriteOffRule;
use poem_openapi::Object;

use crate::schema::{Amount, CurrencyCode, Id, Name, PaidAmount, Required, WireTimestamp};

/// A new write-off rule.
#[derive(Object, Debug)]
pub struct WriteOffRuleInput {
    pub write_off_rule_id: Required<Id>,
    pub write_off_rule_name: Required<Name>,
    /// That of the payments for which it is.
    pub currency: Required<CurrencyCode>,
    /// The most that one of them lets off, or keeps.
    pub tolerance: Required<PaidAmount>,
    /// An account that is no control account and holds no money.
    pub account_id: Required<Id>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on a write-off rule; what is left out stays.
#[derive(Object, Debug)]
pub struct WriteOffRuleUpdate {
    pub write_off_rule_name: Option<Name>,
    pub tolerance: Option<PaidAmount>,
    pub account_id: Option<Id>,
    pub is_active: Option<bool>,
}

/// How small a difference a payment may write off, and where it is posted.
#[derive(Object, Debug)]
#[oai(rename = "WriteOffRule")]
pub struct WriteOffRuleView {
    pub write_off_rule_id: String,
    pub write_off_rule_name: String,
    pub currency: String,
    pub tolerance: Amount,
    pub account_id: String,
    pub is_active: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&WriteOffRule> for WriteOffRuleView {
    fn from(rule: &WriteOffRule) -> Self {
        Self {
            write_off_rule_id: rule.write_off_rule_id.clone(),
            write_off_rule_name: rule.write_off_rule_name.clone(),
            currency: rule.currency.code().into(),
            tolerance: rule.currency.to_decimal(rule.tolerance).into(),
            account_id: rule.account_id.clone(),
            is_active: rule.is_active,
            version: rule.version,
            created_at: rule.created_at.into(),
            created_by: rule.created_by.clone(),
            updated_at: rule.updated_at.into(),
            updated_by: rule.updated_by.clone(),
        }
    }
}

impl WriteOffRuleInput {
    /// The id, and what is set.
    pub fn into_fields(self) -> (String, RuleFields) {
        let fields = RuleFields {
            write_off_rule_name: self.write_off_rule_name.0.map(Into::into),
            currency: self.currency.0.map(|currency| currency.0),
            tolerance: self.tolerance.0.map(|amount| amount.0),
            account_id: self.account_id.0.map(Into::into),
            is_active: self.is_active,
        };
        (self.write_off_rule_id.0.map(Into::into).unwrap_or_default(), fields)
    }
}

impl From<WriteOffRuleUpdate> for RuleFields {
    fn from(update: WriteOffRuleUpdate) -> Self {
        Self {
            write_off_rule_name: update.write_off_rule_name.map(Into::into),
            currency: None,
            tolerance: update.tolerance.map(|amount| amount.0),
            account_id: update.account_id.map(Into::into),
            is_active: update.is_active,
        }
    }
}
