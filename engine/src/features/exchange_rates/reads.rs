//! The table of exchange rates: lists, and one row.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};

use super::model::{RateState, WantedRate};
use crate::books::exchange_rate::ExchangeRate;
use crate::kernel::entity::exchange_rate::{Column, Entity};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::catalog::read_exchange_rate;
use crate::values::clock::Date;
use crate::values::money::Currency;
use crate::values::page::{Cursor, Page, PageRequest};

/// What a list is narrowed to.
#[derive(Clone, Default, Debug)]
pub struct Filter {
    pub currency: Option<Currency>,
    pub from: Option<Date>,
    pub to: Option<Date>,
}

impl Filter {
    fn condition(&self) -> Condition {
        Condition::all()
            .add_option(self.currency.map(|currency| Column::Currency.eq(currency.code())))
            .add_option(self.from.map(|day| Column::Date.gte(day.to_string())))
            .add_option(self.to.map(|day| Column::Date.lte(day.to_string())))
    }
}

/// One page, of the latest day first. A row's day never changes, so a walk of the pages neither repeats nor skips one.
pub async fn list(
    db: &impl ConnectionTrait,
    filter: &Filter,
    page: &PageRequest,
) -> Result<Page<ExchangeRate>, StoreError> {
    let of = filter.condition();
    let total = if page.count { Some(Entity::find().filter(of.clone()).count(db).await?) } else { None };
    let rows = Entity::find()
        .filter(of)
        .filter(page.after.as_ref().map_or_else(Condition::all, after))
        .order_by_desc(Column::Date)
        .order_by_desc(Column::ExchangeRateId)
        .limit(page.limit.saturating_add(1))
        .all(db)
        .await?;
    let rates = rows.into_iter().map(read_exchange_rate).collect::<Result<Vec<_>, _>>()?;
    Ok(Page::of(rates, page.limit, total, cursor))
}

/// Where a rate stands in the list.
pub fn cursor(rate: &ExchangeRate) -> Cursor {
    Cursor { at: rate.date.days_since(Date::FIRST), id: rate.exchange_rate_id.clone() }
}

/// What follows the cursor, whose instant is the number of days since the first there is.
fn after(cursor: &Cursor) -> Condition {
    let day = Date::FIRST.plus_days(cursor.at).to_string();
    let same_day =
        Condition::all().add(Column::Date.eq(day.as_str())).add(Column::ExchangeRateId.lt(cursor.id.as_str()));
    Condition::any().add(Column::Date.lt(day.as_str())).add(same_day)
}

/// The row of the id, and that of the same currency and day.
pub async fn see(db: &impl ConnectionTrait, asked: &WantedRate) -> Result<RateState, StoreError> {
    let mut found = RateState::default();
    let row = Entity::find_by_id(asked.exchange_rate_id.as_str()).one(db).await?;
    found.rate = row.map(read_exchange_rate).transpose()?;
    if let Some((currency, day)) = asked.day {
        let of_day =
            Entity::find().filter(Column::Currency.eq(currency.code())).filter(Column::Date.eq(day.to_string()));
        found.of_day = of_day.one(db).await?.map(read_exchange_rate).transpose()?;
    }
    Ok(found)
}
