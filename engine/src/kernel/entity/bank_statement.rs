//! Bank statements as they were brought in.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "bank_statement")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub statement_id: String,
    pub account_id: String,
    pub currency: String,
    pub format: String,
    pub bank_account: Option<String>,
    pub number: Option<String>,
    pub from_date: String,
    pub to_date: String,
    pub opening_balance: Option<i64>,
    pub closing_balance: Option<i64>,
    pub total: i64,
    pub line_count: i64,
    pub new_lines: i64,
    pub content: String,
    pub lines_digest: String,
    pub created_at: i64,
    pub created_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
