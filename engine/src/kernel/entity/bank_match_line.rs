//! The lines of matches: a line is in one at most.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "bank_match_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub line_id: String,
    pub match_id: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
