//! What is done with tasks of the close, one file each.

pub mod save;
pub mod sign;
pub mod withdraw;

use super::checklist::Item;
use super::model::RESOURCE;
use super::records::{TaskChange, item};
use super::sign_off;
use super::sign_off::SignOff;
use crate::books::command::{AuditEntry, Decision, Effects, Needed, Snapshot};
use crate::books::period::{Closing, Period};
use crate::values::error::{Refusal, RefusalName};
use crate::values::kind::SubLedger;

/// Of both, a signature and its withdrawal.
const SIGNS: &[Needed] = &[(RESOURCE, "sign_off")];

/// The period and its task, or 404.
fn found<'a>(period_id: &str, close_task_id: &str, snapshot: &'a Snapshot) -> Result<(&'a Period, &'a Item), Refusal> {
    let period = snapshot.catalog.periods.get(period_id);
    let period = period.ok_or_else(|| Refusal::not_found("accounting period", period_id))?;
    Ok((period, item(close_task_id, snapshot)?))
}

/// Refuses a period of which nothing can change any more.
fn open_to_signatures(period: &Period) -> Result<(), Refusal> {
    if SubLedger::ALL.iter().all(|of| period.closing_of(*of) == Closing::HardClosed) {
        return Err(RefusalName::HardClosed.because(format!("accounting period {} is hard-closed", period.period_id)));
    }
    Ok(())
}

/// The sign-off as it stands now, with its row of the trail and one in the trail of the period.
fn decided(
    item: &Item,
    signed: SignOff,
    (word, in_period): (&str, &str),
    why: (&str, &str),
    snapshot: &Snapshot,
) -> Decision<Item> {
    let by = &snapshot.actor.user_id;
    let own = AuditEntry::about(sign_off::RESOURCE, &signed.id(), word, by).with(why.0, why.1);
    let beside = AuditEntry::about("accounting_period", &signed.period_id, in_period, by)
        .with("close_task_id", signed.close_task_id.clone())
        .with(why.0, why.1);
    let mut effects = Effects::at(snapshot.now);
    effects.changes.push(TaskChange::SignOff(Box::new(signed.clone())).into());
    effects.audit.extend([own, beside]);
    let after = Item { sign_off: Some(signed), later: Vec::new(), ..item.clone() };
    Decision::new(effects, after.shown_to(snapshot))
}
