//! The rate that applies on a day.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::books::exchange_rate::ExchangeRate;
use crate::kernel::entity::exchange_rate::{Column, Entity, Model};
use crate::kernel::store::reads::Reads;
use crate::kernel::store::{StoreError, row};
use crate::values::clock::Date;
use crate::values::money::Currency;

/// The currency's latest rate on or before the day, however old.
pub async fn latest(db: &impl Reads, currency: Currency, day: Date) -> Result<Option<ExchangeRate>, StoreError> {
    let latest = Entity::find()
        .filter(Column::Currency.eq(currency.code()))
        .filter(Column::Date.lte(day.to_string()))
        .order_by_desc(Column::Date)
        .limit(1);
    let found: Vec<Model> = db.records(latest.build(db.backend())).await?;
    found.into_iter().next().map(row::catalog::read_exchange_rate).transpose()
}
