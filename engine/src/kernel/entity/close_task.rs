//! What each period has to have before it is closed.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "close_task")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub close_task_id: String,
    pub kind: String,
    pub title: String,
    pub account_id: Option<String>,
    pub owner: Option<String>,
    pub due_days: i64,
    pub is_required: bool,
    pub from_date: Option<String>,
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
