//! What `gl check` compares of payment terms: each with the trail.

use crate::kernel::entity::payment_terms;
use crate::kernel::store::stated::List;
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
