//! What a format writes: the file's head and its postings; and how every format writes amounts and texts.

use crate::approval::catalog::Catalog;
use crate::books::ledger::PostingLine;
use crate::features::reports::JournalPosting;
use crate::values::clock::Date;
use crate::values::money::{Currency, Minor};

/// The content of the file's head.
pub(super) struct Head<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) base: Currency,
    pub(super) currencies: Vec<Currency>,
    /// The day of the first posting, when there is one.
    pub(super) first: Option<Date>,
}

/// A posting with everything that a format writes about it.
pub(super) struct Entry<'a> {
    pub(super) journal: &'a JournalPosting,
    /// The party's name or, without one in the directory, its id.
    pub(super) party: Option<String>,
    pub(super) base: Currency,
}

/// A line's amount as both formats write it; in a foreign currency with the total price in base currency. When the two
/// have different signs, which earlier roundings can cause, the line becomes two amounts.
pub(super) fn amounts(line: &PostingLine, currency: Currency, base: Currency) -> Vec<String> {
    let (amount, base_amount) = (line.amount, line.base_amount);
    if currency == base || amount.is_zero() {
        return vec![money(base_amount, base)];
    }
    let is_crossed = amount.0.signum().checked_mul(base_amount.0.signum()) == Some(-1);
    match base_amount.magnitude() {
        Ok(price) if !is_crossed => vec![format!("{} @@ {}", money(amount, currency), money(price, base))],
        Ok(_) | Err(_) => {
            vec![format!("{} @@ {}", money(amount, currency), money(Minor::ZERO, base)), money(base_amount, base)]
        }
    }
}

/// The amount with all its decimals, a space, and its currency.
fn money(amount: Minor, currency: Currency) -> String {
    format!("{} {currency}", currency.to_decimal(amount))
}

/// The text with every run of white space and control characters as one space.
pub(super) fn one_line(text: &str) -> String {
    let plain = text.replace(|letter: char| letter.is_control(), " ");
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
