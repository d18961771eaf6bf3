//! Update: the statement's balance, the adjustments, the memo.

use rust_decimal::Decimal;

use super::{audit, minor, told};
use crate::command::{Command, Decision, Effects, Needed, Snapshot, Target, Wants};
use crate::error::{Faults, Refusal};
use crate::reconciliation::{Change, RESOURCE, Reconciliation, Wanted, guard};

/// Changes what is given of a session in progress; the rest stays.
pub struct UpdateReconciliation {
    pub reconciliation_id: String,
    pub statement_ending_balance: Option<Decimal>,
    pub bank_adjustments: Option<Decimal>,
    pub book_adjustments: Option<Decimal>,
    /// `Some(None)` takes it away.
    pub memo: Option<Option<String>>,
    pub faults: Faults,
}

impl Command for UpdateReconciliation {
    type Answer = Reconciliation;

    fn needs(&self) -> Vec<Needed> {
        vec![(RESOURCE, "write")]
    }

    fn wants(&self) -> Wants {
        Wants {
            target: Some(Target::Reconciliation(self.reconciliation_id.clone())),
            reconciliation: Some(Wanted::Session { reconciliation_id: self.reconciliation_id.clone() }),
            ..Wants::default()
        }
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Reconciliation>, Refusal> {
        let before = guard::in_progress(&self.reconciliation_id, "write", snapshot)?;
        let (mut session, mut faults) = (before.changed(snapshot), self.faults.clone());
        let currency = session.currency;
        let mut entry = audit(&self.reconciliation_id, "Updated", snapshot);
        for (given, pointer, name, field) in [
            (
                self.statement_ending_balance,
                "/statementEndingBalance",
                "statement_ending_balance",
                &mut session.statement_ending_balance,
            ),
            (self.bank_adjustments, "/bankAdjustments", "bank_adjustments", &mut session.bank_adjustments),
            (self.book_adjustments, "/bookAdjustments", "book_adjustments", &mut session.book_adjustments),
        ] {
            if let Some(amount) = minor(given, pointer, currency, &mut faults) {
                *field = amount;
                entry = entry.with(name, told(amount, currency));
            }
        }
        faults.or(())?;
        if let Some(memo) = &self.memo {
            session.memo.clone_from(memo);
            entry = entry.with("memo", memo.clone().unwrap_or_default());
        }
        Ok(Decision::new(Effects::one(Change::Update(session.clone()).into(), entry), session))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}
