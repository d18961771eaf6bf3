//! PURE: what the whole ledger sums up to.

/// What all debits sum up to, of the ledger and of the documents that are approved and not posted yet.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LedgerSums {
    /// In minor units of the document's currency, over all that is in this currency.
    pub in_currency: i128,
    /// In minor units of the base currency, over all.
    pub in_base: i128,
}
