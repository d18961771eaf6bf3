//! Each version of a rule, with the sets that it belongs to.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "rule_version")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub rule_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub from_set: i64,
    /// The first set that has another version; none while it stands.
    pub until_set: Option<i64>,
    pub rule: JsonText,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
