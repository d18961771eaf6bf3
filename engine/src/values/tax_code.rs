//! Tax codes: which tax a line bears, by the day of its document. See docs/rules/tax.md#tax-codes.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::values::clock::{Date, Timestamp};
use crate::values::kind::Control;
use crate::values::kind::spelled::spelled;

/// The resource in permissions and in the trail.
pub const RESOURCE: &str = "tax_code";
/// What is called so in a 404.
pub const TITLE: &str = "tax code";

spelled! {
    /// Which documents may bear it: invoices and credit memos, or bills, expenses and vendor credits.
    TaxUse { Sales = "sales", Purchases = "purchases", Both = "both" }
}

impl TaxUse {
    /// Whether documents of this side of the trade may bear it.
    pub const fn is_for(self, control: Control) -> bool {
        match (self, control) {
            (Self::Both, _) | (Self::Sales, Control::Receivable) | (Self::Purchases, Control::Payable) => true,
            (Self::Sales, Control::Payable) | (Self::Purchases, Control::Receivable) => false,
        }
    }
}

/// Fractions from 0 to 1, each from its day on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TaxRates(pub BTreeMap<Date, Decimal>);

impl TaxRates {
    /// The rate on that day; none before the first one.
    pub fn on(&self, day: Date) -> Option<Decimal> {
        self.0.range(..=day).next_back().map(|(_, rate)| *rate)
    }
}

/// A tax code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaxCode {
    pub tax_code_id: String,
    pub tax_code_name: String,
    pub used_for: TaxUse,
    pub rates: TaxRates,
    /// The account of the tax; of a reverse charge, of the tax that is owed.
    pub account_id: String,
    /// The part of input tax that is deducted, a fraction: the rest stays on the item's own account.
    pub recoverable: Decimal,
    /// The account of the tax that a reverse charge deducts; what is no reverse charge has none.
    pub reverse_charge_account_id: Option<String>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: Timestamp,
    pub created_by: String,
    pub updated_at: Timestamp,
    pub updated_by: String,
}

impl TaxCode {
    /// Whether it posts to the account.
    pub fn names(&self, account_id: &str) -> bool {
        self.account_id == account_id || self.reverse_charge_account_id.as_deref() == Some(account_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_a_day() {
        let day = |text| Date::parse(text).expect("a day");
        let rates = TaxRates(BTreeMap::from([
            (day("2007-01-01"), Decimal::new(19, 2)),
            (day("2020-07-01"), Decimal::new(16, 2)),
            (day("2021-01-01"), Decimal::new(19, 2)),
        ]));
        for (on, rate) in [
            ("2006-12-31", None),
            ("2007-01-01", Some(19)),
            ("2020-06-30", Some(19)),
            ("2020-07-01", Some(16)),
            ("2020-12-31", Some(16)),
            ("2021-01-01", Some(19)),
        ] {
            assert_eq!(rates.on(day(on)), rate.map(|percent| Decimal::new(percent, 2)), "{on}");
        }
    }
}
