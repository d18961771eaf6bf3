//! The lines of an account that name some values in a dimension, in the order of the general ledger, and what they come to. No index
//! knows what lines name: the account's lines are passed over, so many of them at a time.

use sea_orm::{ConnectionTrait, Statement, Value};

use super::days_ahead;
use super::line::{AccountLine, DOCUMENT, IN_ORDER, Place, SHOWN, bound, lines};
use crate::kernel::store::StoreError;
use crate::kernel::store::read::balances::Sums;
use crate::kernel::store::read::naming::{NAMED, Naming};
use crate::values::clock::Date;
use crate::values::money::Minor;

/// So many lines of the account are passed over by one statement, or those of one day.
const PASSED: u64 = 20_000;

/// Which lines: of an account, that name these values.
#[derive(Clone, Copy, Debug)]
pub struct NamedLines<'a> {
    pub account_id: &'a str,
    pub naming: &'a Naming,
}

/// What they come to before some day, up to and with a place, and up to the end of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedBalances {
    pub before: Sums,
    pub at_place: Sums,
    pub closing: Sums,
}

impl NamedLines<'_> {
    /// Up to `limit` of them after a place, dated up to `to`.
    pub async fn page(
        self,
        db: &impl ConnectionTrait,
        after: &Place,
        to: Date,
        limit: u64,
    ) -> Result<Vec<AccountLine>, StoreError> {
        let (mut found, mut after) = (Vec::new(), after.clone());
        loop {
            let Some((first, next)) = days_ahead(db, self.account_id, (after.date, to), PASSED).await? else {
                return Ok(found);
            };
            if first != after.date {
                after = Place::start_of(first);
            }
            let last = match next {
                Some(next) if next == first => first,
                Some(next) => next.plus_days(-1),
                None => to,
            };
            let wanted = limit.saturating_sub(u64::try_from(found.len()).unwrap_or(u64::MAX));
            found.extend(self.of_days(db, &after, last, wanted).await?);
            if last >= to || u64::try_from(found.len()).unwrap_or(u64::MAX) >= limit {
                return Ok(found);
            }
            after = Place::start_of(last.next());
        }
    }

    async fn of_days(
        self,
        db: &impl ConnectionTrait,
        after: &Place,
        to: Date,
        limit: u64,
    ) -> Result<Vec<AccountLine>, StoreError> {
        let mut values: Vec<Value> = vec![self.account_id.into()];
        values.extend(after.values());
        values.extend([to.to_string().into(), bound(limit)]);
        let is_named = self.naming.condition(db.get_database_backend(), &mut values);
        let sql = format!(
            "SELECT {SHOWN} FROM (SELECT l.* FROM posting_line l {NAMED} \
                WHERE l.account_id = $1 AND l.posting_date >= $2 AND l.posting_date <= $7 AND {is_named} \
                AND (l.posting_date, l.source_kind, l.source_id, l.kind, l.position) > ($2, $3, $4, $5, $6) \
                ORDER BY {IN_ORDER} LIMIT $8) l {DOCUMENT} ORDER BY {IN_ORDER}"
        );
        lines(db, sql, values).await
    }

    /// What they come to, by one statement.
    pub async fn balances(
        self,
        db: &impl ConnectionTrait,
        (from, to): (Date, Date),
        place: &Place,
    ) -> Result<NamedBalances, StoreError> {
        let mut values: Vec<Value> = vec![self.account_id.into(), to.to_string().into()];
        values.extend(Place::start_of(from).values());
        values.extend(place.values());
        let is_named = self.naming.condition(db.get_database_backend(), &mut values);
        let at = "(l.posting_date, l.source_kind, l.source_id, l.kind, l.position)";
        let until =
            [format!("{at} <= ($3, $4, $5, $6, $7)"), format!("{at} <= ($8, $9, $10, $11, $12)"), "1 = 1".into()];
        let sums = until.iter().flat_map(|until| {
            [("", ">"), ("-", "<")].map(|(sign, side)| {
                let one = format!("CASE WHEN l.base_amount {side} 0 AND {until} THEN {sign}l.base_amount ELSE 0 END");
                format!("CAST(COALESCE(SUM({one}), 0) AS BIGINT)")
            })
        });
        let sql = format!(
            "SELECT {} FROM posting_line l {NAMED} WHERE l.account_id = $1 AND l.posting_date <= $2 AND {is_named}",
            sums.collect::<Vec<_>>().join(", ")
        );
        let row = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
        let sums = |at: usize| -> Result<Sums, StoreError> {
            let Some(row) = &row else { return Ok(Sums::default()) };
            let (debit, credit) = (row.try_get_by_index(at)?, row.try_get_by_index(at.saturating_add(1))?);
            Ok(Sums { debit: Minor(debit), credit: Minor(credit) })
        };
        Ok(NamedBalances { before: sums(0)?, at_place: sums(2)?, closing: sums(4)? })
    }

    /// How many of them there are in these days, both included.
    pub async fn count(self, db: &impl ConnectionTrait, (from, to): (Date, Date)) -> Result<u64, StoreError> {
        let mut values: Vec<Value> = vec![self.account_id.into(), from.to_string().into(), to.to_string().into()];
        let is_named = self.naming.condition(db.get_database_backend(), &mut values);
        let sql = format!(
            "SELECT COUNT(*) FROM posting_line l {NAMED} \
             WHERE l.account_id = $1 AND l.posting_date >= $2 AND l.posting_date <= $3 AND {is_named}"
        );
        let found = db.query_one_raw(Statement::from_sql_and_values(db.get_database_backend(), sql, values)).await?;
        let count: Option<i64> = found.map(|row| row.try_get_by_index(0)).transpose()?;
        Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default())
    }
}
