//! Budgets on the wire. See docs/rules/budgets.md.

use engine::features::budgets::commands::create::CreateBudget;
use engine::features::budgets::commands::edit::EditBudget;
use engine::features::budgets::commands::given::GivenLine;
use engine::features::budgets::model;
use engine::features::budgets::model::{Budget, ID_PREFIX, MOST_LINES};
use engine::values::error::Faults;
use engine::values::money::Currency;
use poem_openapi::Object;

use crate::schema::document::shared::amount;
use crate::schema::leaf::wire_word;
use crate::schema::{Amount, Id, List, Name, Required, WireTimestamp};

wire_word! {
    /// Whether it is written, in force, or kept as it is.
    BudgetStatus(model::Standing) as "BudgetStatus"
}

/// A new version of a fiscal year's budget.
#[derive(Object, Debug)]
pub struct BudgetInput {
    /// Made by the service when left out.
    pub budget_id: Option<Id>,
    pub budget_name: Required<Name>,
    /// Required unless `copy_of` is given, whose year it then is.
    pub fiscal_year_id: Option<Id>,
    /// The budget whose lines it begins with: of another year, in the periods of the same number.
    pub copy_of: Option<Id>,
    pub lines: Option<List<BudgetLineInput, 0, MOST_LINES>>,
}

/// What is to change on a draft.
#[derive(Object, Debug)]
pub struct BudgetUpdate {
    pub budget_name: Option<Name>,
    /// In place of all that there are.
    pub lines: Option<List<BudgetLineInput, 0, MOST_LINES>>,
}

/// A line of a budget. No two are of the same account, period, department and cost center.
#[derive(Object, Debug)]
pub struct BudgetLineInput {
    pub account_id: Required<Id>,
    /// A period of the budget's fiscal year.
    pub period_id: Required<Id>,
    pub department_id: Option<Id>,
    pub cost_center_id: Option<Id>,
    /// In base currency; positive is a debit on assets and expenses, a credit on liabilities, equity and income.
    pub amount: Required<Amount>,
}

/// A line of a budget.
#[derive(Object, Debug)]
pub struct BudgetLine {
    pub account_id: String,
    pub period_id: String,
    pub department_id: Option<String>,
    pub cost_center_id: Option<String>,
    pub amount: Amount,
}

/// A version of a fiscal year's budget.
#[derive(Object, Debug)]
#[oai(rename = "Budget")]
pub struct BudgetView {
    pub budget_id: String,
    pub budget_name: String,
    pub fiscal_year_id: String,
    /// Counted from 1 within the fiscal year.
    pub version_number: u32,
    pub status: BudgetStatus,
    pub copied_from: Option<String>,
    pub currency: String,
    pub line_count: u32,
    pub activated_at: Option<WireTimestamp>,
    pub activated_by: Option<String>,
    pub version: i64,
    pub created_at: WireTimestamp,
    pub created_by: String,
    pub updated_at: WireTimestamp,
    pub updated_by: String,
}

impl BudgetView {
    pub fn of(of: &Budget, base: Currency) -> Self {
        Self {
            budget_id: of.budget_id.clone(),
            budget_name: of.budget_name.clone(),
            fiscal_year_id: of.fiscal_year_id.clone(),
            version_number: of.version_number,
            status: of.standing.into(),
            copied_from: of.copied_from.clone(),
            currency: base.code().into(),
            line_count: of.line_count,
            activated_at: of.activated.as_ref().map(|(at, _)| (*at).into()),
            activated_by: of.activated.as_ref().map(|(_, by)| by.clone()),
            version: of.version,
            created_at: of.created_at.into(),
            created_by: of.created_by.clone(),
            updated_at: of.updated_at.into(),
            updated_by: of.updated_by.clone(),
        }
    }
}

impl BudgetLine {
    pub fn of(of: &model::BudgetLine, base: Currency) -> Self {
        Self {
            account_id: of.account_id.clone(),
            period_id: of.period_id.clone(),
            department_id: of.department_id.clone(),
            cost_center_id: of.cost_center_id.clone(),
            amount: amount(of.amount, base),
        }
    }
}

impl BudgetLineInput {
    fn into_given(self) -> GivenLine {
        GivenLine {
            account_id: self.account_id.0.map(Into::into),
            period_id: self.period_id.0.map(Into::into),
            department_id: self.department_id.map(Into::into),
            cost_center_id: self.cost_center_id.map(Into::into),
            amount: self.amount.0.map(|amount| amount.0),
        }
    }
}

fn given(lines: List<BudgetLineInput, 0, MOST_LINES>) -> Vec<GivenLine> {
    lines.0.into_iter().map(BudgetLineInput::into_given).collect()
}

impl BudgetInput {
    pub fn into_command(self, faults: Faults) -> CreateBudget {
        CreateBudget {
            budget_id: self.budget_id.map_or_else(|| engine::values::id::fresh(ID_PREFIX), Into::into),
            budget_name: self.budget_name.0.map(Into::into),
            fiscal_year_id: self.fiscal_year_id.map(Into::into),
            copy_of: self.copy_of.map(Into::into),
            lines: self.lines.map(given),
            faults,
        }
    }
}

impl BudgetUpdate {
    pub fn into_command(self, budget_id: String, faults: Faults) -> EditBudget {
        EditBudget { budget_id, budget_name: self.budget_name.map(Into::into), lines: self.lines.map(given), faults }
    }
}
