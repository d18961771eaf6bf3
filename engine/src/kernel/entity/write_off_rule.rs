//! How small a difference a payment may write off, and where it is posted.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "write_off_rule")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub write_off_rule_id: String,
    pub write_off_rule_name: String,
    pub currency: String,
    /// In minor units of the currency.
    pub tolerance: i64,
    pub account_id: String,
    pub is_active: bool,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
