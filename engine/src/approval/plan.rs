//! The routing plan: which levels a document needs and who may sign each (C20–C24).

use serde::{Deserialize, Serialize};

use crate::access::UserId;
use crate::money::Minor;

/// One way to sign a step.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "approver_type", rename_all = "snake_case")]
pub enum Signer {
    /// Anyone with the role.
    Role { role: String },
    /// One person.
    User { user_id: UserId },
    /// The submitter's manager, as recorded at submit.
    Manager { user_id: UserId },
    /// Anyone with the document type's `approve` permission (C22).
    Anyone,
}

/// A signer and the rule, in its version at submit, that names them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Alternative {
    pub signer: Signer,
    pub rule_id: Option<String>,
    pub rule_version: Option<i64>,
}

/// One level to sign. Any one of the alternatives will do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub level: u32,
    pub alternatives: Vec<Alternative>,
}

/// What a document must pass through, pinned at submit (C24).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoutingPlan {
    /// The document's size in base currency that the rules were asked about.
    pub amount: Minor,
    pub required_level: u32,
    /// Ascending by level; never empty.
    pub steps: Vec<Step>,
    /// Levels up to the required one for which no rule is left (C21).
    pub skipped_levels: Vec<u32>,
}

impl Signer {
    /// Who that is, in words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Role { role } => format!("the role {role}"),
            Self::User { user_id } => format!("{user_id} or a delegate"),
            Self::Manager { user_id } => format!("the manager {user_id} or a delegate"),
            Self::Anyone => "anyone with the approve permission".into(),
        }
    }
}

impl Step {
    /// Whether the rule names signers of this step.
    pub fn uses(&self, rule_id: &str) -> bool {
        self.alternatives.iter().any(|alternative| alternative.rule_id.as_deref() == Some(rule_id))
    }
}
