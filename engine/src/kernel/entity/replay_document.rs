//! The documents that would have gone another way in a replay.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "replay_document")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub replay_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub kind: String,
    pub document_id: String,
    pub submitted_at: i64,
    pub submitted_by: String,
    pub outcome: String,
    pub old_plan: JsonText,
    /// Null where the submission would have been refused.
    pub new_plan: Option<JsonText>,
    /// Why it would have been refused.
    pub detail: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
