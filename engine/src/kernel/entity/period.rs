//! Accounting periods.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "period")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub period_id: String,
    pub period_name: String,
    pub start_date: String,
    pub end_date: String,
    pub closing_gl: String,
    pub closing_ap: String,
    pub closing_ar: String,
    pub closing_payroll: String,
    pub last_change: Option<JsonText>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
