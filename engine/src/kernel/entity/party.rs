//! Customers and vendors.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "party")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub party_kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub party_id: String,
    pub party_name: String,
    pub is_active: bool,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub user_id: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
