//! What a ledger line is of the tax of its document's line: reports of taxes sum up by it. See docs/rules/tax.md#what-is-posted.

use crate::values::kind::spelled::spelled;

spelled! {
    /// The part of a line with a tax code; other lines have none.
    TaxPart {
        /// What is taxed.
        Base = "base",
        /// The tax, on its account.
        Tax = "tax",
        /// Input tax that is not deducted, on the item's own account.
        NotRecoverable = "not_recoverable",
        /// What a reverse charge owes.
        ReverseOutput = "reverse_output",
        /// What a reverse charge deducts.
        ReverseInput = "reverse_input",
    }
}
