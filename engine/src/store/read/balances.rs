//! Sums of the ledger, from the balances and from the postings themselves.

use std::collections::BTreeMap;

use sea_orm::{ConnectionTrait, DbBackend, EntityTrait, FromQueryResult, Statement};

use crate::clock::Date;
use crate::entity::balance;
use crate::money::Minor;
use crate::store::StoreError;

/// Debits and credits of one account in base currency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    pub debit: Minor,
    pub credit: Minor,
}

/// Every balance row.
pub async fn all(db: &impl ConnectionTrait) -> Result<Vec<balance::Model>, StoreError> {
    Ok(balance::Entity::find().all(db).await?)
}

#[derive(FromQueryResult)]
struct SumRow {
    account_id: String,
    debit: i64,
    credit: i64,
}

/// Base currency sums by account of the postings dated up to `to`, and from `from` where given.
/// On PostgreSQL a sum of bigint is numeric: it is cast back.
pub async fn by_account(
    db: &impl ConnectionTrait,
    from: Option<Date>,
    to: Date,
) -> Result<BTreeMap<String, Sums>, StoreError> {
    const SQL: &str = "SELECT account_id, \
        CAST(COALESCE(SUM(CASE WHEN base_amount > 0 THEN base_amount ELSE 0 END), 0) AS BIGINT) AS debit, \
        CAST(COALESCE(SUM(CASE WHEN base_amount < 0 THEN -base_amount ELSE 0 END), 0) AS BIGINT) AS credit \
        FROM posting_line WHERE posting_date >= $1 AND posting_date <= $2 GROUP BY account_id ORDER BY account_id";
    let from = from.map_or_else(|| "0001-01-01".to_owned(), |date| date.to_string());
    let backend = match db.get_database_backend() {
        DbBackend::Postgres => DbBackend::Postgres,
        other => other,
    };
    let rows =
        SumRow::find_by_statement(Statement::from_sql_and_values(backend, SQL, [from.into(), to.to_string().into()]))
            .all(db)
            .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.account_id, Sums { debit: Minor(row.debit), credit: Minor(row.credit) }))
        .collect())
}
