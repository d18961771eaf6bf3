//! Customers and vendors.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "party")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub party_kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub party_id: String,
    pub party_name: String,
    pub is_active: bool,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub user_id: Option<String>,
    /// Of the address, one under another.
    pub address_lines: Option<String>,
    pub postal_code: Option<String>,
    pub city: Option<String>,
    pub region: Option<String>,
    pub country: Option<String>,
    pub vat_id: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub account_holder: Option<String>,
    pub iban: Option<String>,
    pub account_number: Option<String>,
    pub routing_code: Option<String>,
    pub bic: Option<String>,
    /// When the bank details changed last, and who changed them since a payment was made to them.
    pub bank_changed_at: Option<i64>,
    pub bank_changed_by: Option<JsonText>,
    pub payment_terms_id: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
