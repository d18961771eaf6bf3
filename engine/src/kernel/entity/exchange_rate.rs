//! Exchange rates to the base currency.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "exchange_rate")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub exchange_rate_id: String,
    pub currency: String,
    pub date: String,
    pub rate: String,
    pub source: Option<String>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
