//! hledger's journal format. Characters that hledger reads as syntax are replaced by look-alikes: `;` begins a comment,
//! `|` separates payee and note, `:` makes a sub-account or a tag, `[2024-01-01]` in a comment moves a posting to that
//! day.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::written::{Entry, Head, amounts, one_line};
use crate::approval::catalog::Catalog;
use crate::values::account::{Account, AccountType};
use crate::values::money::Currency;

/// The name of each account in the file, by account id.
pub struct Writer(BTreeMap<String, String>);

impl Writer {
    pub fn of(catalog: &Catalog) -> Self {
        Self(catalog.accounts.values().map(|account| (account.account_id.clone(), spelled(account))).collect())
    }

    pub fn head(&self, head: &Head<'_>) -> String {
        let base = head.base;
        let mut text =
            format!("; General ledger. Base currency {base}; balances at cost (-B) are in it.\ndecimal-mark .\n");
        let mut currencies = head.currencies.clone();
        currencies.push(base);
        currencies.sort_by_key(|currency| currency.code());
        currencies.dedup();
        for currency in currencies {
            let _ = writeln!(text, "commodity {} {currency}", sample(currency));
        }
        text.push('\n');
        for account in head.catalog.accounts.values() {
            let _ = writeln!(
                text,
                "account {}  ; type:{}",
                self.account(&account.account_id),
                letter(account.account_type)
            );
        }
        text.push('\n');
        text
    }

    pub fn entry(&self, entry: &Entry<'_>) -> String {
        let posting = &entry.journal.posting;
        let (kind, id) = (posting.source.kind, &posting.source.id);
        let memo = entry.journal.memo.as_deref().map(one_line).filter(|memo| !memo.is_empty());
        let note = plain(&memo.unwrap_or_else(|| kind.title().to_owned()));
        let description = match &entry.party {
            Some(party) => format!("{} | {note}", plain(&one_line(party))),
            None => note,
        };
        let mut text = format!("{} * ({id}) {description}\n", posting.posting_date);
        let _ = writeln!(text, "    ; document:{}, posting:{}", kind.name(), posting.kind.name());
        if let Some(reference) = &entry.journal.reference {
            let _ = writeln!(text, "    ; reference:{}", comment(reference));
        }
        for line in &posting.lines {
            let account = self.account(&line.account_id);
            let memo = line.memo.as_deref().map(comment).filter(|memo| !memo.is_empty());
            let memo = memo.map(|memo| format!("  ; {memo}")).unwrap_or_default();
            for amount in amounts(line, posting.currency, entry.base) {
                let _ = writeln!(text, "    {account}  {amount}{memo}");
            }
        }
        text.push('\n');
        text
    }

    fn account<'a>(&'a self, id: &'a str) -> &'a str {
        self.0.get(id).map_or(id, String::as_str)
    }
}

/// `<type>:<account_id> <account_name>`. The id comes first and holds no space, so the names stay unique.
fn spelled(account: &Account) -> String {
    let name = plain(&one_line(&account.account_name));
    let id = account.account_id.replace(':', "꞉");
    format!("{}:{id} {name}", account.account_type.name()).trim_end().to_owned()
}

/// Replaces the characters that begin a comment, separate payee and note, or make a sub-account.
fn plain(text: &str) -> String {
    text.replace(';', "；").replace('|', "｜").replace(':', "꞉")
}

/// Replaces those characters, and the brackets that make a date.
fn comment(text: &str) -> String {
    plain(&one_line(text)).replace('[', "［").replace(']', "］")
}

/// `1000.00`, `1000.` or `1000.000`: shows hledger the decimals of the currency.
fn sample(currency: Currency) -> String {
    let decimals = usize::try_from(currency.decimals()).unwrap_or_default();
    format!("1000.{}", "0".repeat(decimals))
}

const fn letter(account_type: AccountType) -> char {
    match account_type {
        AccountType::Asset => 'A',
        AccountType::Liability => 'L',
        AccountType::Equity => 'E',
        AccountType::Income => 'R',
        AccountType::Expense => 'X',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_syntax_is_written_with_a_look_alike() {
        for (text, written) in [
            ("Rent; March", "Rent； March"),
            ("date:2031-02-30", "date꞉2031-02-30"),
            ("[2099-01-01] later", "［2099-01-01］ later"),
            ("  two\n  lines\t|  x ", "two lines ｜ x"),
        ] {
            assert_eq!(comment(text), written, "{text:?}");
        }
    }
}
