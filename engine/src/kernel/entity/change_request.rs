//! Calls that wait for signatures.

use sea_orm::entity::prelude::*;

use super::JsonText;
use crate::values::money::Minor;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "change_request")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub change_request_id: String,
    pub document_type: String,
    pub action: String,
    pub resource_id: Option<String>,
    pub amount: Option<Minor>,
    pub requested_by: String,
    /// The same as people's ids are compared.
    pub requester_key: String,
    pub requested_at: i64,
    pub method: String,
    /// Path and query.
    pub uri: String,
    pub if_match: Option<String>,
    pub body: String,
    /// What the requester was allowed when they asked.
    pub roles: JsonText,
    pub permissions: JsonText,
    pub plan: JsonText,
    /// The number of the set of rules that gave the plan.
    pub rule_set: Option<i64>,
    /// What it acts on, as it was when it was asked for: null of what is new, and where an older release asked for it.
    pub pinned_version: Option<i64>,
    pub pinned_made_at: Option<i64>,
    pub pinned_figures: Option<String>,
    pub digest: String,
    pub digest_version: i64,
    pub beneficiaries: JsonText,
    pub level: i64,
    pub signed_by: JsonText,
    pub status: String,
    pub decided_by: Option<String>,
    /// When it was held, or came to its end.
    pub changed_at: Option<i64>,
    pub reason: Option<String>,
    pub job_id: Option<String>,
    pub refusal: Option<JsonText>,
    pub version: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
