//! Write-off rules as rows.

use super::RowName;
use crate::kernel::entity::write_off_rule;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;
use crate::values::money::Minor;
use crate::values::write_off_rule::WriteOffRule;

pub fn row(of: &WriteOffRule) -> write_off_rule::Model {
    write_off_rule::Model {
        write_off_rule_id: of.write_off_rule_id.clone(),
        write_off_rule_name: of.write_off_rule_name.clone(),
        currency: of.currency.code().to_owned(),
        tolerance: of.tolerance.0,
        account_id: of.account_id.clone(),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read(row: write_off_rule::Model) -> Result<WriteOffRule, StoreError> {
    let name = RowName { table: "write_off_rule", key: &row.write_off_rule_id.clone() };
    Ok(WriteOffRule {
        currency: name.currency("currency", &row.currency)?,
        write_off_rule_id: row.write_off_rule_id,
        write_off_rule_name: row.write_off_rule_name,
        tolerance: Minor(row.tolerance),
        account_id: row.account_id,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
