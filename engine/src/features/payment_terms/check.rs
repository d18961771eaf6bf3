//! What `gl check` compares of payment terms: each with the trail.

use sea_orm::{ConnectionTrait, EntityTrait};

use crate::kernel::entity::payment_terms;
use crate::kernel::store::StoreError;
use crate::kernel::store::read::at_once::each_read;
use crate::kernel::store::row::payment_terms as row;
use crate::kernel::store::stated::{List, Stated};
use crate::values::payment_terms::RESOURCE;

/// What the row decides.
pub const PAYMENT_TERMS: List<payment_terms::Model> = List {
    table: "payment_terms",
    resource: RESOURCE,
    id: |row| &row.payment_terms_id,
    fields: &[
        ("payment_terms_name", |row| row.payment_terms_name.clone().into()),
        ("net_days", |row| row.net_days.into()),
        ("discount_percent", |row| row.discount_percent.clone().into()),
        ("discount_days", |row| row.discount_days.into()),
        ("sales_discount_account_id", |row| row.sales_discount_account_id.clone().into()),
        ("purchase_discount_account_id", |row| row.purchase_discount_account_id.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};

/// All of them, as the trail states them. What cannot be read is named.
pub async fn every(db: &impl ConnectionTrait, unreadable: &mut Vec<String>) -> Result<Vec<Stated>, StoreError> {
    let rows = each_read(db, payment_terms::Entity::find(), row::read, unreadable).await?;
    Ok(rows.iter().map(|row| PAYMENT_TERMS.of(row)).collect())
}
