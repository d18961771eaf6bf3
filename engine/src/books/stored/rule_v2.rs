//! Version 2 of an approval rule: by when its step is to be signed, what happens when it is not, and what its amounts are added up
//! from.

use serde::{Deserialize, Serialize};

use super::codec::Unreadable;
use super::deadline::DeadlineV1;
use super::rule_v1::RuleV1;
use super::splitting::AggregateV1;
use crate::approval::Rule;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RuleV2 {
    v: u64,
    /// What version 1 says of a rule, its own mark of a version included.
    rule: RuleV1,
    deadline: DeadlineV1,
    #[serde(deserialize_with = "super::codec::present")]
    aggregate: Option<AggregateV1>,
}

impl RuleV2 {
    pub(super) fn of(rule: &Rule) -> Self {
        Self {
            v: 2,
            rule: RuleV1::of(rule),
            deadline: DeadlineV1::of(&rule.deadline),
            aggregate: rule.aggregate.map(AggregateV1::of),
        }
    }

    pub(super) fn into_domain(self) -> Result<Rule, Unreadable> {
        let aggregate = self.aggregate.map(AggregateV1::into_domain).transpose()?;
        Ok(Rule { deadline: self.deadline.into_domain(), aggregate, ..self.rule.into_domain()? })
    }
}
