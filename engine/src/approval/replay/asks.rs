//! What a plan asks of people: which levels, who may sign each, and how many of them. By which rules does not matter, nor in which
//! version, nor why somebody above was passed.

use std::collections::{BTreeMap, BTreeSet};

use crate::approval::access::UserId;
use crate::approval::plan::{RoutingPlan, Signer, Step};

/// Somebody who is asked to sign.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Who {
    Anyone,
    Role(String),
    /// By name, or as the manager who was found.
    Person(UserId),
}

impl Who {
    pub fn of(signer: &Signer) -> Self {
        match signer {
            Signer::Anyone => Self::Anyone,
            Signer::Role { role } => Self::Role(role.clone()),
            Signer::User { user_id } | Signer::Manager { user_id } | Signer::ManagerChain { user_id, .. } => {
                Self::Person(user_id.clone())
            }
        }
    }
}

/// The ways to sign a step: who may, and how many of them must.
type Ways = BTreeSet<(BTreeSet<Who>, u32)>;

fn ways(step: &Step) -> Ways {
    let way = |way: &crate::approval::Alternative| (way.signers.iter().map(Who::of).collect(), way.approvals_required);
    step.alternatives.iter().map(way).collect()
}

/// Whether both ask the same of the same people.
pub fn is_alike(one: &RoutingPlan, other: &RoutingPlan) -> bool {
    let steps = |plan: &RoutingPlan| plan.steps.iter().map(|step| (step.level, ways(step))).collect::<BTreeMap<_, _>>();
    one.required_level == other.required_level && steps(one) == steps(other)
}

/// Everybody whom a step asks, by whichever way.
pub fn asked(step: &Step) -> BTreeSet<Who> {
    step.alternatives.iter().flat_map(|way| &way.signers).map(Who::of).collect()
}
