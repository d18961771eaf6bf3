//! Sections of the balance sheet and the income statement on the wire.

use engine::features::reports::section::{AccountBalance, Section};
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::Sum;
use crate::schema::document::shared::sum;
use crate::table::Cell;

/// The accounts of one type that have a balance, by id.
#[derive(Object, Debug)]
pub struct StatementSection {
    pub accounts: Vec<StatementAccount>,
    /// The sum of the accounts.
    pub total: Sum,
}

/// One account of a statement.
#[derive(Object, Debug)]
pub struct StatementAccount {
    pub account_id: String,
    pub account_name: String,
    /// In base currency, positive when it stands on the side that is natural to its type: debit for assets and expenses,
    /// credit for liabilities, equity and income.
    pub balance: Sum,
    /// With `compare`: the same of each column beside it, in their order.
    #[oai(skip_serializing_if_is_none)]
    pub comparatives: Option<Vec<Sum>>,
}

/// The columns of both statements.
pub const COLUMNS: &[&str] = &["row", "section", "account_id", "account_name", "currency", "balance"];

pub fn view(section: &Section, base: Currency) -> StatementSection {
    let account = |found: &AccountBalance| StatementAccount {
        account_id: found.account_id.clone(),
        account_name: found.account_name.clone(),
        balance: sum(found.balance, base),
        comparatives: None,
    };
    StatementSection { accounts: section.accounts.iter().map(account).collect(), total: sum(section.total, base) }
}

impl StatementSection {
    /// A row for each account.
    pub fn rows(&self, section: &str, currency: &str) -> Vec<Vec<Cell>> {
        account_rows(&self.accounts, section, currency)
    }
}

/// A row for each account.
pub fn account_rows(accounts: &[StatementAccount], section: &str, currency: &str) -> Vec<Vec<Cell>> {
    let row = |account: &StatementAccount| -> Vec<Cell> {
        let (id, name) = ((&account.account_id).into(), (&account.account_name).into());
        let mut cells = vec!["account".into(), section.into(), id, name, currency.into(), account.balance.into()];
        cells.extend(account.comparatives.iter().flatten().map(|sum| Cell::from(*sum)));
        cells
    };
    accounts.iter().map(row).collect()
}

/// A row of sums, one for each column.
pub fn sum_row(row: &str, section: &str, currency: &str, sums: impl IntoIterator<Item = Sum>) -> Vec<Cell> {
    let named = [row.into(), section.into(), Cell::Empty, Cell::Empty, currency.into()];
    named.into_iter().chain(sums.into_iter().map(Cell::from)).collect()
}
