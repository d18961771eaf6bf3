//! The names that a read shows beside ids: the party's and the accounts' (`customer_name`, `account_name`).

use std::collections::BTreeMap;

use crate::books::action::kind;
use crate::books::command::Snapshot;
use crate::books::document::AmountPending;
use crate::books::document::model::Document;

/// Names by id, as far as they are known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Names {
    /// The customer's, vendor's or employee's.
    pub party: Option<String>,
    pub accounts: BTreeMap<String, String>,
}

impl Names {
    /// Those of one document. The snapshot must hold its party ([`crate::books::command::Wants::party_names`]).
    pub fn of(document: &Document, snapshot: &Snapshot) -> Self {
        let catalog = &snapshot.catalog;
        let party = document.content.party().and_then(|id| match kind::party_kind(document) {
            Some(of) => snapshot.parties.get(&(of, id.to_owned())).map(|party| party.party_name.clone()),
            None => catalog.users.get(&id.into()).map(|user| user.name.clone()),
        });
        let named = document.lines().filter_map(|line| catalog.accounts.get(&line.account_id));
        let accounts = named.map(|account| (account.account_id.clone(), account.account_name.clone())).collect();
        Self { party, accounts }
    }
}

/// A document as it was written, with the names to show it by.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    pub document: Document,
    pub names: Names,
    pub pending: Option<AmountPending>,
}

impl Written {
    pub fn new(document: Document, snapshot: &Snapshot) -> Self {
        let names = Names::of(&document, snapshot);
        let pending = snapshot.pending.of(&document);
        Self { document, names, pending }
    }
}
