//! Tax codes on the wire. See docs/rules/tax.md.

use engine::features::tax_codes::commands::TaxCodeFields;
use engine::values::clock::Date;
use engine::values::tax_code::{TaxCode, TaxUse};
use poem_openapi::Object;
use rust_decimal::Decimal;

use crate::schema::leaf::wire_word;
use crate::schema::{Id, List, Name, Nullable, Required, TaxRate, WireDate, WireTimestamp};

wire_word! {
    /// Invoices and credit memos, or bills, expenses and vendor credits, or both.
    TaxCodeUse(TaxUse) as "TaxCodeUse"
}

/// A rate, and from when.
#[derive(Object, Debug)]
pub struct TaxCodeRate {
    /// Until the day before the next one's.
    pub valid_from: Required<WireDate>,
    pub rate: Required<TaxRate>,
}

/// A new tax code.
#[derive(Object, Debug)]
pub struct TaxCodeInput {
    pub tax_code_id: Required<Id>,
    pub tax_code_name: Required<Name>,
    /// `both` when left out.
    pub used_for: Option<TaxCodeUse>,
    pub rates: Required<List<TaxCodeRate, 1, 100>>,
    /// Of subtype `tax`; of a reverse charge, what is owed.
    pub account_id: Required<Id>,
    /// The part of input tax that is deducted, 1 when left out; the rest stays on the account of the line.
    pub recoverable: Option<TaxRate>,
    /// Makes it a reverse charge, of purchases: the account, of subtype `tax`, of what is deducted.
    pub reverse_charge_account_id: Option<Id>,
    /// True when left out.
    pub is_active: Option<bool>,
}

/// What is to change on a tax code; what is left out stays. `rates` are all of them.
#[derive(Object, Debug)]
pub struct TaxCodeUpdate {
    pub tax_code_name: Option<Name>,
    pub used_for: Option<TaxCodeUse>,
    pub rates: Option<List<TaxCodeRate, 1, 100>>,
    pub account_id: Option<Id>,
    pub recoverable: Option<TaxRate>,
    pub reverse_charge_account_id: Nullable<Id>,
    pub is_active: Option<bool>,
}

/// Which tax a line bears, by the day of its document.
#[derive(Object, Debug)]
#[oai(rename = "TaxCode")]
pub struct TaxCodeView {
    pub tax_code_id: String,
    pub tax_code_name: String,
    pub used_for: TaxCodeUse,
    /// Ascending by day.
    pub rates: Vec<TaxCodeRate>,
    pub account_id: String,
    pub recoverable: TaxRate,
    pub reverse_charge_account_id: Nullable<String>,
    pub is_active: bool,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl From<&TaxCode> for TaxCodeView {
    fn from(code: &TaxCode) -> Self {
        let rate = |(valid_from, rate): (&Date, &Decimal)| TaxCodeRate {
            valid_from: WireDate(*valid_from).into(),
            rate: TaxRate(*rate).into(),
        };
        Self {
            tax_code_id: code.tax_code_id.clone(),
            tax_code_name: code.tax_code_name.clone(),
            used_for: code.used_for.into(),
            rates: code.rates.0.iter().map(rate).collect(),
            account_id: code.account_id.clone(),
            recoverable: code.recoverable.into(),
            reverse_charge_account_id: Nullable(Some(code.reverse_charge_account_id.clone())),
            is_active: code.is_active,
            version: code.version,
            created_at: code.created_at.into(),
            created_by: code.created_by.clone(),
            updated_at: code.updated_at.into(),
            updated_by: code.updated_by.clone(),
        }
    }
}

/// Those that could be read: of the others the faults tell.
fn rates(given: List<TaxCodeRate, 1, 100>) -> Vec<(Date, Decimal)> {
    let read = |one: TaxCodeRate| Some((one.valid_from.0?.0, one.rate.0?.0));
    given.0.into_iter().filter_map(read).collect()
}

impl TaxCodeInput {
    /// The id, and what is set.
    pub fn into_fields(self) -> (String, TaxCodeFields) {
        let fields = TaxCodeFields {
            tax_code_name: self.tax_code_name.0.map(Into::into),
            used_for: self.used_for.map(Into::into),
            rates: self.rates.0.map(rates),
            account_id: self.account_id.0.map(Into::into),
            recoverable: self.recoverable.map(|part| part.0),
            reverse_charge_account_id: Some(self.reverse_charge_account_id.map(Into::into)),
            is_active: self.is_active,
        };
        (self.tax_code_id.0.map(Into::into).unwrap_or_default(), fields)
    }
}

impl From<TaxCodeUpdate> for TaxCodeFields {
    fn from(update: TaxCodeUpdate) -> Self {
        Self {
            tax_code_name: update.tax_code_name.map(Into::into),
            used_for: update.used_for.map(Into::into),
            rates: update.rates.map(rates),
            account_id: update.account_id.map(Into::into),
            recoverable: update.recoverable.map(|part| part.0),
            reverse_charge_account_id: update.reverse_charge_account_id.0.map(|id| id.map(Into::into)),
            is_active: update.is_active,
        }
    }
}
