//! Replays of approval rules.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "replay")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub replay_id: String,
    pub job_id: String,
    pub from_day: String,
    pub to_day: String,
    pub rules: JsonText,
    pub requested_at: i64,
    pub requested_by: String,
    /// Which run writes here: the last that began.
    pub run: Option<String>,
    /// How many submissions were looked at, of how many.
    pub done: i64,
    pub total: Option<i64>,
    pub summary: Option<JsonText>,
    pub finished_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
