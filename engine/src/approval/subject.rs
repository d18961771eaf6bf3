//! What approval rules are asked about: a document by its type, size, departments and cost centers.

use std::collections::BTreeSet;

use super::plan::RateOverride;
use crate::kind::DocumentKind;
use crate::money::Minor;

/// What the rules are asked about.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    pub document_type: DocumentKind,
    /// The size of the document's total in base currency; see [`Subject::size`].
    pub amount: Minor,
    /// Of the lines and the header.
    pub department_ids: BTreeSet<&'a str>,
    pub cost_center_ids: BTreeSet<&'a str>,
    /// Set when the document's exchange rate was overridden.
    pub rate_override: Option<RateOverride>,
}

impl Subject<'_> {
    /// An amount by itself, of no stored document.
    pub fn of_amount(document_type: DocumentKind, amount: Minor) -> Self {
        Self {
            document_type,
            amount: Self::size(amount, None),
            department_ids: BTreeSet::new(),
            cost_center_ids: BTreeSet::new(),
            rate_override: None,
        }
    }

    /// How large a document is: its total in base currency or, where its rate was overridden and the table has another, by that
    /// rate when that is more.
    pub fn size(base_total: Minor, rate_override: Option<&RateOverride>) -> Minor {
        // An amount without a magnitude counts as larger than any bound of a rule.
        let magnitude = |amount: Minor| amount.magnitude().unwrap_or(Minor(i64::MAX));
        let by_table = match rate_override {
            Some(RateOverride::Differs { by_table, .. }) => magnitude(*by_table),
            Some(RateOverride::Unknown) | None => Minor::ZERO,
        };
        magnitude(base_total).max(by_table)
    }

    /// Whether no rate vouches for the amount.
    pub fn is_of_unknown_size(&self) -> bool {
        self.rate_override == Some(RateOverride::Unknown)
    }
}
