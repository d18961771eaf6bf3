//! What a payment writes off, out of the columns of its row and back into them.

use sea_orm::Set;

use crate::books::document::{Content, WriteOff};
use crate::kernel::entity::document::{ActiveModel, Model};
use crate::kernel::store::StoreError;
use crate::kernel::store::row::RowName;
use crate::values::money::Minor;

/// An amount with its account and its rule.
pub fn read(row: &mut Model, name: RowName<'_>) -> Result<Option<WriteOff>, StoreError> {
    match (row.write_off_amount.take(), row.write_off_account_id.take(), row.write_off_rule_id.take()) {
        (Some(amount), Some(account_id), Some(write_off_rule_id)) => {
            Ok(Some(WriteOff { amount: Minor(amount), account_id, write_off_rule_id }))
        }
        (None, None, None) => Ok(None),
        (None, _, _) => Err(name.bad("write_off_amount")),
        (_, None, _) => Err(name.bad("write_off_account_id")),
        (_, _, None) => Err(name.bad("write_off_rule_id")),
    }
}

/// What must be gone once the content was read, by its column.
pub const fn left(row: &Model) -> [(&'static str, bool); 3] {
    [
        ("write_off_amount", row.write_off_amount.is_some()),
        ("write_off_account_id", row.write_off_account_id.is_some()),
        ("write_off_rule_id", row.write_off_rule_id.is_some()),
    ]
}

/// The row with these columns.
pub fn written(content: &Content, row: ActiveModel) -> ActiveModel {
    let write_off = content.write_off();
    ActiveModel {
        write_off_amount: Set(write_off.map(|write_off| write_off.amount.0)),
        write_off_account_id: Set(write_off.map(|write_off| write_off.account_id.clone())),
        write_off_rule_id: Set(write_off.map(|write_off| write_off.write_off_rule_id.clone())),
        ..row
    }
}
