//! Unreturn: the return of a payment was recorded by mistake. What it posted is posted the other way round, the fee included, and the
//! payment stands as it stood before. See docs/rules/payments.md#a-return-taken-back.
//!
//! What the payment had settled is settled again by it, with the share of the control account that it had taken: by the checks of a new
//! payment, under the lock of the document.

use crate::books::action::guarded;
use crate::books::action::{Acted, audit, guard, kind, landing, permitted, reassigned, to_ledger};
use crate::books::command::{
    Change, Command, Decision, Effects, Guarded, Needed, Permitted, Refuses, Snapshot, Takes, Wants,
};
use crate::books::document::Action;
use crate::books::document::model::Document;
use crate::books::document::stage::{End, PaymentReturn, Posted, Stage};
use crate::books::ledger::{Posting, PostingKind};
use crate::books::period::Period;
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};
use crate::values::kind::{DocumentKey, GovernedAction};
use crate::values::money::MoneyError;

/// Takes the return of a payment back.
pub struct Unreturn {
    pub key: DocumentKey,
    pub reason: Option<String>,
}

/// The outcome: the payment as it stands again, and what that puts into the ledger.
#[derive(Clone, Debug)]
pub struct Unreturned {
    pub acted: Acted,
    pub posting: Posting,
}

impl Refuses for Unreturn {
    const IS_GUARDED: bool = true;
    const REFUSALS: &'static [RefusalName] = &[
        RefusalName::WrongStatus,
        RefusalName::TransactionCleared,
        RefusalName::ReconciliationCompleted,
        RefusalName::Overpayment,
        RefusalName::NoOpenPeriod,
    ];
}

impl Permitted for Unreturn {
    const TAKES: Takes = Takes::Action(Action::Unreturn);
}

impl Command for Unreturn {
    type Answer = Unreturned;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(Some(self.key.kind))
    }

    fn guarded<'a>(&'a self, snapshot: &'a Snapshot, effects: &Effects) -> Option<Guarded<'a>> {
        guarded::on(&self.key, GovernedAction::Unreturn, snapshot, effects)
    }

    fn wants(&self) -> Wants {
        let reassignments_of = Some(self.key.clone());
        let (postings_of, cleared_marks_of) = ([self.key.clone()].into(), [self.key.clone()].into());
        Wants { reassignments_of, postings_of, cleared_marks_of, ..Wants::document(&self.key) }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Unreturned>, Refusal> {
        let before = permitted(Action::Unreturn, &self.key, snapshot)?;
        let Stage::InLedger(posted @ Posted { end: End::Returned(returned), .. }) = &before.stage else {
            return Err(guard::wrong_status(before));
        };
        let (period, on) = landing(before, returned, snapshot)?;
        let (number, back) = to_ledger::returned(before, snapshot)?;
        let too_large = |error: MoneyError| Faults::one("", error.to_string());
        let posting = back.opposite(PostingKind::Unreturn(number), period, on, snapshot.now).map_err(too_large)?;
        let document = before.at(Stage::InLedger(Posted { end: as_before(before, returned), ..posted.clone() }));
        let mut effects = Effects::at(snapshot.now);
        effects.changes.push(Change::Post(Box::new(posting.clone())));
        let row = audit(Action::Unreturn, before, document.status(), snapshot)
            .with("reason", self.reason.clone())
            .with("period_id", period.period_id.clone())
            .with("unreturn_date", on.to_string());
        effects.audit.push(row);
        reassigned::take_again(before, returned, (period, on), snapshot, &mut effects)?;
        let acted = Acted::new(&document, snapshot, self.reason.as_deref());
        effects.changes.push(Change::UpdateDocument { document: Box::new(document), lines: false });
        Ok(Decision::new(effects, Unreturned { acted, posting }))
    }
}

/// The day of the return, or the first day of the earliest later period that is open: what was reported of a closed one stays.
fn landing<'a>(
    payment: &Document,
    returned: &PaymentReturn,
    snapshot: &'a Snapshot,
) -> Result<(&'a Period, Date), Refusal> {
    let touched: Vec<_> = kind::sub_ledgers(payment, &snapshot.catalog).into_iter().collect();
    let period = landing::open_from(returned.ended.on, &touched, snapshot)?;
    Ok((period, returned.ended.on.max(period.start_date)))
}

/// How it had ended before it came back.
fn as_before(payment: &Document, returned: &PaymentReturn) -> End {
    match &returned.was {
        None => End::Open,
        Some(ended) if payment.key.kind.has(Action::Deposit) => End::Deposited(ended.clone()),
        Some(ended) => End::Cleared(ended.clone()),
    }
}
