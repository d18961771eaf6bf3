//! What `gl check` compares of tax codes: each with the trail.

use crate::kernel::entity::tax_code;
use crate::kernel::store::stated::{List, parsed};
use crate::values::tax_code::RESOURCE;

/// What a tax code's row decides.
pub const TAX_CODES: List<tax_code::Model> = List {
    table: "tax_code",
    resource: RESOURCE,
    id: |row| &row.tax_code_id,
    fields: &[
        ("tax_code_name", |row| row.tax_code_name.clone().into()),
        ("used_for", |row| row.used_for.clone().into()),
        ("rates", |row| parsed(&row.rates)),
        ("account_id", |row| row.account_id.clone().into()),
        ("recoverable", |row| row.recoverable.clone().into()),
        ("reverse_charge_account_id", |row| row.reverse_charge_account_id.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};
