//! When documents are due, and what is let off for an early payment.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "payment_terms")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub payment_terms_id: String,
    pub payment_terms_name: String,
    pub net_days: i64,
    pub discount_percent: Option<String>,
    pub discount_days: Option<i64>,
    pub sales_discount_account_id: Option<String>,
    pub purchase_discount_account_id: Option<String>,
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
