//! Payment terms of a document, and the discount that a payment takes, out of the columns of its row and back into them.

use crate::books::document::{Content, Offered, Taken, Terms};
use crate::kernel::entity::document::{ActiveModel, Model};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::money::Minor;
use sea_orm::Set;

/// Those of a bill or an invoice.
pub fn terms(row: &mut Model, name: RowName<'_>) -> Result<Option<Terms>, StoreError> {
    let Some(payment_terms_id) = row.payment_terms_id.take() else { return Ok(None) };
    let offered = match (row.discount_date.take(), taken(row, name)?) {
        (Some(date), Some(Taken { amount, account_id })) => {
            Some(Offered { until: name.date("discount_date", &date)?, amount, account_id })
        }
        (None, None) => None,
        (Some(_), None) => return Err(name.bad("discount_amount")),
        (None, Some(_)) => return Err(name.bad("discount_date")),
    };
    Ok(Some(Terms { payment_terms_id, discount: offered }))
}

/// What a payment takes: an amount with its account.
pub fn taken(row: &mut Model, name: RowName<'_>) -> Result<Option<Taken>, StoreError> {
    match (row.discount_amount.take(), row.discount_account_id.take()) {
        (Some(amount), Some(account_id)) => Ok(Some(Taken { amount: Minor(amount), account_id })),
        (None, None) => Ok(None),
        (Some(_), None) => Err(name.bad("discount_account_id")),
        (None, Some(_)) => Err(name.bad("discount_amount")),
    }
}

/// What must be gone once the content was read, by its column.
pub const fn left(row: &Model) -> [(&'static str, bool); 4] {
    [
        ("payment_terms_id", row.payment_terms_id.is_some()),
        ("discount_date", row.discount_date.is_some()),
        ("discount_amount", row.discount_amount.is_some()),
        ("discount_account_id", row.discount_account_id.is_some()),
    ]
}

/// The row with these columns.
pub fn written(content: &Content, row: ActiveModel) -> ActiveModel {
    let terms = content.items().and_then(|items| items.terms.as_ref());
    let (offered, taken) = (content.offered(), content.discount());
    let amount = offered.map(|offered| offered.amount).or(taken.map(|taken| taken.amount));
    let account_id = offered.map(|offered| &offered.account_id).or(taken.map(|taken| &taken.account_id));
    ActiveModel {
        payment_terms_id: Set(terms.map(|terms| terms.payment_terms_id.clone())),
        discount_date: Set(offered.map(|offered| offered.until.to_string())),
        discount_amount: Set(amount.map(|amount| amount.0)),
        discount_account_id: Set(account_id.cloned()),
        ..row
    }
}
