//! `TxsSummry`: how many entries the bank says there are, and what they come to.
//!
//! It stands before the entries. The standard does not say whether entries that are not booked are among them, so
//! figures fit when they are those of all entries, or those of the booked ones.

use super::super::fault::Reason;
use super::super::value;
use crate::values::money::{Currency, Minor};

/// What the file states, as text: it is read when the currency of the account is known.
#[derive(Default)]
pub(super) struct Summary {
    all: Stated,
    credits: Stated,
    debits: Stated,
    net: Option<String>,
    net_is_in: Option<bool>,
}

#[derive(Default)]
struct Stated {
    count: Option<String>,
    sum: Option<String>,
}

/// What was read.
#[derive(Default)]
pub(super) struct Tally {
    credits: Side,
    debits: Side,
}

#[derive(Clone, Copy, Default)]
struct Side {
    count: i128,
    sum: i128,
}

impl Tally {
    /// An entry of nothing has a side, too.
    pub fn count(&mut self, amount: Minor, is_in: bool) {
        let side = if is_in { &mut self.credits } else { &mut self.debits };
        side.count = side.count.saturating_add(1);
        side.sum = side.sum.saturating_add(i128::from(amount.0).saturating_abs());
    }

    const fn all(&self) -> Side {
        Side {
            count: self.credits.count.saturating_add(self.debits.count),
            sum: self.credits.sum.saturating_add(self.debits.sum),
        }
    }
}

impl Summary {
    /// `path` is below `TxsSummry/`.
    pub fn closed(&mut self, path: &str, text: &str) {
        let (place, text) = match path {
            "TtlNtries/NbOfNtries" => (&mut self.all.count, text),
            "TtlNtries/Sum" => (&mut self.all.sum, text),
            "TtlCdtNtries/NbOfNtries" => (&mut self.credits.count, text),
            "TtlCdtNtries/Sum" => (&mut self.credits.sum, text),
            "TtlDbtNtries/NbOfNtries" => (&mut self.debits.count, text),
            // Some banks write the sum of debits with a minus.
            "TtlDbtNtries/Sum" => (&mut self.debits.sum, text.strip_prefix('-').unwrap_or(text)),
            "TtlNtries/TtlNetNtry/Amt" | "TtlNtries/TtlNetNtryAmt" => (&mut self.net, text),
            "TtlNtries/TtlNetNtry/CdtDbtInd" | "TtlNtries/CdtDbtInd" => {
                self.net_is_in = Some(text == "CRDT");
                return;
            }
            _ => return,
        };
        *place = value::some(text);
    }

    pub fn check(&self, booked: &Tally, all: &Tally, currency: Currency) -> Result<(), Reason> {
        check_side(&self.all, ["TtlNtries/NbOfNtries", "TtlNtries/Sum"], booked.all(), all.all(), currency)?;
        let names = ["TtlCdtNtries/NbOfNtries", "TtlCdtNtries/Sum"];
        check_side(&self.credits, names, booked.credits, all.credits, currency)?;
        let names = ["TtlDbtNtries/NbOfNtries", "TtlDbtNtries/Sum"];
        check_side(&self.debits, names, booked.debits, all.debits, currency)?;
        let (Some(net), Some(is_in)) = (&self.net, self.net_is_in) else { return Ok(()) };
        let net = value::directed(value::signed(net, '.', currency)?, is_in)?;
        let expected = |tally: &Tally| tally.credits.sum.saturating_sub(tally.debits.sum);
        compare("TtlNtries/TtlNetNtry", i128::from(net.0), expected(booked), expected(all))
    }
}

fn check_side(
    stated: &Stated,
    [count_name, sum_name]: [&'static str; 2],
    booked: Side,
    all: Side,
    currency: Currency,
) -> Result<(), Reason> {
    if let Some(count) = &stated.count {
        let wrong = || Reason::Value { field: count_name, found: Reason::excerpt(count) };
        compare(count_name, i128::from(count.parse::<u64>().map_err(|_| wrong())?), booked.count, all.count)?;
    }
    if let Some(sum) = &stated.sum {
        compare(sum_name, i128::from(value::signed(sum, '.', currency)?.0), booked.sum, all.sum)?;
    }
    Ok(())
}

fn compare(field: &'static str, found: i128, booked: i128, all: i128) -> Result<(), Reason> {
    if found == booked || found == all { Ok(()) } else { Err(Reason::Trailer { field, found, expected: booked }) }
}
