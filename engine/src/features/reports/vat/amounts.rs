//! The parts of what was taxed, each with its sign.

use crate::books::ledger::TaxPart;
use crate::values::kind::Control;
use crate::values::kind::spelled::spelled;
use crate::values::money::{Minor, MoneyError};

spelled! {
    /// The side of the trade.
    TaxSide { Sales = "sales", Purchases = "purchases" }
}

impl From<Control> for TaxSide {
    fn from(control: Control) -> Self {
        match control {
            Control::Receivable => Self::Sales,
            Control::Payable => Self::Purchases,
        }
    }
}

/// What was taxed, in base currency. Of sales credits are positive, of purchases debits; a credit memo, a vendor credit and a void have
/// the opposite.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct VatAmounts {
    pub base: Minor,
    /// Owed or deducted.
    pub tax: Minor,
    /// Input tax that is not deducted.
    pub not_recoverable: Minor,
    /// What reverse charges owe, credit positive.
    pub reverse_output: Minor,
    /// What they deduct, debit positive.
    pub reverse_input: Minor,
}

/// Whether the part stands on an account of taxes.
pub const fn is_on_tax_account(part: TaxPart) -> bool {
    match part {
        TaxPart::Tax | TaxPart::ReverseOutput | TaxPart::ReverseInput => true,
        TaxPart::Base | TaxPart::NotRecoverable => false,
    }
}

impl VatAmounts {
    /// Adds what the ledger has of a part, debit positive.
    pub fn add(&mut self, side: TaxSide, part: TaxPart, amount: Minor) -> Result<(), MoneyError> {
        let of_side = || match side {
            TaxSide::Sales => amount.negated(),
            TaxSide::Purchases => Ok(amount),
        };
        let (sum, amount) = match part {
            TaxPart::Base => (&mut self.base, of_side()?),
            TaxPart::Tax => (&mut self.tax, of_side()?),
            TaxPart::NotRecoverable => (&mut self.not_recoverable, amount),
            TaxPart::ReverseOutput => (&mut self.reverse_output, amount.negated()?),
            TaxPart::ReverseInput => (&mut self.reverse_input, amount),
        };
        *sum = sum.checked_add(amount)?;
        Ok(())
    }

    pub fn owed(&self, side: TaxSide) -> Result<Minor, MoneyError> {
        match side {
            TaxSide::Sales => self.tax.checked_add(self.reverse_output),
            TaxSide::Purchases => Ok(self.reverse_output),
        }
    }

    pub fn deducted(&self, side: TaxSide) -> Result<Minor, MoneyError> {
        match side {
            TaxSide::Sales => Ok(self.reverse_input),
            TaxSide::Purchases => self.tax.checked_add(self.reverse_input),
        }
    }
}
