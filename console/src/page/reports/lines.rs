//! What pages of posting lines share: names with a way to their page, amounts in another currency, and how long a page is.

use crate::interface::query::GetGeneralLedger;
use crate::visit::Visit;

/// A name with its page, where it has one.
pub struct Named {
    pub label: String,
    pub to: Option<String>,
}

/// Whether an amount is nothing; every line has one side that is.
pub fn is_zero(text: &str) -> bool {
    text.chars().all(|letter| matches!(letter, '0' | '.' | '-'))
}

/// The amount in the document's currency; empty when that is the base currency.
pub fn foreign(visit: &Visit, amount: &str, currency: &str, base: &str) -> String {
    if currency == base { String::new() } else { format!("{} {currency}", visit.amount(amount, currency)) }
}

/// How many lines a page has: as many as fit on a screen, or as a page can have; with the addresses of both.
pub fn sizes(visit: &Visit) -> (&'static str, Vec<(&'static str, String, bool)>) {
    let size = if visit.query.given(GetGeneralLedger::LIMIT) == Some("200") { "200" } else { "50" };
    let sizes = ["50", "200"].map(|one| {
        let query = visit.query.with(GetGeneralLedger::CURSOR, None).with(GetGeneralLedger::LIMIT, Some(one));
        (one, query.address(&visit.path), one == size)
    });
    (size, sizes.into())
}
