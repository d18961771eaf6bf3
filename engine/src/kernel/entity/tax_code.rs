//! Which tax a line bears, by the day of its document.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "tax_code")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tax_code_id: String,
    pub tax_code_name: String,
    pub used_for: String,
    pub rates: JsonText,
    pub account_id: String,
    pub recoverable: String,
    pub reverse_charge_account_id: Option<String>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
