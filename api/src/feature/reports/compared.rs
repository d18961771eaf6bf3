//! What a statement is held beside: columns of other days. See docs/rules/reports.md#comparatives.

use std::collections::BTreeMap;

use engine::features::reports::comparatives::{self, Comparison, MOST_COLUMNS};
use engine::features::reports::section::Section;
use engine::values::error::Faults;
use engine::values::money::{Currency, Minor};

use super::section::{StatementAccount, StatementSection, view};
use crate::problem::Problem;
use crate::schema::WireDate;
use crate::schema::document::shared::sum;
use crate::schema::leaf::wire_word;

wire_word! {
    /// What stands beside a statement.
    Compare(comparatives::Compare) as "Compare"
}

/// What was asked for; two columns unless more are.
pub fn comparison(compare: Option<Compare>, columns: Option<u64>) -> Result<Option<Comparison>, Problem> {
    let mut faults = Faults::default();
    let compared = compared(compare, columns, &mut faults);
    faults.or(compared).map_err(Problem::from)
}

/// The same, where more may be wrong.
pub fn compared(compare: Option<Compare>, columns: Option<u64>, faults: &mut Faults) -> Option<Comparison> {
    let columns = columns.map_or(Some(2), |columns| u32::try_from(columns).ok());
    let beside = columns.and_then(|columns| columns.checked_sub(1)).filter(|beside| (1..MOST_COLUMNS).contains(beside));
    if beside.is_none() {
        faults.add("columns", format!("must be from 2 to {MOST_COLUMNS}"));
    }
    compare.zip(beside).map(|(with, columns)| Comparison { with: with.0, columns })
}

/// A section of a statement, with its columns where other statements stand beside it.
pub fn section_of<S>(own: &S, beside: Option<&[S]>, of: fn(&S) -> &Section, base: Currency) -> StatementSection {
    match beside {
        Some(beside) => section(of(own), &beside.iter().map(of).collect::<Vec<_>>(), base),
        None => view(of(own), base),
    }
}

/// The name of a column of days, or of a part, in tables.
pub fn named(from: WireDate, to: WireDate, part: Option<&str>) -> String {
    part.map_or_else(|| format!("balance {from}..{to}"), |part| format!("balance {part}"))
}

/// A section with its columns: the accounts of all of them, with 0 where one has no balance.
fn section(own: &Section, beside: &[&Section], base: Currency) -> StatementSection {
    let zero = sum(Minor::ZERO, base);
    let mut accounts: BTreeMap<String, StatementAccount> = BTreeMap::new();
    for account in view(own, base).accounts {
        accounts.insert(account.account_id.clone(), account);
    }
    for account in beside.iter().flat_map(|section| view(section, base).accounts) {
        accounts.entry(account.account_id.clone()).or_insert(StatementAccount { balance: zero, ..account });
    }
    let columns: Vec<BTreeMap<&str, Minor>> = beside.iter().map(|section| balances(section)).collect();
    for (id, account) in &mut accounts {
        let of = |column: &BTreeMap<&str, Minor>| column.get(id.as_str()).map_or(zero, |balance| sum(*balance, base));
        account.comparatives = Some(columns.iter().map(of).collect());
    }
    StatementSection { accounts: accounts.into_values().collect(), total: sum(own.total, base) }
}

fn balances(section: &Section) -> BTreeMap<&str, Minor> {
    section.accounts.iter().map(|account| (account.account_id.as_str(), account.balance)).collect()
}
