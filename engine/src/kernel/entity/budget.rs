//! Budgets: each row is a version of a fiscal year's.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "budget")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub budget_id: String,
    pub budget_name: String,
    pub fiscal_year_id: String,
    pub version_number: i64,
    pub status: String,
    pub copied_from: Option<String>,
    pub line_count: i64,
    pub lines_digest: String,
    pub activated_at: Option<i64>,
    pub activated_by: Option<String>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
