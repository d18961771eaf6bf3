//! `approval_rule.rule`, and `rule` in the details of a rule's audit rows.
//!
//! | version | adds | written |
//! |---|---|---|
//! | 0 | | by release 1268427, and still for a rule with nothing of what follows |
//! | 1 | `approvals_required`, `conditions`, the approvers `manager_chain` and `panel` | for a rule that has one of them |
//! | 2 | `deadline`, `aggregate` | for a rule that has one of them |
//! | 3 | `action` | for a rule that guards something else than submissions |
//! | 4 | `document_types` | for a rule that is for several types |

use super::codec::{Stored, Unreadable, write};
use super::rule_v1::{RuleV0, RuleV1};
use super::rule_v2::RuleV2;
use super::rule_v3::RuleV3;
use super::rule_v4::RuleV4;
use crate::approval::Rule;
use crate::values::kind::GovernedAction;

impl Stored for Rule {
    fn read(version: u64, text: &str) -> Result<Self, Unreadable> {
        match version {
            0 => serde_json::from_str::<RuleV0>(text)?.into_v1().into_domain(),
            1 => serde_json::from_str::<RuleV1>(text)?.into_domain(),
            2 => serde_json::from_str::<RuleV2>(text)?.into_domain(),
            3 => serde_json::from_str::<RuleV3>(text)?.into_domain(),
            4 => serde_json::from_str::<RuleV4>(text)?.into_domain(),
            unknown => Err(Unreadable::Version(unknown)),
        }
    }

    fn written(&self) -> Result<String, serde_json::Error> {
        if !self.governs.is_one() {
            return write(&RuleV4::of(self));
        }
        if self.action != GovernedAction::Submit {
            return write(&RuleV3::of(self));
        }
        if !self.deadline.is_none() || self.aggregate.is_some() {
            return write(&RuleV2::of(self));
        }
        let shape = RuleV1::of(self);
        match shape.approver.as_v0() {
            Some(approver) if self.approvals_required == 1 && self.conditions.is_empty() => {
                write(&shape.into_v0(approver))
            }
            Some(_) | None => write(&shape),
        }
    }
}
