//! What all documents of a list come to, whatever page of it is shown. It reads every one that matches.

use sea_orm::sea_query::{Expr, Query};
use sea_orm::{ConnectionTrait, EntityName};

use super::document_filter::{Filter, Led};
use crate::books::document::Status;
use crate::kernel::entity::document;
use crate::kernel::entity::document::Column;
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::money::Currency;

/// The documents of one currency. Sums are in minor units: of whatever length, since nobody has signed what drafts come to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurrencyTotal {
    pub currency: Currency,
    pub documents: u64,
    pub total: i128,
    /// Their totals less what is paid of them; of those that are voided or rejected nothing is due.
    pub amount_due: i128,
}

/// A sum is read in two parts, so that none is too large for a column: whole thousands of millions, and what is left over.
const PART: i128 = 1_000_000_000;

/// Both parts of a sum, as columns.
pub fn parts(amount: &str) -> String {
    format!("CAST(SUM(({amount}) / {PART}) AS BIGINT), CAST(SUM(({amount}) % {PART}) AS BIGINT)")
}

/// Of fewer rows than there are numbers, each less than a part: neither step leaves an i128.
pub fn of_parts(whole: i64, left_over: i64) -> i128 {
    i128::from(whole).saturating_mul(PART).saturating_add(i128::from(left_over))
}

/// By currency.
pub async fn totals(db: &impl ConnectionTrait, filter: &Filter) -> Result<Vec<CurrencyTotal>, StoreError> {
    let due = format!(
        "CASE WHEN status IN ('{}', '{}') THEN 0 ELSE total - amount_paid END",
        Status::Voided.name(),
        Status::Rejected.name()
    );
    let mut select = Query::select();
    select.column(Column::Currency).expr(Expr::cust(format!("COUNT(*), {}, {}", parts("total"), parts(&due))));
    let led = Led::by_the_fewest(db, filter).await?;
    select.from(document::Entity).cond_where(led.condition(db.get_database_backend(), None));
    select.add_group_by([Expr::col(Column::Currency)]).order_by(Column::Currency, sea_orm::Order::Asc);
    let table = document::Entity.table_name();
    let mut totals = Vec::new();
    for row in db.query_all(&select).await? {
        let code: String = row.try_get_by_index(0)?;
        let number = |at: usize| row.try_get_by_index::<i64>(at);
        let sum = |at: usize| -> Result<i128, StoreError> { Ok(of_parts(number(at)?, number(at.saturating_add(1))?)) };
        totals.push(CurrencyTotal {
            currency: RowName { table, key: &code }.currency("currency", &code)?,
            documents: u64::try_from(number(1)?).unwrap_or_default(),
            total: sum(2)?,
            amount_due: sum(4)?,
        });
    }
    Ok(totals)
}
