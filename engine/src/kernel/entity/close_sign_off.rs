//! The newest sign-off of each task in each period, and what it rested on.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "close_sign_off")]
pub struct Model {
    /// The period's id and the task's.
    #[sea_orm(primary_key, auto_increment = false)]
    pub close_sign_off_id: String,
    pub period_id: String,
    pub close_task_id: String,
    pub evidence: String,
    pub signed_at: i64,
    pub signed_by: String,
    pub rested_postings: i64,
    pub rested_last_at: Option<i64>,
    pub withdrawn_at: Option<i64>,
    pub withdrawn_by: Option<String>,
    pub withdrawn_reason: Option<String>,
    pub version: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
