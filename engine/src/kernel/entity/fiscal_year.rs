//! Fiscal years.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "fiscal_year")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub fiscal_year_id: String,
    pub fiscal_year_name: String,
    pub start_date: String,
    pub end_date: String,
    pub adjustment_period_id: Option<String>,
    pub is_closed: bool,
    pub closings: i64,
    pub changed_at: Option<i64>,
    pub changed_by: Option<String>,
    pub reason: Option<String>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
