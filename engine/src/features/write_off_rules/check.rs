//! What `gl check` compares of write-off rules: each with the trail.

use crate::kernel::entity::write_off_rule;
use crate::kernel::store::stated::List;
use crate::values::write_off_rule::RESOURCE;

/// What the row decides.
pub const WRITE_OFF_RULES: List<write_off_rule::Model> = List {
    table: "write_off_rule",
    resource: RESOURCE,
    id: |row| &row.write_off_rule_id,
    fields: &[
        ("write_off_rule_name", |row| row.write_off_rule_name.clone().into()),
        ("currency", |row| row.currency.clone().into()),
        ("tolerance", |row| row.tolerance.into()),
        ("account_id", |row| row.account_id.clone().into()),
        ("is_active", |row| row.is_active.into()),
        ("version", |row| row.version.into()),
        ("created_at", |row| row.created_at.into()),
        ("created_by", |row| row.created_by.clone().into()),
        ("updated_at", |row| row.updated_at.into()),
        ("updated_by", |row| row.updated_by.clone().into()),
    ],
};
