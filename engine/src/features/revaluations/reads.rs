//! What stands in other currencies at the end of a day, read in one transaction.

use sea_orm::{ConnectionTrait, DatabaseTransaction, FromQueryResult, Statement};

use super::model::{Held, RevaluationState};
use crate::features::reports::{OpenItem, begin_open_items, end_open_items};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::exchange_rates::latest;
use crate::kernel::store::read::revalued::revalued;
use crate::kernel::store::row::RowName;
use crate::values::account::Subtype;
use crate::values::clock::Date;
use crate::values::money::{Currency, Minor};

/// The open items, the accounts, what was revalued already, and the rates of all currencies among them.
pub async fn see(tx: &DatabaseTransaction, day: Date, base: Currency) -> Result<RevaluationState, StoreError> {
    let mut items = Vec::new();
    for control in [Subtype::Ar, Subtype::Ap] {
        items.extend(open(tx, control, day, base).await?);
    }
    let held = held(tx, day, base).await?;
    let of_items = items.iter().filter_map(|item: &OpenItem| item.document.as_ref()).map(|document| document.currency);
    let mut rates = Vec::new();
    let mut asked = Vec::new();
    for currency in of_items.chain(held.iter().map(|held| held.currency)) {
        if !asked.contains(&currency) {
            asked.push(currency);
            rates.extend(latest(tx, currency, day).await?);
        }
    }
    Ok(RevaluationState { items, held, revalued: revalued(tx, day).await?, rates })
}

/// The open documents in other currencies on the accounts of the subtype.
async fn open(
    tx: &DatabaseTransaction,
    control: Subtype,
    day: Date,
    base: Currency,
) -> Result<Vec<OpenItem>, StoreError> {
    // What is of no document is nobody's item: the balance does not matter here.
    let mut walk = begin_open_items(tx, control, day, Minor::ZERO).await?;
    let mut found = Vec::new();
    loop {
        let some = walk.next(tx).await?;
        if some.is_empty() {
            break;
        }
        let is_foreign = |item: &OpenItem| item.document.as_ref().is_some_and(|document| document.currency != base);
        found.extend(some.into_iter().filter(is_foreign));
    }
    end_open_items(tx).await?;
    Ok(found)
}

#[derive(FromQueryResult)]
struct Row {
    account_id: String,
    currency: String,
    amount: i64,
    base_amount: i64,
}

/// Control accounts have their items; income, expenses and equity keep the rate of their day.
const HELD: &str = "SELECT a.account_id, a.currency, \
    CAST(SUM(CASE WHEN l.currency = a.currency THEN l.amount ELSE 0 END) AS BIGINT) AS amount, \
    CAST(SUM(l.base_amount) AS BIGINT) AS base_amount \
    FROM account a CROSS JOIN posting_line l \
    WHERE a.currency IS NOT NULL AND a.currency <> $2 AND a.account_type IN ('asset', 'liability') \
    AND (a.subtype IS NULL OR a.subtype NOT IN ('ar', 'ap')) AND l.account_id = a.account_id AND l.posting_date <= $1 \
    GROUP BY a.account_id, a.currency ORDER BY a.account_id";

async fn held(tx: &DatabaseTransaction, day: Date, base: Currency) -> Result<Vec<Held>, StoreError> {
    let values = [day.to_string().into(), base.code().into()];
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), HELD, values);
    let rows = Row::find_by_statement(statement).all(tx).await?;
    let read = |row: Row| {
        let currency = RowName { table: "account", key: &row.account_id }.currency("currency", &row.currency)?;
        Ok(Held {
            account_id: row.account_id,
            currency,
            amount: Minor(row.amount),
            base_amount: Minor(row.base_amount),
        })
    };
    rows.into_iter().map(read).collect()
}
