//! Payment terms: when what is bought or sold is due, and what is let off for an early payment. See docs/rules/payment-terms.md.

use rust_decimal::Decimal;

use crate::values::clock::{Date, Timestamp};
use crate::values::kind::Control;
use crate::values::money::{Currency, Minor, MoneyError};

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "payment_terms";
/// What is called so in a 404.
pub const TITLE: &str = "payment terms";

/// The furthest that a due date, or the last day of a discount, may follow the day of a document.
pub const MOST_DAYS: i64 = 730;

/// Payment terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PaymentTerms {
    pub payment_terms_id: String,
    pub payment_terms_name: String,
    /// How many days after its `tran_date` a document is due.
    pub net_days: i64,
    pub discount: Option<EarlyPayment>,
    /// Where the discount of invoices is posted. Without one they get none.
    pub sales_discount_account_id: Option<String>,
    /// Where the discount of bills is posted. Without one they get none.
    pub purchase_discount_account_id: Option<String>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

/// What is let off, and for how long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlyPayment {
    /// Of the total with its tax: more than 0, less than 100.
    pub percent: Decimal,
    /// How many days after its `tran_date` a document is paid at the latest.
    pub days: i64,
}

impl EarlyPayment {
    /// What of the total is let off, half away from zero in minor units.
    pub fn of(&self, total: Minor, currency: Currency) -> Result<Minor, MoneyError> {
        let let_off = currency.to_decimal(total).checked_mul(self.percent);
        currency.round(let_off.and_then(|of| of.checked_div(Decimal::ONE_HUNDRED)).ok_or(MoneyError::TooLarge)?)
    }
}

impl PaymentTerms {
    pub fn due_date(&self, tran_date: Date) -> Date {
        tran_date.plus_days(self.net_days)
    }

    /// Where a discount of this side of the trade is posted.
    pub fn discount_account(&self, control: Control) -> Option<&String> {
        match control {
            Control::Receivable => self.sales_discount_account_id.as_ref(),
            Control::Payable => self.purchase_discount_account_id.as_ref(),
        }
    }

    /// Whether discounts are posted to the account.
    pub fn names(&self, account_id: &str) -> bool {
        [&self.sales_discount_account_id, &self.purchase_discount_account_id]
            .into_iter()
            .any(|named| named.as_deref() == Some(account_id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_let_off() {
        for (percent, total, currency, expected) in [
            ("2", 119_000, "USD", 2_380),
            ("2", 10_025, "USD", 201),
            ("2", 10_024, "USD", 200),
            ("2.5", 12_345, "USD", 309),
            ("0.001", 100, "USD", 0),
            ("3", 1_050, "JPY", 32),
            ("99.999999", 100, "USD", 100),
        ] {
            let early = EarlyPayment { percent: percent.parse().expect("a number"), days: 10 };
            let currency = Currency::parse(currency).expect("a currency");
            assert_eq!(early.of(Minor(total), currency), Ok(Minor(expected)), "{percent} % of {total}");
        }
    }
}
