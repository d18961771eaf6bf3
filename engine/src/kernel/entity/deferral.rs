//! Deferrals of lines of bills and invoices.

use sea_orm::entity::prelude::*;

use super::JsonText;
use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "deferral")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub deferral_id: String,
    pub document_type: String,
    pub document_id: String,
    pub line_number: i64,
    pub from_account_id: String,
    pub account_id: String,
    pub currency: String,
    pub amount: Minor,
    pub start_date: String,
    pub months: Option<i64>,
    pub end_date: Option<String>,
    pub posted_on: String,
    pub status: String,
    pub owner: String,
    pub owner_roles: JsonText,
    pub owner_permissions: JsonText,
    pub recognized_through: Option<String>,
    /// The date of the next entry, while it is active: what is due is found by it.
    pub next_date: Option<String>,
    pub problem_code: Option<String>,
    pub problem_detail: Option<String>,
    pub problem_at: Option<i64>,
    pub version: i64,
    pub created_at: i64,
    pub created_by: String,
    pub updated_at: i64,
    pub updated_by: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
