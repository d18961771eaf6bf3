//! What the company's approvals can do: equipment that two of three people sign, an expense that climbs past who may not sign so much,
//! somebody who is away, and a change of the rules that waits for the cfo.

use std::sync::Arc;

use engine::approval::access::Actor;
use engine::approval::condition::{Condition, Values};
use engine::approval::deadline::EscalateTo;
use engine::approval::field::{Field, Operator};
use engine::approval::{Approver, RuleKind};
use engine::books::action::approve::Approve;
use engine::books::request::{Asked, Kept, RecordedCall};
use engine::features::change_requests::query::Filter;
use engine::features::delegations::commands::{DelegationDraft, SaveDelegation};
use engine::features::rule_sets::commands::rule::{RuleDraft, SaveRule};
use engine::kernel::engine::Engine;
use engine::kernel::perform::Performed;
use engine::values::error::{Error, Faults};
use engine::values::kind::{DocumentKey, DocumentKind, GovernedAction, GovernedType, Thing};
use engine::values::money::{Minor, decimal_from_text};
use engine::values::page::PageRequest;

use super::company::{end_of, months};
use super::people::{done, person};
use crate::spec::PREFIX;
use DocumentKind::{Bill, Expense, JournalEntry};

/// From here on an expense climbs, in base currency.
const CLIMBS: Minor = Minor(100_001);

/// The rules that go beyond bands of amounts and roles.
pub async fn rules(engine: &Arc<Engine>) -> Result<(), Error> {
    let assets =
        Condition { field: Field::AccountType, operator: Operator::Equal, values: Values::Texts(vec!["asset".into()]) };
    let three = ["max", "conny", "felix"].map(Into::into).to_vec();
    let two_of_three = RuleDraft {
        rule_name: Some("Equipment: two of Max, Conny and Felix".into()),
        approver: Some(Approver::Panel { approver_role: None, approver_user_ids: three }),
        approvals_required: Some(2),
        conditions: Some(vec![assets]),
        ..rule(Bill, 1)
    };
    let climb = RuleDraft {
        rule_name: Some("Large expense: the first above who may sign so much".into()),
        min_amount: Some(Some(CLIMBS)),
        approver: Some(Approver::ManagerChain),
        ..rule(Expense, 1)
    };
    let cfo = RuleDraft {
        rule_name: Some("Large expense level 2: cfo".into()),
        min_amount: Some(Some(CLIMBS)),
        max_amount: Some(Some(Minor(999_999))),
        approver: Some(Approver::Role { approver_role: "cfo".into() }),
        ..rule(Expense, 2)
    };
    let in_time = RuleDraft {
        rule_name: Some("Large payment level 1: manager within an hour, else also controller".into()),
        min_amount: Some(Some(CLIMBS)),
        approver: Some(Approver::Role { approver_role: "manager".into() }),
        due_in_hours: Some(Some(1)),
        remind_every_hours: Some(Some(1)),
        escalate_to: Some(Some(EscalateTo::Role { role: "controller".into() })),
        ..rule(JournalEntry, 1)
    };
    let rules =
        [("bill-equipment", two_of_three), ("expense-climb", climb), ("expense-cfo", cfo), ("entry-in-time", in_time)];
    for (rule_id, draft) in rules {
        let command = SaveRule { rule_id: rule_id.into(), draft, create: true, faults: Faults::default() };
        done(engine.perform(Asked::by(Actor::system()), command).await)?;
    }
    Ok(())
}

/// One that outranks the rules for roles.
fn rule(kind: DocumentKind, level: u32) -> RuleDraft {
    RuleDraft {
        governs: Some(kind.into()),
        kind: Some(RuleKind::AmountThreshold),
        is_active: Some(true),
        priority: Some(5),
        min_amount: Some(None),
        max_amount: Some(None),
        approval_level: Some(level),
        ..RuleDraft::default()
    }
}

/// The first of two signatures on the laptops; and Conny signs for Felix this month.
pub async fn load(engine: &Arc<Engine>, laptops: DocumentKey) -> Result<(), Error> {
    let approve = Approve { key: laptops, comments: Some("Ordered by me".into()) };
    super::trade::step(engine.perform(person("max"), approve).await)?;
    let Some(first_day) = months(engine).last().copied() else { return Ok(()) };
    let draft = DelegationDraft {
        to_user_id: Some("conny".into()),
        first_day: Some(first_day),
        last_day: Some(end_of(first_day)),
        document_types: Some(Some([JournalEntry].into())),
        amount_limit: Some(decimal_from_text("50000")),
        reason: Some("Away with the auditors".into()),
        ..DelegationDraft::default()
    };
    let command = SaveDelegation { delegation_id: "DLG-FELIX".into(), draft, create: true, faults: Faults::default() };
    done(engine.perform(person("felix"), command).await)
}

/// Which rule Conny wants to change, and how.
const CHANGED: &str = "expense-cfo";
const WANTED: Minor = Minor(2_000_000);

/// Changes of the rules are for the cfo to sign; one waits.
pub async fn ask_for_a_change(engine: &Arc<Engine>) -> Result<(), Error> {
    let guard = RuleDraft {
        rule_name: Some("Changes of the approval rules: cfo".into()),
        governs: Some(GovernedType::Thing(Thing::ApprovalRule).into()),
        action: Some(GovernedAction::Change),
        approver: Some(Approver::Role { approver_role: "cfo".into() }),
        ..rule(Expense, 1)
    };
    let guard = SaveRule { rule_id: "rules-cfo".into(), draft: guard, create: true, faults: Faults::default() };
    done(engine.perform(Asked::by(Actor::system()), guard).await)?;
    let one = PageRequest { limit: 1, after: None, count: false };
    if !engine.list_change_requests(&Actor::system(), &Filter::default(), &one).await?.data.is_empty() {
        // An interrupted load got so far.
        return Ok(());
    }
    // As the interface would record her call.
    let call = RecordedCall {
        method: "PUT".into(),
        uri: format!("{PREFIX}/approval-rules/{CHANGED}"),
        if_match: None,
        body: serde_json::json!({ "max_amount": 20_000 }).to_string(),
    };
    let draft = RuleDraft { max_amount: Some(Some(WANTED)), ..RuleDraft::default() };
    let change = SaveRule { rule_id: CHANGED.into(), draft, create: false, faults: Faults::default() };
    let asked = Asked { call: Some(call), ..person("conny") };
    match engine.perform_keeping(asked, change, |_| Kept::Nothing).await? {
        Performed::AskedFor(_) => Ok(()),
        Performed::Fresh(_) | Performed::Replayed(_) | Performed::Interrupted(_) => {
            Err(Error::Internal("the demo's change of a rule does not wait".into()))
        }
    }
}
