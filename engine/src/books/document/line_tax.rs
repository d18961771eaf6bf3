//! What the tax code of a line came to when the line was written: a later change of the code changes nothing of it.
//! See docs/rules/tax.md#lines.

use crate::values::money::Minor;

/// What a line with a tax code has besides its rate, its tax and the account of that.
#[derive(Clone, PartialEq, Debug)]
pub struct LineTax {
    pub tax_code_id: String,
    /// The part of the tax, or of a reverse charge's, that is not deducted: it stays on the line's own account.
    pub not_recoverable: Minor,
    pub reverse_charge: Option<ReverseCharge>,
}

/// The tax that the buyer owes and deducts: no part of the document's total. The line's tax account is that of what is owed.
#[derive(Clone, PartialEq, Debug)]
pub struct ReverseCharge {
    /// In the document's currency.
    pub tax: Minor,
    /// The account of what is deducted.
    pub account_id: String,
}
