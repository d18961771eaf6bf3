//! The directory of people.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "directory_user")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: String,
    pub name: String,
    pub manager_user_id: Option<String>,
    pub is_active: bool,
    pub inactive_by_admin: bool,
    pub delegations: JsonText,
    pub roles: JsonText,
    pub approval_limits: JsonText,
    pub version: i64,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
