//! What is summed up over all documents and postings: the balances, and what stands in the control accounts.

use std::collections::{BTreeMap, BTreeSet};

use super::settlements::{Derived, Settled};
use crate::books::document::Document;
use crate::books::ledger::Posting;
use crate::kernel::entity::balance;
use crate::kernel::findings::Findings;
use crate::kernel::store::ledger::{BalanceChange, BalanceKey};
use crate::values::kind::{DocumentKey, DocumentKind};
use crate::values::money::{Minor, MoneyError};

/// Sums by balance, and by account: as many as there are balances and accounts.
#[derive(Default)]
pub struct Sums {
    balances: BTreeMap<BalanceKey, BalanceChange>,
    /// In base currency, debit positive: what is open on documents, by control account.
    open: BTreeMap<String, Minor>,
    /// What postings of other documents than journal entries put into each account.
    stands: BTreeMap<String, Minor>,
}

impl Sums {
    pub fn add(
        &mut self,
        documents: &BTreeMap<DocumentKey, Document>,
        postings: &[Posting],
        derived: &Derived,
    ) -> Result<(), MoneyError> {
        for posting in postings {
            for line in &posting.lines {
                let key = (line.account_id.clone(), posting.period_id.clone(), posting.currency.code().to_owned());
                self.balances.entry(key).or_default().add(line.amount, line.base_amount)?;
                if posting.source.kind != DocumentKind::JournalEntry {
                    add(&mut self.stands, &line.account_id, line.base_amount)?;
                }
            }
        }
        for document in documents.values() {
            self.add_open(document, derived.get(&document.key).copied().unwrap_or_default())?;
        }
        Ok(())
    }

    fn add_open(&mut self, document: &Document, settled: Settled) -> Result<(), MoneyError> {
        let Some(account) = document.content.control_account() else { return Ok(()) };
        add(&mut self.open, account, Minor::ZERO)?;
        let Some(items) = document.key.kind.items().filter(|_| document.status().is_in_ledger()) else { return Ok(()) };
        let in_ledger = document.settlement.base_settled.checked_sub(settled.base_promised)?;
        let left = document.content.base_total.checked_sub(in_ledger)?;
        // The control account has the other side than the items.
        add(&mut self.open, account, items.side.signed(left)?.negated()?)
    }

    /// Names every difference from the stored balances, and between open documents and the control accounts.
    pub fn check(self, stored: Vec<balance::Model>, findings: &mut Findings) {
        for (account, is_open) in &self.open {
            let stands = self.stands.get(account).copied().unwrap_or_default();
            if stands != *is_open {
                let (stands, is_open) = (stands.0, is_open.0);
                findings
                    .differences
                    .push(format!("account {account}: {is_open} is open on documents, {stands} stands in it"));
            }
        }
        check_balances(&self.balances, stored, findings);
    }
}

fn add(sums: &mut BTreeMap<String, Minor>, account: &str, amount: Minor) -> Result<(), MoneyError> {
    if let Some(sum) = sums.get_mut(account) {
        *sum = sum.checked_add(amount)?;
    } else {
        sums.insert(account.to_owned(), amount);
    }
    Ok(())
}

fn check_balances(derived: &BTreeMap<BalanceKey, BalanceChange>, stored: Vec<balance::Model>, findings: &mut Findings) {
    let sums = |found: balance::Model| {
        let balance::Model { debit, credit, base_debit, base_credit, .. } = found;
        ((found.account_id, found.period_id, found.currency), BalanceChange { debit, credit, base_debit, base_credit })
    };
    let stored: BTreeMap<BalanceKey, BalanceChange> = stored.into_iter().map(sums).collect();
    findings.balances = stored.len();
    let keys: BTreeSet<_> = derived.keys().chain(stored.keys()).collect();
    for key in keys {
        let (is, should) =
            (stored.get(key).copied().unwrap_or_default(), derived.get(key).copied().unwrap_or_default());
        if is != should {
            let (account, period, currency) = key;
            findings
                .differences
                .push(format!("balance {account} {period} {currency}: stored {is:?}, from the postings {should:?}"));
        }
    }
    let net = derived.values().try_fold((Minor::ZERO, Minor::ZERO), |(debit, credit), sums| {
        Ok::<_, MoneyError>((debit.checked_add(sums.base_debit)?, credit.checked_add(sums.base_credit)?))
    });
    match net {
        Ok((debit, credit)) if debit == credit => {}
        _ => findings.differences.push("the books do not balance".into()),
    }
}
