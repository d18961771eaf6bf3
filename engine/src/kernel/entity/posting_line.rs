//! The ledger lines of a posting.

use sea_orm::entity::prelude::*;

use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "posting_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub source_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub line_number: i64,
    pub account_id: String,
    pub posting_date: String,
    pub currency: String,
    pub amount: Minor,
    pub base_amount: Minor,
    pub memo: Option<String>,
    pub tax_part: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
