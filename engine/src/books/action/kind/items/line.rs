//! One item: what it costs, and its tax. See docs/rules/amounts.md#line-amounts.

use rust_decimal::Decimal;

use super::coded::Wrong;
use super::reading::{Reading, Written};
use crate::books::action::kind::{checks, dimensions};
use crate::books::document::draft::ItemLineDraft;
use crate::books::document::{ItemLine, Line, Tax};
use crate::values::account::Subtype;
use crate::values::dimension::Named;
use crate::values::error::Faults;
use crate::values::money::{Minor, MoneyError};

/// What a tax is held against.
const TAXED: &str = "amount × tax_rate";

/// How many lines a document may have.
pub const LINES: std::ops::RangeInclusive<usize> = 1..=1_000;

/// The lines that could be read; what could not stands in the faults.
pub fn compose(written: Written<'_>, drafts: &[ItemLineDraft], faults: &mut Faults) -> Vec<ItemLine> {
    if !LINES.contains(&drafts.len()) && !faults.has("/lines") {
        faults.add("/lines", format!("must be {} to {} lines", LINES.start(), LINES.end()));
    }
    let numbers = checks::line_numbers(&drafts.iter().map(|line| line.line_number).collect::<Vec<_>>(), faults);
    let mut lines = Vec::with_capacity(drafts.len());
    for (at, (draft, line_number)) in drafts.iter().zip(numbers).enumerate() {
        lines.extend(Reading { at, draft, written }.line(line_number, faults));
    }
    // As the database gives them back: a digest over another order would never be met again.
    lines.sort_by_key(|item| item.line.line_number);
    lines
}

impl Reading<'_> {
    fn line(&self, line_number: i64, faults: &mut Faults) -> Option<ItemLine> {
        let draft = self.draft;
        if draft.account_id.is_none() && !faults.has(&self.pointer("account_id")) && !faults.has(&self.this()) {
            faults.add(self.pointer("account_id"), "is required");
        }
        self.item_account(draft.account_id.as_deref(), "account_id", faults);
        let quantity = self.quantity(faults);
        let rate = self.factor(draft.rate, "rate", faults);
        let coding = self.coding(faults);
        let tax_rate = match coding {
            Ok(Some(coding)) => self.coded_rate(coding, faults),
            Ok(None) | Err(Wrong) => self.tax_rate(faults),
        };
        let amount = self.rounded(quantity.zip(rate), draft.amount, "amount", "quantity × rate", faults);
        let taxed = amount.map(|amount| self.currency().to_decimal(amount)).zip(tax_rate);
        let tax_amount = self.rounded(taxed, self.charged(coding, faults), "tax_amount", TAXED, faults);
        let tax_account_id = match coding {
            Ok(Some(coding)) => self.coded_account(coding, faults),
            Ok(None) | Err(Wrong) => self.tax_account(tax_amount, faults),
        };
        let dimensions = self.dimensions(faults);
        let line = Line {
            line_number,
            account_id: draft.account_id.clone()?,
            amount: self.written.of.side.signed(amount?).ok()?,
            memo: draft.description.clone(),
            department_id: draft.department_id.clone(),
            cost_center_id: draft.cost_center_id.clone(),
            dimensions,
        };
        let (tax, coded) = match coding {
            Ok(Some(coding)) => coding.of(tax_amount?, tax_account_id?, self.written)?,
            Ok(None) => (Tax::of(tax_amount?, tax_account_id)?, None),
            Err(Wrong) => return None,
        };
        Some(ItemLine { line, quantity: quantity?, rate: rate?, tax_rate: tax_rate?, tax, coded })
    }

    fn dimensions(&self, faults: &mut Faults) -> Named {
        let given = dimensions::Given {
            pointer: &self.this(),
            department_id: self.draft.department_id.as_deref(),
            cost_center_id: self.draft.cost_center_id.as_deref(),
            others: &self.draft.dimensions,
        };
        dimensions::compose(&given, self.written.on, &self.written.snapshot.catalog, faults)
    }

    fn factor(&self, given: Option<Decimal>, field: &str, faults: &mut Faults) -> Option<Decimal> {
        let pointer = self.pointer(field);
        match given {
            None => {
                if !faults.has(&pointer) && !faults.has(&self.this()) {
                    faults.add(pointer, "is required");
                }
                None
            }
            Some(value) if value.normalize().scale() > 6 => {
                faults.add(pointer, "has more than 6 decimals");
                None
            }
            Some(value) => Some(value.normalize()),
        }
    }

    fn quantity(&self, faults: &mut Faults) -> Option<Decimal> {
        let quantity = self.factor(self.draft.quantity, "quantity", faults)?;
        if quantity <= Decimal::ZERO {
            faults.add(self.pointer("quantity"), "must be more than 0");
            return None;
        }
        Some(quantity)
    }

    /// A fraction between 0 and 1.
    fn tax_rate(&self, faults: &mut Faults) -> Option<Decimal> {
        let rate = self.factor(Some(self.draft.tax_rate.unwrap_or(Decimal::ZERO)), "tax_rate", faults)?;
        if rate < Decimal::ZERO || rate > Decimal::ONE {
            faults.add(self.pointer("tax_rate"), "must be a fraction between 0 and 1");
            return None;
        }
        Some(rate)
    }

    /// The product rounded to the currency; a given amount within one minor unit of it is taken as given.
    fn rounded(
        &self,
        factors: Option<(Decimal, Decimal)>,
        given: Option<Decimal>,
        field: &str,
        formula: &str,
        faults: &mut Faults,
    ) -> Option<Minor> {
        let pointer = self.pointer(field);
        let currency = self.currency();
        let given = match given.map(|given| currency.to_minor(given)) {
            None => None,
            Some(Ok(given)) => Some(given),
            Some(Err(MoneyError::TooManyDecimals)) if !self.written.read_in.is_known => return None,
            Some(Err(error)) => {
                faults.add(pointer, checks::describe(error, currency));
                return None;
            }
        };
        let (one, other) = factors?;
        let product = one.checked_mul(other).and_then(|product| currency.round(product).ok());
        let Some(product) = product else {
            faults.add(pointer, format!("{formula} has more than 15 digits before the decimal point"));
            return None;
        };
        let is_near =
            |given: Minor| given.checked_sub(product).and_then(Minor::magnitude).is_ok_and(|off| off <= Minor(1));
        let rounded = given.unwrap_or(product);
        if is_near(rounded) || !self.written.read_in.is_known {
            return self.convertible(rounded, pointer, faults);
        }
        let should = currency.to_decimal(product);
        faults.add(pointer, format!("differs by more than one minor unit from {formula}, which is {should}"));
        None
    }

    /// The amount, when it is not too large in base currency: a line may be larger than the total.
    fn convertible(&self, amount: Minor, pointer: String, faults: &mut Faults) -> Option<Minor> {
        let base = self.written.snapshot.settings.base_currency;
        if self.currency().convert(amount, self.written.exchange_rate, base).is_ok() {
            return Some(amount);
        }
        faults.add(pointer, checks::TOO_LARGE_IN_BASE);
        None
    }

    /// The account named, or the one active tax account; none where there is no tax.
    fn tax_account(&self, tax: Option<Minor>, faults: &mut Faults) -> Option<String> {
        if let Some(id) = &self.draft.tax_account_id {
            self.item_account(Some(id), "tax_account_id", faults);
            return Some(id.clone());
        }
        if tax.is_none_or(Minor::is_zero) {
            return None;
        }
        let Some(account) = self.written.snapshot.catalog.only_account(Subtype::Tax) else {
            faults.add(self.pointer("tax_account_id"), "is required: there is not exactly one active tax account");
            return None;
        };
        Some(account.account_id.clone())
    }
}
