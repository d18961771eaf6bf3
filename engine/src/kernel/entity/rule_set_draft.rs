//! Drafts of approval rules.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "rule_set_draft")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub draft_id: String,
    pub description: String,
    pub based_on: i64,
    pub rules: JsonText,
    pub status: String,
    pub in_force_from: Option<i64>,
    pub put_in_force_by: Option<String>,
    /// The set that it became.
    pub rule_set: Option<i64>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
