//! Writing postings and the balances they change. Balances are upserted in the order of their keys, so
//! that two transactions never wait for each other crosswise.

use std::collections::BTreeMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};

use super::commit::{ROWS_PER_STATEMENT, adding};
use super::{StoreError, row};
use crate::entity::{balance, catalog_revision, posting, posting_line};
use crate::ledger::Posting;
use crate::money::{Minor, MoneyError};

/// What postings add to one balance.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Movement {
    pub debit: Minor,
    pub credit: Minor,
    pub base_debit: Minor,
    pub base_credit: Minor,
}

impl Movement {
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
) -> Result<BTreeMap<BalanceKey, Movement>, MoneyError> {
    let mut movements: BTreeMap<BalanceKey, Movement> = BTreeMap::new();
    for posting in postings {
        for line in &posting.lines {
            let key = (line.account_id.clone(), posting.period_id.clone(), posting.currency.code().to_owned());
            movements.entry(key).or_default().add(line.amount, line.base_amount)?;
        }
    }
    Ok(movements)
}

/// Writes postings, their lines and their balances.
pub async fn post(tx: &impl ConnectionTrait, postings: &[&Posting]) -> Result<(), StoreError> {
    if postings.is_empty() {
        return Ok(());
    }
    for chunk in postings.chunks(ROWS_PER_STATEMENT) {
        let models = chunk.iter().map(|posting| row::posting::header(posting).into_active_model());
        posting::Entity::insert_many::<posting::ActiveModel, _>(models).exec_without_returning(tx).await?;
    }
    let lines: Vec<_> = postings.iter().flat_map(|posting| row::posting::lines(posting)).collect();
    for chunk in lines.chunks(ROWS_PER_STATEMENT) {
        let models = chunk.iter().cloned().map(IntoActiveModel::into_active_model);
        posting_line::Entity::insert_many::<posting_line::ActiveModel, _>(models).exec_without_returning(tx).await?;
    }
    let sums = movements(postings.iter().copied()).map_err(|error| StoreError::Broken(error.to_string()))?;
    add_balances(tx, &sums).await
}

async fn add_balances(tx: &impl ConnectionTrait, sums: &BTreeMap<BalanceKey, Movement>) -> Result<(), StoreError> {
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
        balance::Entity::insert_many(chunk.iter().cloned())
            .on_conflict(adding("balance", [AccountId, PeriodId, Currency], [Debit, Credit, BaseDebit, BaseCredit]))
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The books' base currency, fixed by the first posting (C2). The first posting writes it; the rest find it written.
pub async fn fix_base_currency(tx: &impl ConnectionTrait, code: &str) -> Result<(), StoreError> {
    catalog_revision::Entity::update_many()
        .col_expr(catalog_revision::Column::BaseCurrency, Expr::value(code))
        .filter(catalog_revision::Column::BaseCurrency.is_null())
        .exec(tx)
        .await?;
    Ok(())
}
