//! Links that sign a person in once, by the hashes of their secrets.

use sea_orm::entity::prelude::*;

#[derive(Clone, PartialEq, Eq, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in_link")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub secret_hash: String,
    pub user_id: String,
    pub made_at: i64,
    pub ends_at: i64,
    pub used_at: Option<i64>,
    /// Of all columns but `used_at`.
    pub mac: String,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
