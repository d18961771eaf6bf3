//! beancount's format. Texts are quoted strings and need no replacements. Account names may contain few characters, so
//! each account gets a name of its own, with its id and name as metadata of the `open` directive.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};

use super::written::{Entry, Head, amounts};
use crate::approval::catalog::Catalog;
use crate::values::account::{Account, AccountType};
use crate::values::clock::Date;
use crate::values::money::Currency;

/// The name of each account in the file, by account id.
pub struct Writer(BTreeMap<String, String>);

impl Writer {
    pub fn of(catalog: &Catalog) -> Self {
        Self(spell(catalog))
    }

    pub fn head(&self, head: &Head<'_>) -> String {
        let base = head.base;
        let mut text = String::from("option \"title\" \"General ledger\"\n");
        let _ = writeln!(text, "option \"operating_currency\" \"{base}\"");
        let _ = writeln!(text, "option \"inferred_tolerance_default\" \"{base}:{}\"\n", tolerance(base));
        let day = head.first.unwrap_or(Date::FIRST);
        for account in head.catalog.accounts.values() {
            let _ = write!(text, "{day} open {}", self.account(&account.account_id));
            // Differences of rounding and of exchange rates are in base currency on any account; one that is kept in it takes any currency.
            if let Some(currency) = account.currency.filter(|currency| *currency != base) {
                let _ = write!(text, " {currency},{base}");
            }
            let (id, name) = (quoted(&account.account_id), quoted(&account.account_name));
            let _ = writeln!(text, "\n  account_id: {id}\n  account_name: {name}");
        }
        text.push('\n');
        text
    }

    pub fn entry(&self, entry: &Entry<'_>) -> String {
        let posting = &entry.journal.posting;
        let kind = posting.source.kind;
        let narration = quoted(entry.journal.memo.as_deref().unwrap_or(kind.title()));
        let payee = entry.party.as_deref().map(|party| format!("{} ", quoted(party))).unwrap_or_default();
        let mut text = format!("{} * {payee}{narration}\n", posting.posting_date);
        let (id, name) = (quoted(&posting.source.id), kind.name());
        let _ =
            writeln!(text, "  document_id: {id}\n  document_type: \"{name}\"\n  posting: \"{}\"", posting.kind.name());
        if let Some(reference) = &entry.journal.reference {
            let _ = writeln!(text, "  reference: {}", quoted(reference));
        }
        for line in &posting.lines {
            let account = self.account(&line.account_id);
            for amount in amounts(line, posting.currency, entry.base) {
                let _ = writeln!(text, "  {account}  {amount}");
                if let Some(memo) = &line.memo {
                    let _ = writeln!(text, "    memo: {}", quoted(memo));
                }
            }
        }
        text.push('\n');
        text
    }

    fn account<'a>(&'a self, id: &'a str) -> &'a str {
        self.0.get(id).map_or(id, String::as_str)
    }
}

/// A thousandth of the base currency's minor unit. beancount turns a total price into a price each, of 28 digits, and
/// back; the rounding of that is far smaller, and a whole missing minor unit is still reported.
fn tolerance(base: Currency) -> String {
    let zeros = usize::try_from(base.decimals()).unwrap_or_default().saturating_add(2);
    format!("0.{}1", "0".repeat(zeros))
}

/// Every account's name: root, then id and name in letters, digits and dashes. Accounts whose names would be the same,
/// or whose id lost a letter, also get a part of the id's SHA-256, so that a name does not depend on the other
/// accounts.
fn spell(catalog: &Catalog) -> BTreeMap<String, String> {
    let mut owners: BTreeMap<String, u32> = BTreeMap::new();
    for account in catalog.accounts.values() {
        let count = owners.entry(short(account)).or_default();
        *count = count.saturating_add(1);
    }
    let name = |account: &Account| {
        let short = short(account);
        let is_shared = owners.get(&short).is_some_and(|count| *count > 1);
        let is_kept = account.account_id.chars().all(|letter| letter.is_ascii_alphanumeric());
        if is_shared || !is_kept { format!("{short}-{}", fingerprint(&account.account_id)) } else { short }
    };
    catalog.accounts.values().map(|account| (account.account_id.clone(), name(account))).collect()
}

fn short(account: &Account) -> String {
    let id = component(&account.account_id);
    let name = component(&account.account_name);
    let dash = if name.is_empty() { "" } else { "-" };
    format!("{}:{}{dash}{name}", root(account.account_type), capital(&id))
}

const fn root(account_type: AccountType) -> &'static str {
    match account_type {
        AccountType::Asset => "Assets",
        AccountType::Liability => "Liabilities",
        AccountType::Equity => "Equity",
        AccountType::Income => "Income",
        AccountType::Expense => "Expenses",
    }
}

/// ASCII letters and digits, with a dash for every run of anything else.
fn component(text: &str) -> String {
    let parts = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// A component begins with a capital or a digit.
fn capital(id: &str) -> String {
    let mut letters = id.chars();
    let first = letters.next().map_or('X', |first| first.to_ascii_uppercase());
    std::iter::once(first).chain(letters).collect()
}

fn fingerprint(id: &str) -> String {
    crate::values::id::hex(&Sha256::digest(id)).chars().take(8).collect()
}

/// A quoted string on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            other if other.is_control() => quoted.push(' '),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::clock::Timestamp;

    fn account(id: &str, name: &str) -> Account {
        Account {
            account_id: id.into(),
            account_name: name.into(),
            account_type: AccountType::Asset,
            subtype: None,
            currency: None,
            is_active: true,
            required_dimensions: std::collections::BTreeSet::new(),
            version: 1,
            created_at: Timestamp::from_micros(0),
            created_by: "a".into(),
        }
    }

    #[test]
    fn names_have_beancounts_alphabet_and_stay_unique() {
        let accounts = [
            ("1000", "Cash at bank"),
            ("10", "Cash"),
            ("10-Cash", ""),
            ("cash", "Petty cash"),
            ("Cash", "Petty cash"),
            ("a:b", "X"),
            ("a_b", "X"),
            ("...", "現金"),
        ];
        let catalog = Catalog {
            accounts: accounts.into_iter().map(|(id, name)| account(id, name)).collect(),
            ..Catalog::default()
        };
        let spelled = spell(&catalog);
        assert_eq!(spelled["1000"], "Assets:1000-Cash-at-bank");
        let mut names: Vec<_> = spelled.values().cloned().collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), accounts.len(), "{spelled:?}");
        for name in names {
            let (_, component) = name.split_once(':').expect("a root");
            assert!(
                component.starts_with(|first: char| first.is_ascii_uppercase() || first.is_ascii_digit()),
                "{name}"
            );
            assert!(component.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'), "{name}");
        }
    }

    #[test]
    fn a_text_comes_back_as_it_was() {
        assert_eq!(quoted("say \"a\\b\"\nnew | ; 🎉"), r#""say \"a\\b\"\nnew | ; 🎉""#);
    }
}
