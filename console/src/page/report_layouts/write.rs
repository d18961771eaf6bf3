//! A layout as a form: a new one, a copy, or the next version of one that is there. See docs/rules/report-layouts.md#lines.

use std::sync::Arc;

use poem::Response;
use serde_json::{Map, Value, json};

use super::{PAGE, page_of, sheet};
use crate::fields::Fields;
use crate::interface::Member;
use crate::interface::enumeration::LaidOutStatement;
use crate::interface::schema::{ReportLayout, ReportLayoutInput as Input, ReportLayoutUpdate};
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::page::editor::choices::Suggestions;
use crate::page::form_field::{FormField, placed};
use crate::page::lines::{self, FormPage, Grid, Meanwhile, Write};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, asked_for, fresh_key, redirect};
use crate::vocabulary::word;

/// In the query: the layout whose lines a new one begins with.
pub const COPY_OF: &str = "copy_of";
/// So many lines a layout has.
const MOST_LINES: usize = 200;
/// What a new layout is asked for, besides its lines.
const OF_NEW: [Member; 3] = [Input::LAYOUT_NAME, Input::STATEMENT, Input::LAYOUT_ID];

/// What the page shows besides what was typed.
#[derive(Default)]
struct Shown {
    /// The layout that is there, or that a new one is a copy of.
    recorded: Json,
    version: String,
    problem: Option<Problem>,
    meanwhile: Option<Meanwhile>,
}

/// A new layout, or a copy.
pub async fn fresh(visit: Arc<Visit>) -> Result<Response, Problem> {
    let recorded = match visit.query.given(COPY_OF) {
        Some(id) => visit.operations.get(&page_of(id), &Fields::default()).await?,
        None => Json::default(),
    };
    let grid = sheet::rows(recorded.list(ReportLayout::LINES));
    shown(&visit, grid, Shown { recorded, ..Shown::default() })
}

/// Makes it.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let columns = sheet::columns();
    let grid = Grid::read(&visit.form, &columns);
    if is_not_saved(&visit) {
        return shown(&visit, grid, Shown::default());
    }
    let sent = sheet::sent(&grid, &columns);
    let given = OF_NEW.into_iter().filter_map(|member| Some((member.into(), visit.form.given(member)?.into())));
    let mut body: Map<String, Value> = given.collect();
    body.insert(Input::LINES.into(), sent.lines.iter().cloned().collect());
    match visit.operations.change(Change::post(PAGE, Value::Object(body)).from_form(&visit.form)).await {
        Ok(answer) => Ok(asked_for(&answer).unwrap_or_else(|| {
            let id = answer.body.text(ReportLayout::LAYOUT_ID);
            redirect(&page_of(&id), Some(&filled("layouts.created", &[&id])))
        })),
        Err(refused) => {
            let problem = Some(lines::settled(refused, &columns, |pointer| sent.place(pointer)));
            shown(&visit, grid, Shown { problem, ..Shown::default() })
        }
    }
}

/// The form with what is recorded.
pub async fn open(visit: Arc<Visit>) -> Result<Response, Problem> {
    let recorded = read(&visit).await?;
    let grid = sheet::rows(recorded.list(ReportLayout::LINES));
    let version = recorded.text(ReportLayout::VERSION);
    shown(&visit, grid, Shown { recorded, version, ..Shown::default() })
}

async fn read(visit: &Visit) -> Result<Json, Problem> {
    visit.operations.get(&page_of(visit.param("id")), &Fields::default()).await
}

/// Makes its next version.
pub async fn replace(visit: Arc<Visit>) -> Result<Response, Problem> {
    let columns = sheet::columns();
    let grid = Grid::read(&visit.form, &columns);
    let version = visit.form.given("version").unwrap_or_default().to_owned();
    if is_not_saved(&visit) {
        let recorded = read(&visit).await?;
        return shown(&visit, grid, Shown { recorded, version, ..Shown::default() });
    }
    let sent = sheet::sent(&grid, &columns);
    let name = visit.form.given(ReportLayoutUpdate::LAYOUT_NAME).unwrap_or_default();
    let body = json!({ ReportLayoutUpdate::LAYOUT_NAME: name, ReportLayoutUpdate::LINES: sent.lines });
    let page = page_of(visit.param("id"));
    let refused = match visit.operations.change(Change::put(page.clone(), body).from_form(&visit.form)).await {
        Ok(answer) => {
            let version = answer.body.text(ReportLayout::VERSION);
            return Ok(asked_for(&answer)
                .unwrap_or_else(|| redirect(&page, Some(&filled("layouts.saved", &[visit.param("id"), &version])))));
        }
        Err(refused) => refused,
    };
    let recorded = read(&visit).await?;
    // Saving again is then meant for the version that the page tells of.
    let meanwhile = (refused.status == 412).then(|| Meanwhile {
        by: recorded.text(ReportLayout::UPDATED_BY),
        version: recorded.text(ReportLayout::VERSION),
        page: page.clone(),
    });
    let version = meanwhile.as_ref().map_or(version, |meanwhile| meanwhile.version.clone());
    let problem = Some(lines::settled(refused, &columns, |pointer| sent.place(pointer)));
    shown(&visit, grid, Shown { recorded, version, problem, meanwhile })
}

/// Whether another button than the one that saves was pressed.
fn is_not_saved(visit: &Visit) -> bool {
    lines::asks_for_rows(&visit.form) || visit.form.get("intent") != Some("save")
}

fn shown(visit: &Visit, grid: Grid, shown: Shown) -> Result<Response, Problem> {
    let Shown { recorded, version, problem, meanwhile } = shown;
    let id = visit.param("id");
    let is_new = id.is_empty();
    let fields: Vec<FormField> = OF_NEW
        .into_iter()
        .filter(|member| is_new || *member == Input::LAYOUT_NAME)
        .map(|member| field(visit, member, &recorded, problem.as_ref()))
        .collect();
    let problem = problem.map(|problem| placed(problem, &fields, |name| format!("/{name}")));
    // Accounts are named by ranges: there is nothing to suggest.
    let suggestions = Suggestions::default();
    let title = if is_new { text("layouts.new").to_owned() } else { filled("layouts.edit_one", &[id]) };
    let page = FormPage {
        about: text("layouts.write.what"),
        go: text(if is_new { "layouts.new.go" } else { "people.keep" }),
        hint: text("layouts.lines.hint"),
        action: if is_new { format!("{PAGE}/new") } else { format!("{}/edit", page_of(id)) },
        back: if is_new { PAGE.to_owned() } else { page_of(id) },
        lines: grid.shown(sheet::columns(), problem.as_ref(), &suggestions, (MOST_LINES, true)),
        problem,
        meanwhile,
        version,
        key: fresh_key(),
        fields,
        suggestions,
        write: Write { is_allowed: visit.me.may("report_layout", "write"), permission: "report_layout.write" },
        frame: visit.frame("report-layouts", title),
    };
    page.into_response()
}

fn field(visit: &Visit, member: Member, recorded: &Json, problem: Option<&Problem>) -> FormField {
    // A copy is another one.
    let proposed = if member == Input::LAYOUT_ID { String::new() } else { recorded.text(member) };
    let value = visit.form.get(member).map_or(proposed, str::to_owned);
    let field = FormField::new(member, value)
        .called(text(&format!("layouts.label.{member}")))
        .wrong(problem.and_then(|problem| problem.at_member(member)));
    match member {
        Input::STATEMENT => field.chosen(LaidOutStatement::NAMES.map(|name| (name, word(name))).into()),
        Input::LAYOUT_ID => field.hint(text("layouts.hint.layout_id")),
        _ => field.required(),
    }
}
