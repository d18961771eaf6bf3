//! The sensitive actions on documents, as approval rules are asked about them: by the document, as at its submission.
//! See docs/rules/change-requests.md#amounts.

use crate::approval::RateOverride;
use crate::approval::subject::Subject;
use crate::books::action::{beneficiary, rate, submit};
use crate::books::command::{Change, Effects, Guarded, Snapshot};
use crate::values::kind::{DocumentKey, GovernedAction};
use crate::values::money::Minor;

/// The action on a stored document.
pub(super) fn on<'a>(
    key: &DocumentKey,
    action: GovernedAction,
    snapshot: &'a Snapshot,
    effects: &Effects,
) -> Option<Guarded<'a>> {
    let document = snapshot.documents.get(key)?;
    let rate_override = document.stage.submission().and_then(|submission| submission.plan.rate_override.clone());
    let mut subject = submit::subject(document, rate_override, &snapshot.catalog).to_be(action);
    if let Some((moved, rate_override)) = moved(action, snapshot, effects) {
        subject.amount = Subject::size(moved, rate_override.as_ref());
        subject.rate_override = rate_override;
    }
    Some(Guarded::of(subject, &key.id, beneficiary::of(document, snapshot)))
}

/// What is received or applied, in base currency: not the whole document is settled by it. A rate that the caller overrides makes a payment
/// no smaller than it is, as at its submission.
fn moved(action: GovernedAction, snapshot: &Snapshot, effects: &Effects) -> Option<(Minor, Option<RateOverride>)> {
    effects.changes.iter().find_map(|change| match change {
        Change::InsertDocument(payment) if action == GovernedAction::ReceivePayment => {
            // That the override is permitted was asked before.
            Some((payment.content.base_total, rate::at_submit(payment, snapshot).ok().flatten()))
        }
        Change::Apply(_) if action == GovernedAction::Apply => Some((applied(effects)?, None)),
        // Its amounts are the opposite of what was applied.
        Change::Apply(application) if action == GovernedAction::Unapply => {
            Some((application.base_amount.negated().ok()?, None))
        }
        _ => None,
    })
}

/// All that is applied; `None` when that is more than any document is of.
fn applied(effects: &Effects) -> Option<Minor> {
    let amounts = effects.changes.iter().filter_map(|change| match change {
        Change::Apply(application) => Some(application.base_amount),
        _ => None,
    });
    Minor::sum(amounts).ok()
}
