//! What was learned of lines of bank statements, as rules.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "matching_rule")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub matching_rule_id: String,
    pub bank_account_id: Option<String>,
    pub direction: Option<String>,
    pub counterparty_account: Option<String>,
    pub text_contains: Option<String>,
    pub party_kind: Option<String>,
    pub party_id: Option<String>,
    pub account_id: Option<String>,
    pub makes: Option<String>,
    pub memo: Option<String>,
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
