//! What the documents of a list come to, on the wire.

use engine::features::documents::query::documents::CurrencyTotal;
use engine::values::kind::DocumentKind;
use poem_openapi::Object;

use super::shared::long_sum;
use crate::schema::Sum;

/// What documents of one currency come to.
#[derive(Object, Debug)]
pub struct CurrencyTotals {
    pub currency: String,
    /// How many they are.
    pub documents: u64,
    pub total: Sum,
    /// Null for types of which nothing is due.
    pub amount_due: Option<Sum>,
}

impl CurrencyTotals {
    pub fn of(found: &CurrencyTotal, kind: DocumentKind) -> Self {
        let sum = |minor| long_sum(minor, found.currency);
        Self {
            currency: found.currency.code().into(),
            documents: found.documents,
            total: sum(found.total),
            amount_due: kind.items().map(|_| sum(found.amount_due)),
        }
    }
}
