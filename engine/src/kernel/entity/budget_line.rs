//! Lines of budgets.

use sea_orm::entity::prelude::*;

use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "budget_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub budget_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub account_id: String,
    pub period_id: String,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub amount: Minor,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
