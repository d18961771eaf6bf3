//! Debits and credits by account, period and currency.

use sea_orm::entity::prelude::*;

use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "balance")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub account_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub period_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub currency: String,
    pub debit: Minor,
    pub credit: Minor,
    pub base_debit: Minor,
    pub base_credit: Minor,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
