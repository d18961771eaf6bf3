//! Reports: every figure leads to what it is made of.

mod aging;
mod balance_sheet;
mod budget;
mod by_dimension;
mod cash_flow;
mod chart;
mod download;
mod export;
mod filter;
mod general_ledger;
mod income_statement;
mod journal;
mod lines;
mod overview;
mod period;
mod sheet;
mod statement_of_account;
mod trial_balance;
mod vat;

use poem::get;

use super::door::Door;
use super::routes::Routes;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    let route = route
        .at("/reports", get(door.page(overview::show)))
        .at("/reports/trial-balance", get(door.page(trial_balance::show)))
        .at("/reports/balance-sheet", get(door.page(balance_sheet::show)))
        .at("/reports/income-statement", get(door.page(income_statement::show)))
        .at("/reports/cash-flow", get(door.page(cash_flow::show)))
        .at("/reports/by-dimension", get(door.page(by_dimension::show)))
        .at("/reports/budget-vs-actual", get(door.page(budget::show)))
        .at("/reports/vat", get(door.page(vat::show)))
        .at("/reports/aging", get(door.page(aging::show)))
        .at("/reports/general-ledger", get(door.page(general_ledger::show)))
        .at("/reports/journal", get(door.page(journal::show)))
        .at("/reports/statement-of-account", get(door.page(statement_of_account::show)))
        .at("/reports/export", get(door.page(export::show)));
    download::ALL.iter().fold(route, |route, path| route.at(path, get(door.page(download::send))))
}
