//! Tax codes as rows.

use super::{RowName, to_json};
use crate::kernel::entity::tax_code;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;
use crate::values::tax_code::{TaxCode, TaxUse};

pub fn row(of: &TaxCode) -> Result<tax_code::Model, StoreError> {
    Ok(tax_code::Model {
        tax_code_id: of.tax_code_id.clone(),
        tax_code_name: of.tax_code_name.clone(),
        used_for: of.used_for.name().into(),
        rates: to_json(&of.rates)?,
        account_id: of.account_id.clone(),
        recoverable: of.recoverable.to_string(),
        reverse_charge_account_id: of.reverse_charge_account_id.clone(),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    })
}

pub fn read(row: tax_code::Model) -> Result<TaxCode, StoreError> {
    let name = RowName { table: "tax_code", key: &row.tax_code_id.clone() };
    Ok(TaxCode {
        used_for: name.some("used_for", TaxUse::parse(&row.used_for))?,
        rates: name.json("rates", &row.rates)?,
        recoverable: name.decimal("recoverable", &row.recoverable)?,
        tax_code_id: row.tax_code_id,
        tax_code_name: row.tax_code_name,
        account_id: row.account_id,
        reverse_charge_account_id: row.reverse_charge_account_id,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
