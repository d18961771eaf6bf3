//! Update: the statement's balance, the adjustments with what they are made of, the memo.

use rust_decimal::Decimal;

use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::reconciliation::commands::guard;
use crate::features::reconciliation::commands::{amount_text, audit};
use crate::features::reconciliation::model::adjustment::minor;
use crate::features::reconciliation::model::adjustment::{Given, Pen};
use crate::features::reconciliation::model::{RESOURCE, Reconciliation, SessionChange, WantedSession};
use crate::values::error::{Faults, Refusal, RefusalName};

/// Changes what is given of a session in progress; the rest stays.
pub struct UpdateReconciliation {
    pub reconciliation_id: String,
    pub statement_ending_balance: Option<Decimal>,
    pub bank_adjustments: Given,
    pub book_adjustments: Given,
    /// `Some(None)` takes it away.
    pub memo: Option<Option<String>>,
    pub faults: Faults,
}

impl Refuses for UpdateReconciliation {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ReconciliationCompleted];
}

impl Permitted for UpdateReconciliation {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "write")]);
}

impl Command for UpdateReconciliation {
    type Answer = Reconciliation;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        WantedSession::Session { reconciliation_id: self.reconciliation_id.clone() }.on(&self.reconciliation_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Reconciliation>, Refusal> {
        let before = guard::in_progress(&self.reconciliation_id, snapshot)?;
        let (mut session, mut faults) = (before.changed(&snapshot.actor.user_id, snapshot.now), self.faults.clone());
        let currency = session.currency;
        let mut entry = audit(&self.reconciliation_id, "Updated", snapshot);
        let balance = minor(self.statement_ending_balance, "/statementEndingBalance", currency, &mut faults);
        if let Some(balance) = balance {
            session.statement_ending_balance = balance;
            entry = entry.with("statement_ending_balance", amount_text(balance, currency));
        }
        let by = snapshot.actor.user_id.to_string();
        let pen = Pen { by: &by, at: snapshot.now };
        for (given, name, side) in [
            (&self.bank_adjustments, "bank", &mut session.bank_adjustments),
            (&self.book_adjustments, "book", &mut session.book_adjustments),
        ] {
            if given.total.is_none() && given.items.is_none() {
                continue;
            }
            *side = side.changed(given, currency, pen, &mut faults);
            entry = entry
                .with(&format!("{name}_adjustments"), amount_text(side.total, currency))
                .with(&format!("{name}_adjustment_items"), side.details(currency));
        }
        faults.or(())?;
        if let Some(memo) = &self.memo {
            session.memo.clone_from(memo);
            entry = entry.with("memo", memo.clone().unwrap_or_default());
        }
        let (updated_at, updated_by) = (before.updated_at, before.updated_by.clone());
        if (Reconciliation { version: before.version, updated_at, updated_by, ..session.clone() }) == *before {
            return Ok(Decision::unchanged(before.clone(), snapshot));
        }
        Ok(Decision::new(Effects::one(snapshot.now, SessionChange::Update(session.clone()).into(), entry), session))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
