//! The lines of bank statements, as the bank wrote them.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "bank_statement_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub line_id: String,
    pub statement_id: String,
    pub account_id: String,
    pub position: i64,
    pub booking_date: String,
    pub value_date: Option<String>,
    pub amount: i64,
    pub currency: String,
    pub counterparty_name: Option<String>,
    pub counterparty_account: Option<String>,
    pub bank_reference: Option<String>,
    pub end_to_end_id: Option<String>,
    pub remittance: Option<String>,
    pub code: Option<String>,
    pub is_reversal: bool,
    pub transactions: i64,
    pub identity: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
