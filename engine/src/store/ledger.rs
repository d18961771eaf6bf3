//! Writing postings and the balances they change. Balances are upserted in the order of their keys, so
//! that two transactions never wait for each other crosswise.

use std::collections::BTreeMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryTrait, Set};

use super::batch::Batch;
use super::statement::{ROWS_PER_STATEMENT, adding, parameters};
use super::{StoreError, row};
use crate::entity::{balance, catalog_revision, posting, posting_line};
use crate::ledger::Posting;
use crate::money::{Minor, MoneyError};

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

/// Writes postings, their lines and their balances.
pub fn post(batch: &mut Batch, postings: &[&Posting]) -> Result<(), StoreError> {
    for chunk in postings.chunks(ROWS_PER_STATEMENT) {
        let models = chunk.iter().map(|posting| row::posting::header(posting).into_active_model());
        let insert = posting::Entity::insert_many::<posting::ActiveModel, _>(models).into_query();
        batch.insert(insert, parameters::<posting::Entity>(chunk.len()));
    }
    let lines: Vec<_> = postings.iter().flat_map(|posting| row::posting::lines(posting)).collect();
    for chunk in lines.chunks(ROWS_PER_STATEMENT) {
        let models = chunk.iter().cloned().map(IntoActiveModel::into_active_model);
        let insert = posting_line::Entity::insert_many::<posting_line::ActiveModel, _>(models).into_query();
        batch.insert(insert, parameters::<posting_line::Entity>(chunk.len()));
    }
    let sums = movements(postings.iter().copied()).map_err(|error| StoreError::Broken(error.to_string()))?;
    add_balances(batch, &sums);
    Ok(())
}

fn add_balances(batch: &mut Batch, sums: &BTreeMap<BalanceKey, BalanceChange>) {
    use balance::Column::{AccountId, BaseCredit, BaseDebit, Credit, Currency, Debit, PeriodId};
    let models: Vec<_> = sums
        .iter()
        .map(|((account_id, period_id, currency), sum)| balance::ActiveModel {
            account_id: Set(account_id.clone()),
            period_id: Set(period_id.clone()),
            currency: Set(currency.clone()),
            debit: Set(sum.debit),
            credit: Set(sum.credit),
            base_debit: Set(sum.base_debit),
            base_credit: Set(sum.base_credit),
        })
        .collect();
    for chunk in models.chunks(ROWS_PER_STATEMENT) {
        let insert = balance::Entity::insert_many(chunk.iter().cloned())
            .on_conflict(adding("balance", [AccountId, PeriodId, Currency], [Debit, Credit, BaseDebit, BaseCredit]))
            .into_query();
        batch.insert(insert, parameters::<balance::Entity>(chunk.len()));
    }
}

/// The books' base currency, fixed by the first posting.
pub fn fix_base_currency(batch: &mut Batch, code: &str) {
    let update = catalog_revision::Entity::update_many()
        .col_expr(catalog_revision::Column::BaseCurrency, Expr::value(code))
        .filter(catalog_revision::Column::BaseCurrency.is_null());
    batch.update(update.into_query(), 1);
}
