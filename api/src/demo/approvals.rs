//! What the company's approvals can do: equipment that two of three people sign, an expense that climbs past who may not sign so much,
//! and somebody who is away.

use std::sync::Arc;

use engine::access::Actor;
use engine::action::document::approve::Approve;
use engine::action::master::delegation::{DelegationDraft, SaveDelegation};
use engine::action::master::rule::{RuleDraft, SaveRule};
use engine::approval::condition::{Condition, Values};
use engine::approval::field::{Field, Operator};
use engine::approval::{Approver, RuleKind};
use engine::engine::Engine;
use engine::error::{Error, Faults};
use engine::kind::{DocumentKey, DocumentKind};
use engine::money::{Minor, decimal_from_text};
use engine::request::Asked;

use super::company::{end_of, months};
use super::people::{done, person};
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
    for (rule_id, draft) in [("bill-equipment", two_of_three), ("expense-climb", climb), ("expense-cfo", cfo)] {
        let command = SaveRule { rule_id: rule_id.into(), draft, create: true, faults: Faults::default() };
        done(engine.perform(Asked::by(Actor::system()), command).await)?;
    }
    Ok(())
}

/// One that outranks the rules for roles.
fn rule(kind: DocumentKind, level: u32) -> RuleDraft {
    RuleDraft {
        document_type: Some(kind),
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
