//! Which lines of bank statements were matched or explained, by whom, and which completed reconciliation counted them.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "bank_match")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub match_id: String,
    pub account_id: String,
    pub reason: Option<String>,
    pub points: Option<i64>,
    /// The latest day of its lines.
    pub last_date: String,
    pub matched_at: i64,
    pub matched_by: String,
    pub completed_in: Option<String>,
    pub completed_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
