//! Unclear: marks are taken back, all of them or none. What a completed session counted stays.

use crate::books::cleared::MarkedBy;
use crate::books::command::{Command, Decision, Effects, Needed, Permitted, Refuses, Snapshot, Takes, Wants};
use crate::features::reconciliation::commands::guard;
use crate::features::reconciliation::commands::resolve::Transactions;
use crate::features::reconciliation::commands::{Marked, audit};
use crate::features::reconciliation::model::worksheet::{BankTransaction, Cleared};
use crate::features::reconciliation::model::{RESOURCE, SessionChange, WantedSession};
use crate::values::error::{Faults, Refusal, RefusalName};

/// Takes back the marks of bank transactions.
pub struct Unclear {
    reconciliation_id: String,
    transactions: Transactions,
    faults: Faults,
}

impl Unclear {
    pub fn new(reconciliation_id: String, transaction_ids: Vec<String>, faults: Faults) -> Self {
        Self { reconciliation_id, transactions: Transactions::new(transaction_ids), faults }
    }
}

impl Refuses for Unclear {
    const REFUSALS: &'static [RefusalName] = &[RefusalName::ReconciliationCompleted];
}

impl Permitted for Unclear {
    const TAKES: Takes = Takes::These(&[(RESOURCE, "clear")]);
}

impl Command for Unclear {
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
        let movements = self.transactions.resolve(before, snapshot, &mut faults, is_marked)?;
        faults.or(())?;
        not_locked(&movements)?;
        let session = before.changed(&snapshot.actor.user_id, snapshot.now);
        let entry = audit(&self.reconciliation_id, "Unclear", snapshot)
            .with("transaction_ids", self.transactions.sent().to_vec());
        let keys = movements.into_iter().map(|movement| movement.key).collect();
        let effects = Effects {
            at: snapshot.now,
            changes: vec![
                SessionChange::Update(session.clone()).into(),
                SessionChange::Unmark {
                    reconciliation_id: self.reconciliation_id.clone(),
                    account_id: session.account_id.clone(),
                    keys,
                }
                .into(),
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

fn is_marked(movement: &BankTransaction) -> Result<(), String> {
    match &movement.cleared {
        Some(Cleared::Marked(mark)) => match &mark.by {
            MarkedBy::Session(_) => Ok(()),
            MarkedBy::Match(id) => Err(format!("is cleared by match {id:?} with a bank statement: unmatch it")),
        },
        Some(Cleared::ByPayment(_)) => Err("was cleared by the bill payment's own clear, which stays".into()),
        None => Err("is not cleared".into()),
    }
}

/// Names every place in the list that a completed session holds.
fn not_locked(movements: &[BankTransaction]) -> Result<(), Refusal> {
    let mut places = Faults::default();
    let mut first = None;
    for (at, movement) in movements.iter().enumerate() {
        let Some(Cleared::Marked(mark)) = &movement.cleared else { continue };
        let Some((completed_in, _)) = &mark.completed_in else { continue };
        places.add(format!("/transaction_ids/{at}"), format!("is cleared in {completed_in:?}, which is completed"));
        first = first.or(Some(completed_in));
    }
    let Some(completed_in) = first else { return Ok(()) };
    let mut refusal = RefusalName::ReconciliationCompleted
        .because(format!("reconciliation {completed_in:?} is completed: what it cleared stays cleared"))
        .with("reconciliation_id", completed_in.clone());
    if let Refusal::Named(named) = &mut refusal {
        named.faults = places;
    }
    Err(refusal)
}
