//! Who signs for whom, and for how long.

use sea_orm::entity::prelude::*;

use super::JsonText;
use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "delegation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub delegation_id: String,
    pub from_user_id: String,
    pub to_user_id: String,
    pub first_day: String,
    pub last_day: String,
    /// An array of their names; all when there is none.
    pub document_types: Option<JsonText>,
    pub amount_limit: Option<Minor>,
    pub reason: String,
    pub is_revoked: bool,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
