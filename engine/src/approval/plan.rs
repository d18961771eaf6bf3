//! The routing plan: which levels a document needs and who may sign each. See docs/rules/approval.md#levels-add-up.

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::deadline::Deadline;
use super::splitting::AddedUp;
use super::superior::Superior;
use crate::approval::access::UserId;
use crate::values::clock::Timestamp;
use crate::values::money::Minor;

/// Who may sign a step, by one of its ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Signer {
    /// Anyone with the role.
    Role { role: String },
    /// One person.
    User { user_id: UserId },
    /// The submitter's manager, as recorded at submit.
    Manager { user_id: UserId },
    /// The first above the submitter whose limit covers the amount, and those who were passed on the way up.
    ManagerChain { user_id: UserId, passed: Vec<Superior> },
    /// Anyone with the document type's `approve` permission.
    Anyone,
}

/// A way to sign a step: so many different people of those that a rule, in its version at submit, names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// Those whom the rule names; never empty.
    pub signers: Vec<Signer>,
    /// 1 or more.
    pub approvals_required: u32,
    pub rule_id: Option<String>,
    pub rule_version: Option<i64>,
    pub deadline: Deadline,
    pub escalated: Option<Escalated>,
    /// What the amount was added up from that the rule was asked about.
    pub added_up: Option<AddedUp>,
}

/// That a way to sign a step was late, and who was added to its signers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Escalated {
    pub at: Timestamp,
    /// `None` where nobody was found.
    pub to: Option<Signer>,
}

/// One level to sign. Any one of the alternatives will do; each counts its signatures for itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub level: u32,
    pub alternatives: Vec<Alternative>,
}

/// What a document must pass through, pinned at submit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoutingPlan {
    /// The document's size in base currency that the rules were asked about.
    pub amount: Minor,
    pub required_level: u32,
    /// Ascending by level; never empty.
    pub steps: Vec<Step>,
    /// Levels up to the required one for which no rule is left.
    pub skipped_levels: Vec<u32>,
    /// Set when the exchange rate was overridden: why more is asked than by the document's own amount.
    pub rate_override: Option<RateOverride>,
}

/// The comparison of an overridden rate with the table of exchange rates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RateOverride {
    /// The table's rate differs: the greater of the two amounts counts.
    Differs { table_rate: Decimal, by_table: Minor },
    /// The table has no rate, so the amount is unknown: every level signs.
    Unknown,
}

impl RateOverride {
    /// Why the plan asks what it asks, for people.
    pub fn reason(&self) -> String {
        match self {
            Self::Differs { table_rate, .. } => format!(
                "the exchange rate was overridden and the table's is {table_rate}: the greater of the amounts by the two counts"
            ),
            Self::Unknown => {
                "the exchange rate was overridden and the table has none: every level signs, whatever the amount".into()
            }
        }
    }
}

impl Signer {
    /// The one person whom it names; none where it names a role, or anyone.
    pub const fn person(&self) -> Option<&UserId> {
        match self {
            Self::User { user_id } | Self::Manager { user_id } | Self::ManagerChain { user_id, .. } => Some(user_id),
            Self::Role { .. } | Self::Anyone => None,
        }
    }

    /// Who that is, in words.
    pub fn in_words(&self) -> String {
        match self {
            Self::Role { role } => format!("the role {role}"),
            Self::User { user_id } => format!("{user_id} or a delegate"),
            Self::Manager { user_id } | Self::ManagerChain { user_id, .. } => {
                format!("the manager {user_id} or a delegate")
            }
            Self::Anyone => "anyone with the approve permission".into(),
        }
    }

    /// Who that is, as data in a refusal.
    pub fn as_data(&self) -> Value {
        match self {
            Self::Role { role } => json!({ "approver_type": "role", "role": role }),
            Self::User { user_id } => json!({ "approver_type": "user", "user_id": user_id.as_str() }),
            Self::Manager { user_id } => json!({ "approver_type": "manager", "user_id": user_id.as_str() }),
            Self::ManagerChain { user_id, .. } => {
                json!({ "approver_type": "manager_chain", "user_id": user_id.as_str() })
            }
            Self::Anyone => json!({ "approver_type": "anyone" }),
        }
    }
}

impl Alternative {
    /// One signer, whose signature is enough, by no rule.
    pub fn of(signer: Signer) -> Self {
        Self {
            signers: vec![signer],
            approvals_required: 1,
            rule_id: None,
            rule_version: None,
            deadline: Deadline::default(),
            escalated: None,
            added_up: None,
        }
    }

    /// Whether further signers are to be asked once it is late.
    pub fn is_to_be_escalated(&self) -> bool {
        self.deadline.escalate_to.is_some() && self.escalated.is_none()
    }

    /// All who may sign by it: those whom the rule names, and those to whom it was escalated.
    pub fn who_may_sign(&self) -> impl Iterator<Item = &Signer> {
        let added = self.escalated.as_ref().and_then(|escalated| escalated.to.as_ref());
        self.signers.iter().chain(added)
    }
}

impl RoutingPlan {
    /// Adds the steps of another plan after its own. Where one of its own asks the same people for as many signatures, they sign once.
    pub fn then(&mut self, further: Self) {
        for step in further.steps {
            if self.steps.iter().any(|own| own.asks_as(&step)) {
                continue;
            }
            self.required_level = self.required_level.saturating_add(1);
            self.steps.push(Step { level: self.required_level, ..step });
        }
    }
}

impl Step {
    /// Whether both ask the same people for as many signatures.
    fn asks_as(&self, other: &Self) -> bool {
        let asks = |way: &Alternative| (way.signers.clone(), way.approvals_required);
        self.alternatives.iter().map(asks).eq(other.alternatives.iter().map(asks))
    }

    /// Whether the rule names signers of this step.
    pub fn uses(&self, rule_id: &str) -> bool {
        self.alternatives.iter().any(|alternative| alternative.rule_id.as_deref() == Some(rule_id))
    }
}
