//! A line of a bank statement as a page of matching shows it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::offer::Offer;
use crate::fields::Fields;
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
        let (id, amount) = (line.text("line_id"), line.text("amount"));
        let bounce = bounces.iter().find(|bounce| bounce.text("line_id") == id);
        let counterparty = line.given("counterparty_name").or_else(|| line.given("counterparty_account"));
        Self {
            place,
            date: visit.reader.date(&line.text("date")),
            counterparty: counterparty.unwrap_or_default(),
            text: line.text("text"),
            reference: line.given("end_to_end_id").or_else(|| line.given("bank_reference")).unwrap_or_default(),
            figure: visit.amount(&amount, &line.text("currency")),
            is_out: amount.starts_with('-'),
            is_ticked: ticked.contains(id.as_str()),
            bounce: bounce.map(|bounce| bounce.text("text")).unwrap_or_default(),
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

/// A new entry with the day, the amount on the account's side, and what the bank says of it.
fn entry(line: &Value) -> String {
    let said = [line.text("counterparty_name"), line.text("text")];
    let memo = said.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(": ");
    let memo: String = memo.chars().take(200).collect();
    let amount = line.text("amount");
    let (side, figure) =
        amount.strip_prefix('-').map_or(("line.debit", amount.as_str()), |figure| ("line.credit", figure));
    Fields::default()
        .with("tran_date", Some(&line.text("date")))
        .with("memo", Some(&memo))
        .with("currency", Some(&line.text("currency")))
        .with("line.account_id", Some(&line.text("account_id")))
        .with(side, Some(figure))
        .address("/new/journal-entries")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::entry;

    #[test]
    fn an_entry_begins_with_what_the_line_says() {
        let line =
            json!({ "account_id": "1000", "date": "2026-03-31", "amount": -25.0, "currency": "USD", "text": "Fee" });
        let address =
            "/new/journal-entries?tran_date=2026-03-31&memo=Fee&currency=USD&line.account_id=1000&line.credit=25.0";
        assert_eq!(entry(&line), address);
    }
}
