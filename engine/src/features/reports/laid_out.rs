//! PURE: a statement by the lines of a layout. Every account stands in one group, or with the others that no group names: so the lines
//! come to what the statement comes to. See docs/rules/report-layouts.md#statements.

use std::collections::BTreeMap;

use crate::features::report_layouts::{LayoutLine, LineOf, Side};
use crate::features::reports::balance_sheet::BalanceSheet;
use crate::features::reports::cash_flow::CashFlow;
use crate::features::reports::income_statement::IncomeStatement;
use crate::features::reports::section::{AccountBalance, Section};
use crate::values::money::{Minor, MoneyError};

/// An account of a statement with what it comes to in each column, debit positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaidAccount {
    pub account_id: String,
    pub account_name: String,
    /// The side that is natural to its type.
    pub natural: Side,
    pub balances: Vec<Minor>,
}

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    Group,
    Subtotal,
    /// The accounts of one natural side that no group names.
    Other,
}

/// A line of a statement that is laid out. Its balances are positive on the side that it shows as positive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaidLine {
    pub line_id: String,
    pub title: String,
    pub kind: LineKind,
    pub positive: Side,
    pub accounts: Vec<LaidAccount>,
    /// One for each column.
    pub totals: Vec<Minor>,
}

/// A statement whose accounts can be laid out.
pub trait LaidOut {
    /// The lines of what no group names, by the side that is natural to it: their ids and titles.
    const OTHERS: [(Side, &'static str, &'static str); 2] = [
        (Side::Debit, "other_debit", "Other accounts (debit)"),
        (Side::Credit, "other_credit", "Other accounts (credit)"),
    ];

    /// Its sections, each with the side that is natural to its accounts.
    fn sections(&self) -> Result<Vec<(Side, Section)>, MoneyError>;
}

impl LaidOut for IncomeStatement {
    fn sections(&self) -> Result<Vec<(Side, Section)>, MoneyError> {
        Ok(vec![(Side::Credit, self.income.clone()), (Side::Debit, self.expenses.clone())])
    }
}

impl LaidOut for BalanceSheet {
    fn sections(&self) -> Result<Vec<(Side, Section)>, MoneyError> {
        let earned = [
            ("current_earnings", "Current earnings", self.current_earnings),
            ("earlier_earnings", "Earlier earnings", self.earlier_earnings),
            ("balancing_item", "Balancing item", self.balancing_item),
        ];
        let mut equity = self.equity.clone();
        equity.accounts.extend(figures(earned));
        Ok(vec![(Side::Debit, self.assets.clone()), (Side::Credit, self.liabilities.clone()), (Side::Credit, equity)])
    }
}

/// Money that came in stands on the credit side of what it came from, whatever the type of that account is.
impl LaidOut for CashFlow {
    const OTHERS: [(Side, &'static str, &'static str); 2] =
        [(Side::Debit, "other_debit", "Other accounts"), (Side::Credit, "other_credit", "Other accounts")];

    fn sections(&self) -> Result<Vec<(Side, Section)>, MoneyError> {
        // The net income has what revaluations of money gained: that is taken out of it, so that it counts once.
        let (earned, not_received) = match self.net_income {
            Some(earned) => (earned, self.exchange_effect.negated()?),
            None => (Minor::ZERO, Minor::ZERO),
        };
        let told = [
            ("net_income", "Net income", earned),
            ("exchange_in_income", "Exchange effect in net income", not_received),
            ("exchange_effect", "Exchange effect on cash", self.exchange_effect),
        ];
        let accounts = figures(told);
        let total = Minor::sum(accounts.iter().map(|figure| figure.balance))?;
        let sections = [&self.operating, &self.investing, &self.financing, &Section { accounts, total }];
        Ok(sections.map(|section| (Side::Credit, section.clone())).to_vec())
    }
}

/// Figures of a statement that are named like accounts.
fn figures<const N: usize>(told: [(&str, &str, Minor); N]) -> Vec<AccountBalance> {
    let told = told.into_iter().filter(|(_, _, balance)| !balance.is_zero());
    let account = |(id, name, balance): (&str, &str, Minor)| AccountBalance {
        account_id: id.to_owned(),
        account_name: name.to_owned(),
        balance,
    };
    told.map(account).collect()
}

/// The accounts of all columns, the statement's own first, by id.
fn accounts<S: LaidOut>(columns: &[&S]) -> Result<Vec<LaidAccount>, MoneyError> {
    let mut found: BTreeMap<String, LaidAccount> = BTreeMap::new();
    for (at, column) in columns.iter().enumerate() {
        for (natural, section) in column.sections()? {
            for AccountBalance { account_id, account_name, balance } in section.accounts {
                let new = LaidAccount {
                    account_id: account_id.clone(),
                    account_name,
                    natural,
                    balances: vec![Minor::ZERO; columns.len()],
                };
                let account = found.entry(account_id).or_insert(new);
                if let Some(own) = account.balances.get_mut(at) {
                    *own = on_side(natural, balance)?;
                }
            }
        }
    }
    Ok(found.into_values().collect())
}

/// From debit positive to this side, and back.
fn on_side(side: Side, balance: Minor) -> Result<Minor, MoneyError> {
    match side {
        Side::Debit => Ok(balance),
        Side::Credit => balance.negated(),
    }
}

/// The lines, and after them what no group names: first what is natural on the debit side, then on the credit side.
pub fn lay_out<S: LaidOut>(lines: &[LayoutLine], columns: &[&S]) -> Result<Vec<LaidLine>, MoneyError> {
    let mut left = accounts(columns)?;
    let mut laid = Vec::with_capacity(lines.len());
    // Debit positive, by the ids of the lines.
    let mut sums: BTreeMap<&str, Vec<Minor>> = BTreeMap::new();
    for line in lines {
        let (kind, own, sum) = match &line.of {
            LineOf::Accounts(named) => {
                let (own, others): (Vec<_>, Vec<_>) =
                    left.into_iter().partition(|account| named.iter().any(|named| named.has(&account.account_id)));
                left = others;
                let sum = added(own.iter().map(|account| &account.balances), columns.len())?;
                (LineKind::Group, own, sum)
            }
            LineOf::Lines(ids) => {
                let parts = ids.iter().filter_map(|id| sums.get(id.as_str()));
                (LineKind::Subtotal, Vec::new(), added(parts, columns.len())?)
            }
        };
        sums.insert(&line.line_id, sum.clone());
        laid.push(shown((&line.line_id, &line.title), kind, line.positive, own, sum)?);
    }
    for (side, id, title) in S::OTHERS {
        let own: Vec<LaidAccount> = left.iter().filter(|account| account.natural == side).cloned().collect();
        if !own.is_empty() {
            let sum = added(own.iter().map(|account| &account.balances), columns.len())?;
            laid.push(shown((id, title), LineKind::Other, side, own, sum)?);
        }
    }
    Ok(laid)
}

fn added<'a>(parts: impl Iterator<Item = &'a Vec<Minor>>, columns: usize) -> Result<Vec<Minor>, MoneyError> {
    let mut sums = vec![Minor::ZERO; columns];
    for part in parts {
        for (sum, more) in sums.iter_mut().zip(part) {
            *sum = sum.checked_add(*more)?;
        }
    }
    Ok(sums)
}

/// The line with its balances on the side that it shows.
fn shown(
    (line_id, title): (&str, &str),
    kind: LineKind,
    positive: Side,
    mut accounts: Vec<LaidAccount>,
    sum: Vec<Minor>,
) -> Result<LaidLine, MoneyError> {
    let turned = |balances: Vec<Minor>| balances.into_iter().map(|balance| on_side(positive, balance)).collect();
    for account in &mut accounts {
        let turned: Result<Vec<Minor>, MoneyError> = turned(std::mem::take(&mut account.balances));
        account.balances = turned?;
    }
    let totals: Result<Vec<Minor>, MoneyError> = turned(sum);
    Ok(LaidLine { line_id: line_id.to_owned(), title: title.to_owned(), kind, positive, accounts, totals: totals? })
}

#[cfg(test)]
mod tests;
