//! From the ids that a client sent to the movements they mean; each wrong one is named (C34).

use std::collections::{BTreeMap, BTreeSet};

use crate::command::Snapshot;
use crate::error::{Fault, Faults, Refusal};
use crate::money::MoneyError;
use crate::reconciliation::worksheet::{Movement, movements};
use crate::reconciliation::{LedgerLine, Reconciliation, TransactionId};

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
        fit: impl Fn(&Movement) -> Result<(), String>,
    ) -> Result<Vec<Movement>, Refusal> {
        // Items that were no text are gone from the list: the places of the others would be told wrong.
        if faults.0.iter().any(|fault| fault.pointer.starts_with("/transaction_ids")) {
            return Ok(Vec::new());
        }
        let known = Known::of(session, snapshot)?;
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
                // Each place is asked about once: no need to look whether the fault is there already.
                Err(detail) => faults.0.push(Fault { pointer: format!("/transaction_ids/{at}"), detail }),
            }
        }
        Ok(found)
    }
}

/// The movements and ledger lines that the ids may mean, by document id.
struct Known<'a> {
    movements: BTreeMap<String, Vec<Movement>>,
    lines: BTreeMap<&'a str, Vec<&'a LedgerLine>>,
}

impl<'a> Known<'a> {
    fn of(session: &Reconciliation, snapshot: &'a Snapshot) -> Result<Self, Refusal> {
        let seen = &snapshot.reconciliation;
        let told = |error: MoneyError| Faults::one("", error.to_string());
        let mut known = Self { movements: BTreeMap::new(), lines: BTreeMap::new() };
        for (key, movement) in movements(session, &seen.lines, &seen.marks).map_err(told)? {
            known.movements.entry(key.source.id).or_default().push(movement);
        }
        for line in &seen.lines {
            known.lines.entry(line.key.source.id.as_str()).or_default().push(line);
        }
        Ok(known)
    }

    fn find(
        &self,
        id: Option<&TransactionId>,
        session: &Reconciliation,
        snapshot: &Snapshot,
    ) -> Result<&Movement, String> {
        let id = id.ok_or("is not a transaction id: <payment id> or <document id>#<line number>")?;
        let of_document = self.movements.get(&id.document_id).map(Vec::as_slice).unwrap_or_default();
        let meant: Vec<&Movement> = of_document.iter().filter(|movement| id.means(&movement.key)).collect();
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
        let lines = self.lines.get(id.document_id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let dates = lines.iter().filter(|line| id.means(&line.key)).map(|line| line.posting_date);
        if let Some(first) = dates.min() {
            return if first > session.statement_date {
                format!("is dated {first}, after the statement date {}", session.statement_date)
            } else {
                "nets to nothing: it is voided".into()
            };
        }
        let documents = snapshot.reconciliation.documents.iter();
        let statuses: Vec<_> = documents.filter(|(key, _)| id.may_be(key)).map(|(_, status)| *status).collect();
        match statuses.iter().find(|status| !status.is_in_ledger()) {
            _ if statuses.is_empty() => "there is no such transaction".into(),
            Some(status) if statuses.len() == 1 => format!("is not posted: its document is {}", status.name()),
            _ => format!("is not a transaction of account {:?}", session.account_id),
        }
    }
}
