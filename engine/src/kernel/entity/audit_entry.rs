//! The audit trail.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "audit_entry")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub seq: i64,
    pub at: i64,
    pub performed_by: String,
    pub resource: String,
    pub resource_id: String,
    pub action: String,
    pub before_status: Option<String>,
    pub after_status: Option<String>,
    pub details: JsonText,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
