//! Which document comes into a soft-closed period, and until when.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "period_exception")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub period_exception_id: String,
    pub period_id: String,
    pub document_type: String,
    pub document_id: String,
    pub last_day: String,
    pub reason: String,
    pub is_revoked: bool,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
