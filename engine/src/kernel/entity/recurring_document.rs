//! Templates of documents with a schedule.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "recurring_document")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub recurring_document_id: String,
    pub name: String,
    pub document_type: String,
    pub document: JsonText,
    pub makes: String,
    pub due_days: Option<i64>,
    pub schedule: JsonText,
    pub status: String,
    pub owner: String,
    pub owner_roles: JsonText,
    pub owner_permissions: JsonText,
    pub writers: JsonText,
    pub handled_through: Option<String>,
    /// The date of the next document, while it is active: what is due is found by it.
    pub next_date: Option<String>,
    pub made: i64,
    pub last_document_id: Option<String>,
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
