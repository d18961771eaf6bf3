//! Version 3 of an approval rule: what it guards, where that is not the submission of documents.

use serde::{Deserialize, Serialize};

use super::codec::{Unreadable, word};
use super::rule_v2::RuleV2;
use crate::approval::Rule;
use crate::values::kind::GovernedAction;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleV3 {
    v: u64,
    /// What version 2 says of a rule, its own mark of a version included.
    rule: RuleV2,
    action: String,
}

impl RuleV3 {
    pub(super) fn of(rule: &Rule) -> Self {
        Self { v: 3, rule: RuleV2::of(rule), action: rule.action.name().into() }
    }

    pub(super) fn into_domain(self) -> Result<Rule, Unreadable> {
        let action = word("action", &self.action, GovernedAction::parse)?;
        Ok(Rule { action, ..self.rule.into_domain()? })
    }
}
