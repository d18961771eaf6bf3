//! A line of a bank statement as a page of matching shows it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::offer::Offer;
use crate::fields::Fields;
use crate::interface::schema::{BankStatementLine, BouncedLine};
use crate::json::Members;
use crate::visit::Visit;

/// One line that waits.
pub struct Line {
    pub id: String,
    pub place: usize,
    pub date: String,
    pub counterparty: String,
    pub text: String,
    pub reference: String,
    /// As JSON has it, for sums.
    pub amount: String,
    pub figure: String,
    pub is_out: bool,
    pub is_ticked: bool,
    /// What says that it takes an earlier line back.
    pub bounce: String,
    /// The form of an entry with what the line says.
    pub entry: String,
    pub offers: Vec<Offer>,
}

impl Line {
    pub fn of(visit: &Visit, line: &Value, place: usize, ticked: &BTreeSet<&str>, bounces: &[Value]) -> Self {
        let (id, amount) = (line.text(BankStatementLine::LINE_ID), line.text(BankStatementLine::AMOUNT));
        let bounce = bounces.iter().find(|bounce| bounce.text(BouncedLine::LINE_ID) == id);
        let counterparty = line
            .given(BankStatementLine::COUNTERPARTY_NAME)
            .or_else(|| line.given(BankStatementLine::COUNTERPARTY_ACCOUNT));
        Self {
            place,
            date: visit.reader.date(&line.text(BankStatementLine::DATE)),
            counterparty: counterparty.unwrap_or_default(),
            text: line.text(BankStatementLine::TEXT),
            reference: line
                .given(BankStatementLine::END_TO_END_ID)
                .or_else(|| line.given(BankStatementLine::BANK_REFERENCE))
                .unwrap_or_default(),
            figure: visit.amount(&amount, &line.text(BankStatementLine::CURRENCY)),
            is_out: amount.starts_with('-'),
            is_ticked: ticked.contains(id.as_str()),
            bounce: bounce.map(|bounce| bounce.text(BouncedLine::TEXT)).unwrap_or_default(),
            entry: entry(line),
            offers: Vec::new(),
            amount,
            id,
        }
    }

    pub fn best(&self) -> Option<&Offer> {
        self.offers.first()
    }

    pub fn further(&self) -> &[Offer] {
        self.offers.get(1..).unwrap_or_default()
    }
}

/// A new entry with the day, the amount on the account's side, and what the bank says of it. It bears the line's id, by which the two are
/// known to belong together.
fn entry(line: &Value) -> String {
    let said = [line.text(BankStatementLine::COUNTERPARTY_NAME), line.text(BankStatementLine::TEXT)];
    let memo = said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
    let memo: String = memo.chars().take(200).collect();
    let amount = line.text(BankStatementLine::AMOUNT);
    let (side, figure) =
        amount.strip_prefix('-').map_or(("line.debit", amount.as_str()), |figure| ("line.credit", figure));
    Fields::default()
        .with("journal_entry_id", Some(&line.text(BankStatementLine::LINE_ID)))
        .with("tran_date", Some(&line.text(BankStatementLine::DATE)))
        .with("memo", Some(&memo))
        .with("currency", Some(&line.text(BankStatementLine::CURRENCY)))
        .with("line.account_id", Some(&line.text(BankStatementLine::ACCOUNT_ID)))
        .with(side, Some(figure))
        .address("/new/journal-entries")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::entry;

    #[test]
    fn an_entry_begins_with_what_the_line_says() {
        let line = json!({ "line_id": "BST-1-13", "account_id": "1000", "date": "2026-03-31", "amount": -25.0,
            "currency": "USD", "text": "Fee" });
        let address = "/new/journal-entries?journal_entry_id=BST-1-13&tran_date=2026-03-31&memo=Fee&currency=USD&line.account_id=1000&line.credit=25.0";
        assert_eq!(entry(&line), address);
    }
}
