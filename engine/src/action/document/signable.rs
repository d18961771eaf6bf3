//! Whether each step of a routing plan could be signed by somebody. See docs/rules/approval.md#nobody-could-sign.

use std::collections::{BTreeMap, BTreeSet};

use crate::access::{UserId, within};
use crate::approval::plan::{Alternative, Signer, Step};
use crate::approval::signing::SelfApproval;
use crate::approval::{RoutingPlan, signing};
use crate::command::Snapshot;
use crate::document::model::Document;
use crate::error::{Refusal, RefusalName};
use crate::kind::DocumentKind;
use crate::money::Minor;

/// Refuses a plan with a step that no active person could sign, or not enough of them.
///
/// Who is inactive signs nothing, but a delegate may sign for them. Nobody signs above their limit, unless somebody who could sign
/// the step, or one before it, has a higher one. A role that is recorded of nobody counts as held by enough people. That authors and
/// beneficiaries sign nothing counts where a step needs several people: one who alone could sign their own document is told so when
/// they try, as ever.
pub fn each_step(
    plan: &RoutingPlan,
    document: &Document,
    beneficiaries: &BTreeSet<UserId>,
    snapshot: &Snapshot,
) -> Result<(), Refusal> {
    let barred = match snapshot.settings.self_approval {
        SelfApproval::Deny => document.authors().into_iter().chain([&snapshot.actor.user_id]).collect(),
        SelfApproval::Allow => BTreeSet::new(),
    };
    let barred: BTreeSet<&UserId> = barred.into_iter().chain(beneficiaries).collect();
    let asked = Asked { snapshot, kind: document.key.kind, barred };
    let mut unlimited = false;
    for step in &plan.steps {
        let ways: Vec<People<'_>> = step.alternatives.iter().map(|way| asked.people(way)).collect();
        // Somebody without a limit, or with one that covers the amount, lifts it for all who sign after them.
        unlimited |= ways.iter().any(|people| people.covers(plan.amount));
        let enough = |(way, people): (&Alternative, &People<'_>)| {
            people.number(plan.amount, unlimited).is_none_or(|number| number >= way.approvals_required)
        };
        if !step.alternatives.iter().zip(&ways).any(enough) {
            return Err(no_approver(step));
        }
    }
    Ok(())
}

/// Those who could sign by one way, each with their limit; or that they cannot be counted.
enum People<'a> {
    Unknown,
    Known(BTreeMap<&'a UserId, Option<Minor>>),
}

impl People<'_> {
    fn covers(&self, amount: Minor) -> bool {
        match self {
            Self::Unknown => true,
            Self::Known(people) => people.values().any(|limit| within(*limit, amount)),
        }
    }

    /// How many; `None` is enough, whatever is asked.
    fn number(&self, amount: Minor, unlimited: bool) -> Option<u32> {
        let Self::Known(people) = self else { return None };
        let may = people.values().filter(|limit| unlimited || within(**limit, amount));
        Some(u32::try_from(may.count()).unwrap_or(u32::MAX))
    }
}

/// What is asked about.
struct Asked<'a> {
    snapshot: &'a Snapshot,
    kind: DocumentKind,
    /// Those who sign nothing of this document.
    barred: BTreeSet<&'a UserId>,
}

impl Asked<'_> {
    fn people<'a>(&'a self, way: &'a Alternative) -> People<'a> {
        let catalog = &self.snapshot.catalog;
        let mut people = BTreeMap::new();
        for signer in &way.signers {
            match signer {
                Signer::Anyone => return People::Unknown,
                Signer::Role { role } => {
                    let Some(holders) = catalog.holders(role) else { return People::Unknown };
                    people
                        .extend(holders.into_iter().map(|holder| (holder, catalog.recorded_limit(holder, self.kind))));
                }
                Signer::User { user_id } | Signer::Manager { user_id } | Signer::ManagerChain { user_id, .. } => {
                    if self.acts(user_id) {
                        people.insert(user_id, catalog.recorded_limit(user_id, self.kind));
                    }
                }
            }
        }
        if way.approvals_required > 1 {
            people.retain(|person, _| !self.barred.contains(person));
        }
        People::Known(people)
    }

    /// Whether the person, or a delegate of theirs, is active.
    fn acts(&self, user_id: &UserId) -> bool {
        let (catalog, today) = (&self.snapshot.catalog, self.snapshot.today);
        !catalog.is_inactive(user_id)
            || catalog.delegates_of(user_id, today).any(|delegate| !catalog.is_inactive(delegate))
    }
}

fn no_approver(step: &Step) -> Refusal {
    let who: Vec<String> = signing::signers(step).map(Signer::in_words).collect();
    let detail = format!(
        "level {} asks for {}, and not enough of them are active and may sign so much",
        step.level,
        who.join(" or ")
    );
    RefusalName::NoApprover.because(detail).with("level", step.level)
}
