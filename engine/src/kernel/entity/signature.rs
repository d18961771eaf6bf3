//! Who signed which level, over which content.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize, DeriveEntityModel)]
#[sea_orm(table_name = "signature")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub document_id: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub round: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub level: i64,
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: String,
    pub signed_at: i64,
    pub digest: String,
    pub digest_version: i64,
    pub comments: Option<String>,
    /// Whose right it was, where a delegate signed.
    pub on_behalf_of: Option<String>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
