//! Whether each step of a routing plan could be signed by somebody. See docs/rules/approval.md#nobody-could-sign.

use std::collections::BTreeSet;

use crate::approval::access::UserId;
use crate::approval::catalog::{Catalog, People};
use crate::approval::plan::{Alternative, Signer, Step};
use crate::approval::signing::SelfApproval;
use crate::approval::{RoutingPlan, signing};
use crate::books::command::Snapshot;
use crate::values::clock::Date;
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::GovernedType;

/// Refuses a plan with a step that no active person could sign, or not enough of them.
///
/// Who is inactive signs nothing, but a delegate may sign for them. Nobody signs above their limit, unless somebody who could sign
/// the step, or one before it, has a higher one. A role that is recorded of nobody counts as held by enough people. That authors and
/// beneficiaries sign nothing counts where a step needs several people: one who alone could sign their own document is told so when
/// they try, as ever.
pub fn each_step(
    plan: &RoutingPlan,
    of: GovernedType,
    authors: BTreeSet<&UserId>,
    beneficiaries: &BTreeSet<UserId>,
    snapshot: &Snapshot,
) -> Result<(), Refusal> {
    let authors = match snapshot.settings.self_approval {
        SelfApproval::Deny => authors,
        SelfApproval::Allow => BTreeSet::new(),
    };
    let barred: BTreeSet<&UserId> = authors.into_iter().chain(beneficiaries).collect();
    enough(plan, of, &barred, &snapshot.catalog, snapshot.today)
}

/// The same for whatever is barred from signing the document.
pub fn enough(
    plan: &RoutingPlan,
    of: GovernedType,
    barred: &BTreeSet<&UserId>,
    catalog: &Catalog,
    today: Date,
) -> Result<(), Refusal> {
    let people = |way| without(catalog.people_of(way, of, today), way, barred);
    let mut unlimited = false;
    for step in &plan.steps {
        let ways: Vec<People<'_>> = step.alternatives.iter().map(people).collect();
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

/// Where several must sign, those who are barred do not count.
fn without<'a>(mut people: People<'a>, way: &Alternative, barred: &BTreeSet<&UserId>) -> People<'a> {
    if let People::Known(known) = &mut people
        && way.approvals_required > 1
    {
        known.retain(|person, _| !barred.contains(person));
    }
    people
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
