//! Lines of documents; of a payment of several documents, a row for each of them.

use sea_orm::entity::prelude::*;

use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "document_line")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub document_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub line_number: i64,
    pub account_id: String,
    pub amount: Minor,
    pub memo: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub quantity: Option<String>,
    pub rate: Option<String>,
    pub tax_rate: Option<String>,
    pub tax_amount: Option<i64>,
    pub tax_account_id: Option<String>,
    /// See [`crate::values::dimension::text_of`].
    pub dimensions: Option<String>,
    /// Of a payment of several documents: one of them, and what the payment takes of its control account.
    pub settled_kind: Option<String>,
    pub settled_id: Option<String>,
    pub base_settled: Option<i64>,
    pub tax_code_id: Option<String>,
    pub not_recoverable_tax: Option<i64>,
    pub reverse_charge_tax: Option<i64>,
    pub reverse_charge_account_id: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
