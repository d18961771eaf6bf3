//! Sessions of the console, by the hashes of their secrets.

use sea_orm::entity::prelude::*;

use super::JsonText;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "console_session")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub session_id: String,
    pub secret_hash: String,
    /// The secret before the last rotation.
    pub former_hash: Option<String>,
    pub rotated_at: i64,
    /// When the present secret was first used; null until then.
    pub confirmed_at: Option<i64>,
    pub user_id: String,
    /// The user id case-folded.
    pub user_key: String,
    /// Null where the roles count that are recorded of the person.
    pub roles: Option<JsonText>,
    pub permissions: JsonText,
    pub csrf: String,
    pub signed_in_by: String,
    pub began_at: i64,
    pub seen_at: i64,
    pub ends_at: i64,
    pub ended_at: Option<i64>,
    /// Of all columns but `ended_at`.
    pub mac: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
