//! What lines are told apart by besides their accounts.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "dimension")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub dimension_id: String,
    pub dimension_name: String,
    pub takes: String,
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
