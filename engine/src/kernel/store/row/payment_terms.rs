//! Payment terms as rows.

use super::RowName;
use crate::kernel::entity::payment_terms;
use crate::kernel::store::StoreError;
use crate::values::clock::Timestamp;
use crate::values::payment_terms::{EarlyPayment, PaymentTerms};

pub fn row(of: &PaymentTerms) -> payment_terms::Model {
    payment_terms::Model {
        payment_terms_id: of.payment_terms_id.clone(),
        payment_terms_name: of.payment_terms_name.clone(),
        net_days: of.net_days,
        discount_percent: of.discount.as_ref().map(|discount| discount.percent.to_string()),
        discount_days: of.discount.as_ref().map(|discount| discount.days),
        sales_discount_account_id: of.sales_discount_account_id.clone(),
        purchase_discount_account_id: of.purchase_discount_account_id.clone(),
        is_active: of.is_active,
        version: of.version,
        created_at: of.created_at.micros(),
        created_by: of.created_by.clone(),
        updated_at: of.updated_at.micros(),
        updated_by: of.updated_by.clone(),
    }
}

pub fn read(row: payment_terms::Model) -> Result<PaymentTerms, StoreError> {
    let name = RowName { table: "payment_terms", key: &row.payment_terms_id.clone() };
    let discount = match (row.discount_percent, row.discount_days) {
        (Some(percent), Some(days)) => {
            Some(EarlyPayment { percent: name.decimal("discount_percent", &percent)?, days })
        }
        (None, None) => None,
        (Some(_), None) => return Err(name.bad("discount_days")),
        (None, Some(_)) => return Err(name.bad("discount_percent")),
    };
    Ok(PaymentTerms {
        payment_terms_id: row.payment_terms_id,
        payment_terms_name: row.payment_terms_name,
        net_days: row.net_days,
        discount,
        sales_discount_account_id: row.sales_discount_account_id,
        purchase_discount_account_id: row.purchase_discount_account_id,
        is_active: row.is_active,
        version: row.version,
        created_at: Timestamp::from_micros(row.created_at),
        created_by: row.created_by,
        updated_at: Timestamp::from_micros(row.updated_at),
        updated_by: row.updated_by,
    })
}
