//! Finds the bank transactions that a client's ids mean; each wrong id is named.
//! See docs/rules/reconciliation.md#bank-transactions.

use std::collections::{BTreeMap, BTreeSet};

use crate::books::cleared::TransactionKey;
use crate::books::command::Snapshot;
use crate::features::reconciliation::model::worksheet::{BankTransaction, movements};
use crate::features::reconciliation::model::{Reconciliation, TransactionId, seen};
use crate::values::clock::Date;
use crate::values::error::{Faults, Refusal};
use crate::values::money::MoneyError;

/// The list as it was sent, and each id as read.
#[derive(Clone, Debug)]
pub struct Transactions {
    sent: Vec<String>,
    read: Vec<Option<TransactionId>>,
}

impl Transactions {
    pub fn new(sent: Vec<String>) -> Self {
        let read = sent.iter().map(|text| TransactionId::parse(text)).collect();
        Self { sent, read }
    }

    pub fn sent(&self) -> &[String] {
        &self.sent
    }

    /// The ids that could be read.
    pub fn ids(&self) -> Vec<TransactionId> {
        self.read.iter().flatten().cloned().collect()
    }

    /// What each id means, in their order, with `fit` asked about each; all that is wrong goes into the faults.
    pub fn resolve(
        &self,
        session: &Reconciliation,
        snapshot: &Snapshot,
        faults: &mut Faults,
        fit: impl Fn(&BankTransaction) -> Result<(), String>,
    ) -> Result<Vec<BankTransaction>, Refusal> {
        Ok(self.resolve_among(&Known::of(session, snapshot)?, session, snapshot, faults, fit))
    }

    /// The same, where what was voided after a day may be meant as well: on a statement of that day it stands.
    pub fn resolve_on(
        &self,
        day: Option<Date>,
        session: &Reconciliation,
        snapshot: &Snapshot,
        faults: &mut Faults,
        fit: impl Fn(&BankTransaction) -> Result<(), String>,
    ) -> Result<Vec<BankTransaction>, Refusal> {
        let mut known = Known::of(session, snapshot)?;
        if let Some(day) = day {
            let then = Known::of(&Reconciliation { statement_date: day, ..session.clone() }, snapshot)?;
            for (key, movement) in then.movements {
                known.movements.entry(key).or_insert(movement);
            }
        }
        Ok(self.resolve_among(&known, session, snapshot, faults, fit))
    }

    fn resolve_among(
        &self,
        known: &Known<'_>,
        session: &Reconciliation,
        snapshot: &Snapshot,
        faults: &mut Faults,
        fit: impl Fn(&BankTransaction) -> Result<(), String>,
    ) -> Vec<BankTransaction> {
        // Items that were no text are gone from the list, so the positions of the others would be reported wrong.
        if faults.0.iter().any(|fault| fault.pointer.starts_with("/transaction_ids")) {
            return Vec::new();
        }
        let mut seen = BTreeSet::new();
        let mut found = Vec::with_capacity(self.sent.len());
        for (at, id) in self.read.iter().enumerate() {
            let movement = known.find(id.as_ref(), session, snapshot).and_then(|movement| {
                if !seen.insert(movement.key.clone()) {
                    return Err("is named twice".to_owned());
                }
                fit(movement).map(|()| movement.clone())
            });
            match movement {
                Ok(movement) => found.push(movement),
                Err(detail) => faults.add(format!("/transaction_ids/{at}"), detail),
            }
        }
        found
    }
}

/// The bank transactions that the ids may mean, and the day on which each is first in the ledger.
struct Known<'a> {
    movements: BTreeMap<TransactionKey, BankTransaction>,
    first_days: BTreeMap<&'a TransactionKey, Date>,
}

impl<'a> Known<'a> {
    fn of(session: &Reconciliation, snapshot: &'a Snapshot) -> Result<Self, Refusal> {
        let seen = seen(snapshot);
        let movements = movements(session, &seen.lines, &seen.marks)
            .map_err(|error: MoneyError| Faults::one("", error.to_string()))?;
        let mut first_days = BTreeMap::new();
        for line in &seen.lines {
            let first: &mut Date = first_days.entry(&line.key).or_insert(line.posting_date);
            *first = line.posting_date.min(*first);
        }
        Ok(Self { movements, first_days })
    }

    fn find(
        &self,
        id: Option<&TransactionId>,
        session: &Reconciliation,
        snapshot: &Snapshot,
    ) -> Result<&BankTransaction, String> {
        let id =
            id.ok_or("is not a transaction id: <payment id>, <payment id>#return or <document id>#<line number>")?;
        let meant: Vec<&BankTransaction> = id.keys().filter_map(|key| self.movements.get(&key)).collect();
        match meant.as_slice() {
            [only] => Ok(only),
            [] => Err(self.why_not(id, session, snapshot)),
            several => {
                let names: Vec<String> = several.iter().map(|movement| movement.key.qualified()).collect();
                Err(format!("may mean several transactions: send {}", names.join(" or ")))
            }
        }
    }

    /// Why nothing on the worksheet goes by this id.
    fn why_not(&self, id: &TransactionId, session: &Reconciliation, snapshot: &Snapshot) -> String {
        if let Some(first) = id.keys().filter_map(|key| self.first_days.get(&key).copied()).min() {
            return if first > session.statement_date {
                format!("is dated {first}, after the statement date {}", session.statement_date)
            } else {
                "nets to nothing: it is voided".into()
            };
        }
        let documents = &seen(snapshot).documents;
        let statuses: Vec<_> = id.keys().filter_map(|key| documents.get(&key.source)).collect();
        match statuses.as_slice() {
            [] => "there is no such transaction".into(),
            [status] if !status.is_in_ledger() => format!("is not posted: its document is {}", status.name()),
            _ => format!("is not a transaction of account {:?}", session.account_id),
        }
    }
}
