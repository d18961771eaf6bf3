//! Clear: marks bank transactions as found on the bank's statement. It marks all of them or, when one is wrong, none.

use crate::books::action::kind::order;
use crate::books::cleared::{Mark, MarkedBy};
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::books::document::Status;
use crate::features::reconciliation::commands::guard;
use crate::features::reconciliation::commands::resolve::Transactions;
use crate::features::reconciliation::commands::{Marked, audit};
use crate::features::reconciliation::model::worksheet::{BankTransaction, Cleared};
use crate::features::reconciliation::model::{RESOURCE, SessionChange, WantedSession, seen};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal, RefusalName};

/// Marks bank transactions as cleared on a day.
pub struct Clear {
    reconciliation_id: String,
    transactions: Transactions,
    cleared_date: Option<Date>,
    faults: Faults,
}

impl Clear {
    pub fn new(
        reconciliation_id: String,
        transaction_ids: Vec<String>,
        cleared_date: Option<Date>,
        faults: Faults,
    ) -> Self {
        Self { reconciliation_id, transactions: Transactions::new(transaction_ids), cleared_date, faults }
    }
}

impl Refuses for Clear {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ReconciliationCompleted];
}

impl Permitted for Clear {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "clear")]);
}

impl Command for Clear {
    type Answer = Marked;

    fn needs(&self) -> Vec<Needed> {
        Self::TAKES.permissions(None)
    }

    fn wants(&self) -> Wants {
        let (reconciliation_id, ids) = (self.reconciliation_id.clone(), self.transactions.ids());
        WantedSession::Transactions { reconciliation_id, ids }.on(&self.reconciliation_id)
    }

    fn decide(&self, snapshot: &Snapshot) -> Result<Decision<Marked>, Refusal> {
        let before = guard::in_progress(&self.reconciliation_id, snapshot)?;
        let mut faults = self.faults.clone();
        if let Some(date) = self.cleared_date {
            order::recorded(date, "/cleared_date", &snapshot.catalog, &mut faults);
        }
        let documents = &seen(snapshot).documents;
        let fit = |movement: &BankTransaction| {
            // Its void is posted after the statement: until then it stood, and later sheets no longer have it.
            let is_voided = documents.get(&movement.key.source) == Some(&Status::Voided);
            if is_voided && self.cleared_date.is_some_and(|date| date > before.statement_date) {
                return Err(format!("is voided after {}, and cannot be cleared later", before.statement_date));
            }
            fits(movement, self.cleared_date)
        };
        let movements = self.transactions.resolve(before, snapshot, &mut faults, fit)?;
        let Some(cleared_date) = self.cleared_date.filter(|_| faults.is_empty()) else {
            if faults.is_empty() {
                faults.add("/cleared_date", "is required");
            }
            return Err(Refusal::Invalid(faults));
        };
        let session = before.changed(&snapshot.actor.user_id, snapshot.now);
        let mark = |movement: BankTransaction| Mark {
            account_id: session.account_id.clone(),
            key: movement.key,
            by: MarkedBy::Session(session.reconciliation_id.clone()),
            cleared_date,
            marked_at: snapshot.now,
            marked_by: snapshot.actor.user_id.to_string(),
            completed_in: None,
        };
        let marks: Vec<Mark> = movements.into_iter().map(mark).collect();
        let entry = audit(&self.reconciliation_id, "Clear", snapshot)
            .with("cleared_date", cleared_date.to_string())
            .with("transaction_ids", self.transactions.sent().to_vec());
        let effects = Effects {
            at: snapshot.now,
            changes: vec![
                SessionChange::Update(session.clone()).into(),
                SessionChange::Mark { reconciliation_id: self.reconciliation_id.clone(), marks }.into(),
            ],
            audit: vec![entry],
            jobs: Vec::new(),
        };
        let answer = Marked {
            session,
            transaction_ids: self.transactions.sent().to_vec(),
            at: snapshot.now,
            by: snapshot.actor.user_id.to_string(),
        };
        Ok(Decision::new(effects, answer))
    }

    fn faults(&self) -> Option<&Faults> {
        Some(&self.faults)
    }
}

/// Whether the bank transaction can be marked as cleared on the day.
fn fits(movement: &BankTransaction, cleared_date: Option<Date>) -> Result<(), String> {
    if let Some(amount) = movement.stands_elsewhere() {
        return Err(format!("is {amount}, and the account is kept in another currency"));
    }
    match &movement.cleared {
        Some(Cleared::Marked(mark)) => {
            Err(format!("is cleared already, on {} in {}", mark.cleared_date, mark.by.named()))
        }
        Some(Cleared::ByPayment(date)) => Err(format!("is cleared already, on {date} by the bill payment's own clear")),
        None => match cleared_date.filter(|date| *date < movement.tran_date) {
            Some(date) => Err(format!("is dated {}, after the cleared_date {date}", movement.tran_date)),
            None => Ok(()),
        },
    }
}
