//! Layouts of statements: a row for each version.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "report_layout")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub layout_version_id: String,
    pub layout_id: String,
    pub version: i64,
    pub layout_name: String,
    pub statement: String,
    pub lines: JsonText,
    /// Of its first version.
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
