//! Jobs and how they ended.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "job")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub job_id: String,
    pub job_type: String,
    /// Empty in a row that an earlier release wrote while this one ran.
    pub resource_type: String,
    pub resource_id: String,
    pub payload: JsonText,
    pub state: String,
    pub starts: i64,
    pub last_error: Option<String>,
    pub result: Option<JsonText>,
    pub created_at: i64,
    pub created_by: String,
    pub started_at: Option<i64>,
    /// When it is delivered again, unless it ended before.
    pub due_at: Option<i64>,
    pub finished_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
