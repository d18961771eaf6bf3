//! PURE: the lines of a budget, as they are given. See docs/rules/budgets.md#lines.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::books::action::kind::checks::describe;
use crate::books::command::Snapshot;
use crate::features::budgets::model::{BudgetLine, MOST_LINES};
use crate::features::fiscal_years::FiscalYear;
use crate::values::error::Faults;

/// A line as it is given: what is required and missing was named when it was read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct GivenLine {
    pub account_id: Option<String>,
    pub period_id: Option<String>,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub amount: Option<Decimal>,
}

/// What no two lines of a budget have in common.
type Place = (String, String, Option<String>, Option<String>);

/// The lines in their order. What is wrong with them goes into the faults.
pub fn checked(given: &[GivenLine], year: &FiscalYear, snapshot: &Snapshot, faults: &mut Faults) -> Vec<BudgetLine> {
    if given.len() > MOST_LINES {
        faults.add("/lines", format!("must have at most {MOST_LINES} items"));
        return Vec::new();
    }
    let base = snapshot.settings.base_currency;
    let periods = year.periods(&snapshot.catalog);
    let mut lines: BTreeMap<Place, (usize, BudgetLine)> = BTreeMap::new();
    for (at, line) in given.iter().enumerate() {
        let at_field = |field: &str| format!("/lines/{at}/{field}");
        if let Some(id) = line.account_id.as_ref().filter(|id| !snapshot.catalog.accounts.contains_key(*id)) {
            faults.add(at_field("account_id"), format!("there is no account {id:?}"));
        }
        let is_of_year = |id: &&String| periods.iter().any(|period| period.period_id == **id);
        if let Some(id) = line.period_id.as_ref().filter(|id| !is_of_year(id)) {
            let why = format!("{id:?} is no accounting period of fiscal year {:?}", year.fiscal_year_id);
            faults.add(at_field("period_id"), why);
        }
        let amount = match line.amount.map(|amount| base.to_minor(amount)) {
            Some(Ok(amount)) => Some(amount),
            Some(Err(error)) => {
                faults.add(at_field("amount"), describe(error, base));
                None
            }
            None => None,
        };
        let (Some(account_id), Some(period_id), Some(amount)) = (&line.account_id, &line.period_id, amount) else {
            continue;
        };
        let line = BudgetLine {
            account_id: account_id.clone(),
            period_id: period_id.clone(),
            department_id: line.department_id.clone(),
            cost_center_id: line.cost_center_id.clone(),
            amount,
        };
        let place = (account_id.clone(), period_id.clone(), line.department_id.clone(), line.cost_center_id.clone());
        if let Some((first, _)) = lines.get(&place) {
            let why = format!("is of the same account, period, department and cost center as /lines/{first}");
            faults.add(format!("/lines/{at}"), why);
            continue;
        }
        lines.insert(place, (at, line));
    }
    lines.into_values().map(|(_, line)| line).collect()
}

/// The lines of another year in the periods of the same number in this one.
pub fn moved(
    lines: &[BudgetLine],
    (from, to): (&FiscalYear, &FiscalYear),
    snapshot: &Snapshot,
    faults: &mut Faults,
) -> Vec<BudgetLine> {
    let ids = |year: &FiscalYear| -> Vec<String> {
        year.periods(&snapshot.catalog).into_iter().map(|period| period.period_id.clone()).collect()
    };
    let (before, after) = (ids(from), ids(to));
    let same_number = |id: &String| before.iter().position(|other| other == id).and_then(|at| after.get(at));
    let mut moved = Vec::with_capacity(lines.len());
    for line in lines {
        let Some(period_id) = same_number(&line.period_id) else {
            let (id, year) = (&line.period_id, &to.fiscal_year_id);
            faults.add("/copy_of", format!("fiscal year {year:?} has no period of the number of {id:?}"));
            continue;
        };
        moved.push(BudgetLine { period_id: period_id.clone(), ..line.clone() });
    }
    moved.sort_unstable();
    moved
}
