//! The small difference that a payment is to write off. See docs/rules/write-offs.md#the-write-off-of-a-payment.

use crate::books::action::kind::checks;
use crate::books::action::rate::ReadIn;
use crate::books::command::Snapshot;
use crate::books::document::WriteOff;
use crate::books::document::deduction::WRITE_OFF;
use crate::books::document::draft::WriteOffDraft;
use crate::values::error::Faults;
use crate::values::money::{Minor, MoneyError};

/// Where its rule stands in a body.
const RULE: &str = "/write_off_rule_id";

/// What the draft writes off, and where that is posted: the account is the rule's. What the rule allows is asked once everything else is
/// right.
pub fn read(draft: &WriteOffDraft, read_in: ReadIn, snapshot: &Snapshot, faults: &mut Faults) -> Option<WriteOff> {
    let (given, id) = match (draft.amount, &draft.write_off_rule_id) {
        (Some(given), Some(id)) => (given, id),
        (Some(_), None) => return missing(RULE, "write_off", faults),
        (None, Some(_)) => return missing(WRITE_OFF, "write_off_rule_id", faults),
        (None, None) => return None,
    };
    let amount = match read_in.currency.to_minor(given) {
        Ok(amount) if amount.is_zero() => {
            faults.add(WRITE_OFF, "must not be 0");
            None
        }
        Ok(amount) => Some(amount),
        Err(MoneyError::TooManyDecimals) if !read_in.is_known => None,
        Err(error) => {
            faults.add(WRITE_OFF, checks::describe(error, read_in.currency));
            None
        }
    };
    let Some(rule) = snapshot.catalog.write_off_rules.get(id) else {
        faults.add(RULE, format!("there is no write-off rule {id:?}"));
        return None;
    };
    let amount = amount?;
    // The account was fit when the rule was written, and may have been changed since; that of another currency is told with the rule.
    if rule.currency == read_in.currency {
        checks::deduction_account(Some(&rule.account_id), WRITE_OFF, read_in, snapshot, faults);
    }
    Some(WriteOff { amount, account_id: rule.account_id.clone(), write_off_rule_id: id.clone() })
}

/// Both are given, or neither; what was wrong with the other one was told already.
fn missing(pointer: &str, with: &str, faults: &mut Faults) -> Option<WriteOff> {
    if !faults.has(pointer) {
        faults.add(pointer, format!("is required with {with}"));
    }
    None
}

/// What the payment settles in all, which is more than nothing and no more than an amount holds.
pub fn together(
    amounts: impl IntoIterator<Item = Minor>,
    ReadIn { currency, is_known }: ReadIn,
    faults: &mut Faults,
) -> Option<Minor> {
    match Minor::sum(amounts).and_then(|sum| currency.within_limits(sum)) {
        Ok(sum) if sum.is_positive() => return Some(sum),
        Ok(_) if !is_known || faults.has(WRITE_OFF) => {}
        Ok(_) => faults.add(WRITE_OFF, "leaves nothing that is settled"),
        Err(error) => faults.add("/payment", checks::describe(error, currency)),
    }
    None
}
