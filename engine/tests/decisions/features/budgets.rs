//! Budgets. See docs/rules/budgets.md.
//!
//! `create budget BG-1, of FY1, line 6000 2024-01 100.00` keeps one with a line, of a department and a cost center where these follow;
//! `edit budget BG-1, line …` writes its lines anew, `empty` takes them all.

use engine::features::budgets::commands::create::CreateBudget;
use engine::features::budgets::commands::edit::EditBudget;
use engine::features::budgets::commands::given::GivenLine;
use engine::features::budgets::commands::step::{ActivateBudget, LockBudget};
use engine::features::budgets::model::{Budget, BudgetLine, Standing};
use engine::features::budgets::records::{BudgetChange, BudgetState, WantedBudget};
use engine::values::money::Minor;

use crate::books::{Asked, Books};
use crate::outcome::amount;
use crate::table::{cases, story};
use crate::words::{Said, decimal};

/// A budget with its lines.
pub(crate) type Kept = (Budget, Vec<BudgetLine>);

/// `budget BG-1 version 1 of FY1 draft, 2 lines`, with what they come to where they are written.
pub(crate) fn changed(change: &BudgetChange, books: &Books) -> String {
    let of = &change.budget;
    let base = books.settings.base_currency;
    let sum = change.lines.as_ref().map_or_else(String::new, |lines| {
        let sum = Minor::sum(lines.iter().map(|line| line.amount)).expect("small sums");
        format!(" of {} in all", amount(sum, base))
    });
    let (id, number, year) = (&of.budget_id, of.version_number, &of.fiscal_year_id);
    format!("budget {id} version {number} of {year} {}, {} lines{sum}", of.standing.name(), of.line_count)
}

/// Keeps it as the tables would.
pub(crate) fn kept(books: &mut Books, change: &BudgetChange) {
    let id = &change.budget.budget_id;
    let before = books.budgets.remove(id);
    let version = before.as_ref().map_or(1, |(before, _)| before.version + 1);
    assert_eq!(change.budget.version, version, "the version of a budget");
    let lines = change.lines.clone().or(before.map(|(_, lines)| lines)).unwrap_or_default();
    books.budgets.insert(id.clone(), ((*change.budget).clone(), lines));
}

/// What a command sees.
pub(crate) fn seen(books: &Books, wanted: &WantedBudget) -> BudgetState {
    let budget = books.budgets.get(&wanted.budget_id).map(|(budget, _)| budget.clone());
    let copied = wanted.copy_of.as_ref().and_then(|id| books.budgets.get(id)).cloned();
    let all = || books.budgets.values().map(|(budget, _)| budget);
    let active = budget.as_ref().and_then(|of| {
        let is_active =
            |other: &&Budget| other.standing == Standing::Active && other.fiscal_year_id == of.fiscal_year_id;
        all().find(is_active).cloned()
    });
    let year = wanted.in_year.clone().or_else(|| copied.as_ref().map(|(copied, _)| copied.fiscal_year_id.clone()));
    let of_year = all().filter(|budget| Some(&budget.fiscal_year_id) == year.as_ref());
    let versions = of_year.map(|budget| budget.version_number).max().unwrap_or_default();
    BudgetState { budget, active, copied, versions }
}

pub(crate) fn words(verb: &str, id: &str, said: &mut Said) -> Box<dyn Asked> {
    let budget_id = id.to_owned();
    match verb {
        "create" => Box::new(CreateBudget {
            budget_id,
            budget_name: said.text("name", Some(id)),
            fiscal_year_id: said.text("of", None),
            copy_of: said.text("copies", None),
            lines: lines(said),
            faults: said.faults(),
        }),
        "edit" => Box::new(EditBudget {
            budget_id,
            budget_name: said.text("name", None),
            lines: lines(said),
            faults: said.faults(),
        }),
        "activate" => Box::new(ActivateBudget { budget_id, faults: said.faults() }),
        "lock" => Box::new(LockBudget { budget_id, faults: said.faults() }),
        verb => panic!("nobody can {verb} a budget"),
    }
}

fn lines(said: &mut Said) -> Option<Vec<GivenLine>> {
    if said.has("empty") {
        return Some(Vec::new());
    }
    let each = said.each(&["line"]);
    let line = |words: &Vec<String>| GivenLine {
        account_id: Some(words[1].clone()),
        period_id: Some(words[2].clone()),
        amount: Some(decimal(&words[3])),
        department_id: words.get(4).cloned(),
        cost_center_id: words.get(5).cloned(),
    };
    (!each.is_empty()).then(|| each.iter().map(line).collect())
}

/// A year of three months, and the next one of one month.
fn years() -> Books {
    Books::demo().given(
        "
        alma | create year FY1, from 2024-01-01, to 2024-03-31
        alma | create year FY2, from 2024-04-01, to 2024-04-30
        ",
    )
}

#[test]
fn create() {
    cases(
        &years().given("abel | create budget BG-0, of FY1, line 6000 2024-01 10.00, line 4000 2024-03 30.00"),
        "
        abel | create budget BG-1, of FY2 | budget BG-1 version 1 of FY2 draft, 0 lines of 0.00 in all; trail Created
             |                            | BG-1
        abel | create budget BG-1, of FY1, line 6000 2024-02 1.00 D-1, line 6000 2024-02 2.00, line 6000 2024-01 -3.00 | budget BG-1 version 2 of FY1 draft, 3 lines of
             |                                                                                                         | 0.00 in all; trail Created BG-1
        abel | create budget BG-1, copies BG-0 | budget BG-1 version 2 of FY1 draft, 2 lines of 40.00 in all; trail
             |                                 | Created BG-1
        abel | create budget BG-1, copies BG-0, of FY2 | refused invalid: /copy_of fiscal year 'FY2' has no period of
             |                                         | the number of '2024-03'
        abel | create budget BG-1, copies BG-9 | refused invalid: /copy_of there is no budget 'BG-9'
        abel | create budget BG-1, copies BG-0, line 6000 2024-01 1.00 | refused invalid: /lines is not given beside
             |                                                         | copy_of
        abel | create budget BG-0, of FY1 | refused already_exists /budget_id: budget 'BG-0' exists already
        abel | create budget BG-1 | refused invalid: /fiscal_year_id is required
        abel | create budget BG-1, of FY9, no name | refused invalid: /fiscal_year_id there is no fiscal year 'FY9'
        abel | create budget BG-1, of FY1, line 9999 2024-04 1.005, line 6000 2024-01 1.00, line 6000 2024-01 2.00 | refused invalid: /lines/0/account_id there is no
             |                                                                                                     | account '9999', /lines/0/period_id '2024-04' is no
             |                                                                                                     | accounting period of fiscal year 'FY1',
             |                                                                                                     | /lines/0/amount has more decimals than USD has
             |                                                                                                     | (2), /lines/2 is of the same account, period,
             |                                                                                                     | department and cost center as /lines/1
        carl | create budget BG-1, of FY1 | refused forbidden: needs the permission budget.write
        vera | create budget BG-1, of FY1 | refused forbidden: needs the permission budget.write
        ",
    );
}

#[test]
fn a_copy_for_another_year_goes_by_the_numbers_of_the_periods() {
    cases(
        &years().given("abel | create budget BG-0, of FY1, line 6000 2024-01 10.00"),
        "
        abel | create budget BG-1, copies BG-0, of FY2 | budget BG-1 version 1 of FY2 draft, 1 lines of 10.00 in all;
             |                                         | trail Created BG-1
        ",
    );
}

#[test]
fn versions() {
    story(
        &years(),
        "
        abel | create budget BG-1, of FY1, line 6000 2024-01 100.00 | budget BG-1 version 1 of FY1 draft, 1 lines of
             |                                                      | 100.00 in all; trail Created BG-1
        abel | create budget BG-2, of FY1 | budget BG-2 version 2 of FY1 draft, 0 lines of 0.00 in all; trail Created
             |                            | BG-2
        abel | edit budget BG-1, line 6000 2024-01 110.00, line 6000 2024-02 110.00 | budget BG-1 version 1 of FY1 draft, 2 lines of
             |                                                                      | 220.00 in all; trail Updated BG-1
        abel | edit budget BG-1, line 6000 2024-02 110.00, line 6000 2024-01 110.00 | nothing
        abel | edit budget BG-1, name First | budget BG-1 version 1 of FY1 draft, 2 lines; trail Updated BG-1
        abel | activate budget BG-2 | refused wrong_status: budget 'BG-2' has no lines
        abel | activate budget BG-1 | budget BG-1 version 1 of FY1 active, 2 lines; trail Activated BG-1
        abel | activate budget BG-1 | refused wrong_status: budget 'BG-1' is in force already
        abel | lock budget BG-1 | refused wrong_status: budget 'BG-1' is in force until another one is
        abel | edit budget BG-1, empty | refused wrong_status: budget 'BG-1' is active: copy it to a new one
        abel | edit budget BG-2, line 6000 2024-03 7.00 | budget BG-2 version 2 of FY1 draft, 1 lines of 7.00 in all;
             |                                          | trail Updated BG-2
        abel | activate budget BG-2 | budget BG-1 version 1 of FY1 locked, 2 lines; budget BG-2 version 2 of FY1
             |                      | active, 1 lines; trail Superseded BG-1, Activated BG-2
        abel | activate budget BG-1 | budget BG-2 version 2 of FY1 locked, 1 lines; budget BG-1 version 1 of FY1
             |                      | active, 2 lines; trail Superseded BG-2, Activated BG-1
        abel | create budget BG-3, copies BG-2 | budget BG-3 version 3 of FY1 draft, 1 lines of 7.00 in all; trail
             |                                 | Created BG-3
        abel | lock budget BG-3 | budget BG-3 version 3 of FY1 locked, 1 lines; trail Locked BG-3
        abel | lock budget BG-3 | refused wrong_status: budget 'BG-3' is locked already
        abel | edit budget BG-3, name Third | refused wrong_status: budget 'BG-3' is locked: copy it to a new one
        abel | activate budget BG-9 | refused not_found: there is no budget 'BG-9'
        carl | activate budget BG-3 | refused forbidden: needs the permission budget.write
        alma | delete account 6000 | refused in_use: the account is used: deactivate it instead
        alma | edit account 6000, asset | refused in_use: an account that a budget names keeps its type
        ",
    );
}
