//! The lines of a draft, written all at once. See docs/rules/budgets.md#lines.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::{page_of, sheet};
use crate::fields::Fields;
use crate::interface::enumeration::BudgetStatus;
use crate::interface::query::GetBudgetLines;
use crate::interface::schema::{Budget, BudgetUpdate, FiscalYear, Page};
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::page::editor::choices::Suggestions;
use crate::page::editor::shape::ACCOUNT;
use crate::page::form_field::{FormField, placed};
use crate::page::lines::{self, Column, FormPage, Grid, Meanwhile, Write};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, redirect};

/// So many rows a form has: those of a year with 13 periods stay within the bounds of a form and of a page.
const MOST_ROWS: usize = 400;

/// The draft that is written.
struct Draft {
    id: String,
    budget: Json,
    periods: Vec<String>,
    columns: Vec<Column>,
}

impl Draft {
    async fn read(visit: &Visit) -> Result<Self, Problem> {
        let id = visit.param("id").to_owned();
        let budget = visit.operations.get(&page_of(&id), &Fields::default()).await?;
        let year = format!("/fiscal-years/{}", segment(&budget.text(Budget::FISCAL_YEAR_ID)));
        let periods = visit.operations.aside(&year, &Fields::default()).await?.texts(FiscalYear::PERIOD_IDS);
        Ok(Self { id, budget, columns: sheet::columns(&periods), periods })
    }

    fn version(&self) -> String {
        self.budget.text(Budget::VERSION)
    }
}

/// The form with what is recorded.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let draft = Draft::read(&visit).await?;
    if BudgetStatus::of(&draft.budget.text(Budget::STATUS)) != Some(BudgetStatus::Draft) {
        return Ok(redirect(&page_of(&draft.id), Some(text("budgets.not_draft"))));
    }
    let grid = sheet::rows(visit.reader, &recorded(&visit, &draft.id).await?, &draft.periods);
    if grid.0.len() > MOST_ROWS {
        return Err(Problem::of(422, "too_large", filled("budgets.too_many", &[&MOST_ROWS.to_string()])));
    }
    let version = draft.version();
    shown(&visit, draft, grid, version, None, None).await
}

/// Every line, page by page.
async fn recorded(visit: &Visit, id: &str) -> Result<Vec<Value>, Problem> {
    let (mut lines, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let asked = Fields::from([(GetBudgetLines::LIMIT, "200")]).with(GetBudgetLines::CURSOR, cursor.as_deref());
        let page = visit.operations.aside(&format!("{}/lines", page_of(id)), &asked).await?;
        lines.extend_from_slice(page.list(Page::DATA));
        cursor = page.given(Page::NEXT_CURSOR).filter(|_| page.flag(Page::HAS_MORE));
        if cursor.is_none() {
            return Ok(lines);
        }
    }
}

/// Keeps what was written, or shows the form again with other rows.
pub async fn save(visit: Arc<Visit>) -> Result<Response, Problem> {
    let draft = Draft::read(&visit).await?;
    let grid = Grid::read(&visit.form, &draft.columns);
    let version = visit.form.given("version").unwrap_or_default().to_owned();
    if lines::asks_for_rows(&visit.form) || visit.form.get("intent") != Some("save") {
        return shown(&visit, draft, grid, version, None, None).await;
    }
    let sent = sheet::sent(visit.reader, &grid, &draft.periods);
    let name = visit.form.given(BudgetUpdate::BUDGET_NAME).unwrap_or_default();
    let body = json!({ BudgetUpdate::BUDGET_NAME: name, BudgetUpdate::LINES: sent.lines });
    let page = page_of(&draft.id);
    let refused = match visit.operations.change(Change::put(page.clone(), body).from_form(&visit.form)).await {
        Ok(answer) => {
            return Ok(asked_for(&answer)
                .unwrap_or_else(|| redirect(&page, Some(&filled("budgets.saved", &[visit.param("id")])))));
        }
        Err(refused) => refused,
    };
    // Saving again is then meant for the version that the page tells of.
    let meanwhile = (refused.status == 412).then(|| Meanwhile {
        by: draft.budget.text(Budget::UPDATED_BY),
        version: draft.version(),
        page: page.clone(),
    });
    let version = meanwhile.as_ref().map_or(version, |meanwhile| meanwhile.version.clone());
    let problem = lines::settled(refused, &draft.columns, |pointer| sent.place(pointer));
    shown(&visit, draft, grid, version, Some(problem), meanwhile).await
}

async fn shown(
    visit: &Visit,
    draft: Draft,
    grid: Grid,
    version: String,
    problem: Option<Problem>,
    meanwhile: Option<Meanwhile>,
) -> Result<Response, Problem> {
    let suggestions = Suggestions::read(visit, [&ACCOUNT], None).await;
    let name =
        visit.form.get(BudgetUpdate::BUDGET_NAME).map_or_else(|| draft.budget.text(Budget::BUDGET_NAME), str::to_owned);
    let fault = problem.as_ref().and_then(|problem| problem.at_member(BudgetUpdate::BUDGET_NAME));
    let fields = vec![
        FormField::new(BudgetUpdate::BUDGET_NAME, name)
            .called(text("budgets.label.budget_name"))
            .required()
            .wrong(fault),
    ];
    let problem = problem.map(|problem| placed(problem, &fields, |name| format!("/{name}")));
    let page = FormPage {
        about: text("budgets.edit.what"),
        go: text("people.keep"),
        hint: text("budgets.lines.hint"),
        action: format!("{}/edit", page_of(&draft.id)),
        back: page_of(&draft.id),
        lines: grid.shown(draft.columns, problem.as_ref(), &suggestions, (MOST_ROWS, false)),
        problem,
        meanwhile,
        version,
        key: fresh_key(),
        fields,
        suggestions,
        write: Write { is_allowed: visit.me.may("budget", "write"), permission: "budget.write" },
        frame: visit.frame("budgets", filled("budgets.edit", &[&draft.id])),
    };
    page.into_response()
}
