//! The audit trail's seals: one per row, in the order sealed.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "audit_seal")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub seq: i64,
    pub hash: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
