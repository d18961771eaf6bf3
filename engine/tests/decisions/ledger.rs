//! What stands in the ledger, as a bookkeeper writes it: date, account, debit, credit, currency, and the amount in base currency,
//! debit positive.

use engine::books::ledger::{Posting, PostingLine};
use engine::values::money::Minor;

use crate::books::Books;
use crate::words::key;

impl Books {
    /// What the document put there by one of its postings: `document`, `void`, `application-1` …
    fn ledger(&self, id: &str, posting: &str) -> Vec<String> {
        let source = key(id);
        let found = self.postings.iter().find(|found| found.source == source && found.kind.name() == posting);
        let rows = found.map(|posting| posting.lines.iter().map(|line| self.ledger_line(posting, line)).collect());
        rows.unwrap_or_default()
    }

    fn ledger_line(&self, posting: &Posting, line: &PostingLine) -> String {
        let size = posting.currency.to_decimal(line.amount.magnitude().expect("an amount")).to_string();
        let (debit, credit) = match line.amount {
            Minor(0) => ("-", "-"),
            Minor(amount) if amount > 0 => (size.as_str(), "-"),
            Minor(_) => ("-", size.as_str()),
        };
        let base = self.settings.base_currency.to_decimal(line.base_amount);
        format!("{} {} {debit} {credit} {} {base}", posting.posting_date, line.account_id, posting.currency)
    }

    /// What stands on the account, debit positive, in base currency.
    pub fn balance(&self, account: &str) -> String {
        let lines = self.postings.iter().flat_map(|posting| &posting.lines).filter(|line| line.account_id == account);
        let sum = Minor::sum(lines.map(|line| line.base_amount)).expect("a sum");
        self.settings.base_currency.to_decimal(sum).to_string()
    }
}

/// Holds a posting against its table, without regard to how the columns are aligned.
#[track_caller]
pub fn ledger(books: &Books, id: &str, posting: &str, wanted: &str) {
    let joined = wanted.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let wanted: Vec<String> = joined.filter(|line| !line.is_empty()).collect();
    let found = books.ledger(id, posting);
    assert_eq!(found, wanted, "{id} {posting}:\n{}\n", found.join("\n"));
}

/// Holds the balances of accounts.
#[track_caller]
pub fn balances(books: &Books, wanted: &[(&str, &str)]) {
    for (account, balance) in wanted {
        assert_eq!(books.balance(account), *balance, "account {account}");
    }
}
