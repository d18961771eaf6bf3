//! Writing postings and the balances they change. Balances are upserted in the order of their keys, so
//! that two transactions never wait for each other crosswise.

use std::collections::BTreeMap;

use sea_orm::{IntoActiveModel, Set};

use super::batch::Batch;
use super::row;
use super::rows::Rows;
use crate::books::ledger::Posting;
use crate::kernel::entity::{balance, posting, posting_line};
use crate::values::money::{Minor, MoneyError};

/// What postings add to one balance.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct BalanceChange {
    pub debit: Minor,
    pub credit: Minor,
    pub base_debit: Minor,
    pub base_credit: Minor,
}

impl BalanceChange {
    /// Adds a line's amounts to their sides.
    pub fn add(&mut self, amount: Minor, base_amount: Minor) -> Result<(), MoneyError> {
        for (value, debit, credit) in
            [(amount, &mut self.debit, &mut self.credit), (base_amount, &mut self.base_debit, &mut self.base_credit)]
        {
            let side = if value.0 >= 0 { debit } else { credit };
            *side = side.checked_add(value.magnitude()?)?;
        }
        Ok(())
    }
}

/// The balances' key: account, period, currency.
pub type BalanceKey = (String, String, String);

/// What the postings add to each balance.
pub fn movements<'a>(
    postings: impl IntoIterator<Item = &'a Posting>,
) -> Result<BTreeMap<BalanceKey, BalanceChange>, MoneyError> {
    let mut movements: BTreeMap<BalanceKey, BalanceChange> = BTreeMap::new();
    for posting in postings {
        for line in &posting.lines {
            let key = (line.account_id.clone(), posting.period_id.clone(), posting.currency.code().to_owned());
            movements.entry(key).or_default().add(line.amount, line.base_amount)?;
        }
    }
    Ok(movements)
}

/// Postings' rows, and their lines'.
pub fn rows(postings: &[Posting]) -> (Rows, Rows) {
    let headers = postings.iter().map(|posting| row::posting::header(posting).into_active_model());
    let lines = postings.iter().flat_map(row::posting::lines).map(IntoActiveModel::into_active_model);
    (Rows::of::<posting::Entity>(headers), Rows::of::<posting_line::Entity>(lines))
}

/// Adds the sums to their balances, in the order of their keys.
pub fn add_balances(batch: &mut Batch, sums: BTreeMap<BalanceKey, BalanceChange>) {
    let models = sums.into_iter().map(|((account_id, period_id, currency), sum)| balance::ActiveModel {
        account_id: Set(account_id),
        period_id: Set(period_id),
        currency: Set(currency),
        debit: Set(sum.debit),
        credit: Set(sum.credit),
        base_debit: Set(sum.base_debit),
        base_credit: Set(sum.base_credit),
    });
    batch.insert_or(Rows::of::<balance::Entity>(models), ADDED);
}

const ADDED: &str = " ON CONFLICT (account_id, period_id, currency) DO UPDATE SET debit = balance.debit + excluded.debit, \
     credit = balance.credit + excluded.credit, base_debit = balance.base_debit + excluded.base_debit, \
     base_credit = balance.base_credit + excluded.base_credit";

/// The books' base currency, fixed by the first posting. Of two that were decided at one moment the second is decided again: it may come
/// from a process with another currency.
pub fn fix_base_currency(batch: &mut Batch, code: &str) {
    batch.plain("UPDATE catalog_revision SET base_currency = $? WHERE base_currency IS NULL", vec![code.into()]);
}
