//! The scheduled jobs: which process runs the tick that is due, and when the next one is due.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "schedule")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub name: String,
    pub due_at: i64,
    /// Until then no other process runs the tick.
    pub held_until: Option<i64>,
    /// The process that runs it; none where it failed, and is tried later.
    pub claimed_by: Option<String>,
    pub failures: i64,
    /// When the last tick was done.
    pub ran_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
