//! Bank reconciliation sessions.

use sea_orm::entity::prelude::*;

use super::JsonText;
use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "reconciliation")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub reconciliation_id: String,
    pub account_id: String,
    pub currency: String,
    pub statement_date: String,
    pub statement_ending_balance: Minor,
    pub bank_adjustments: Minor,
    pub book_adjustments: Minor,
    pub memo: Option<String>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
    pub completed_at: Option<i64>,
    pub completed_by: Option<String>,
    pub summary: Option<JsonText>,
    pub bank_adjustment_items: Option<JsonText>,
    pub book_adjustment_items: Option<JsonText>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
