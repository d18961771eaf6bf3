//! Applications of credits to documents, such as those of credit memos to invoices. Written once.

use sea_orm::entity::prelude::*;

use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "credit_application")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub credit_kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub credit_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub position: i64,
    pub settled_kind: String,
    pub settled_id: String,
    /// In their currency.
    pub amount: Minor,
    /// How much of the settled document's share of the control account it takes, in base currency.
    pub base_amount: Minor,
    /// How much of the credit's own share there it uses up, in base currency.
    pub credit_base_amount: Minor,
    pub applied_on: String,
    pub applied_at: i64,
    pub applied_by: String,
    /// The position of the application of this credit that it takes back, with the opposite amounts.
    pub undoes: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
