//! Rules of approval in three levels, for documents of each type and for money that leaves by another type than a payment.

use std::sync::Arc;

use engine::approval::condition::{Condition, Values};
use engine::approval::field::{Field, Operator};
use engine::approval::rule::Governs;
use engine::approval::{Approver, RuleKind};
use engine::books::request::Asked;
use engine::features::rule_sets::commands::rule::{RuleDraft, SaveRule};
use engine::kernel::engine::Engine;
use engine::values::account::Subtype;
use engine::values::error::{Error, Faults};
use engine::values::kind::{DocumentKind, Family};
use engine::values::money::Minor;

use super::done::done;

/// Level, its band in cents, and the role that signs it.
const LEVELS: [(u32, i64, Option<i64>, &str); 3] =
    [(1, 0, Some(100_000), "manager"), (2, 100_001, Some(1_000_000), "controller"), (3, 1_000_001, None, "cfo")];

/// In words.
pub fn shown(currency: &str) -> String {
    format!(
        "Rules of approval for documents of each type: up to 1,000.00 {currency} the role manager signs, above that \
         controller as well, above 10,000.00 cfo as well. Record people with these roles."
    )
}

/// Writes them.
pub async fn write(engine: &Arc<Engine>, asked: &Asked) -> Result<(), Error> {
    for kind in DocumentKind::ALL {
        for (level, least, most, role) in LEVELS {
            let draft = RuleDraft {
                rule_name: Some(format!("{} level {level}: {role}", kind.title())),
                governs: Some(kind.into()),
                kind: Some(RuleKind::AmountThreshold),
                is_active: Some(true),
                priority: Some(10),
                min_amount: Some(Some(Minor(least))),
                max_amount: Some(most.map(Minor)),
                approval_level: Some(level),
                approver: Some(Approver::Role { approver_role: role.into() }),
                ..RuleDraft::default()
            };
            save(engine, asked, format!("{}-L{level}", kind.name()), draft).await?;
        }
    }
    of_money(engine, asked).await
}

/// Money that leaves by an invoice, a credit or an expense takes the signatures of a payment, whatever else is asked there.
async fn of_money(engine: &Arc<Engine>, asked: &Asked) -> Result<(), Error> {
    let holding = Subtype::ALL.iter().filter(|subtype| subtype.holds_money()).map(|subtype| subtype.name().to_owned());
    let values = Values::Texts(holding.collect());
    let on_money = Condition { field: Field::AccountSubtype, operator: Operator::In, values };
    let types = DocumentKind::ALL.into_iter().filter(|kind| matches!(kind.facts().family, Family::Items(_)));
    let types = Governs::Several(types.collect());
    for (level, least, _, role) in LEVELS {
        let draft = RuleDraft {
            rule_name: Some(format!("Money outside of payments level {level}: {role}")),
            governs: Some(types.clone()),
            kind: Some(RuleKind::AmountThreshold),
            is_active: Some(true),
            priority: Some(1),
            min_amount: Some(Some(Minor(least))),
            // Without an end, so that no other rule decides its level above that.
            max_amount: Some(None),
            approval_level: Some(level),
            approver: Some(Approver::Role { approver_role: role.into() }),
            conditions: Some(vec![on_money.clone()]),
            ..RuleDraft::default()
        };
        save(engine, asked, format!("money-L{level}"), draft).await?;
    }
    Ok(())
}

async fn save(engine: &Arc<Engine>, asked: &Asked, rule_id: String, draft: RuleDraft) -> Result<(), Error> {
    let command = SaveRule { rule_id, draft, create: true, faults: Faults::default() };
    done(engine.perform(asked.clone(), command).await)
}
