//! The rule set as a matrix: who signs what, by document type and amount, with what the proof found, and the rules in words.

use std::sync::Arc;

use askama::Template;
use futures_util::future::join_all;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::bands::{self, Band};
use super::findings::{self, KINDS, Proof};
use super::form::number;
use super::words::{Words, is_for};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::RuleAction;
use crate::interface::query::ListApprovalRules;
use crate::interface::schema::{self, ApprovalRule, Coverage, Me, Page, RoutingPlan, SimulateInput, Simulation, User};
use crate::json::{Json, Members};
use crate::operations::Change;
use crate::problem::Problem;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{DOCUMENT_TYPES, rule_types};

/// So many plans are asked for one page at most.
const MOST_CELLS: usize = 64;

/// A part of a row: amounts with one plan.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    pub span: usize,
    pub steps: Vec<String>,
    /// The code that a submission would be refused with.
    pub refusal: String,
    /// The simulation of a document that no rule covers.
    pub gap: String,
    /// Rules that ask more of some documents: those with conditions or of departments and cost centers.
    pub also: Vec<String>,
    pub href: String,
}

impl Cell {
    fn heat(&self) -> usize {
        self.steps.len().min(5)
    }
}

/// A row of the matrix.
pub struct Row {
    pub document_type: &'static str,
    pub cells: Vec<Cell>,
}

/// A rule of the list.
struct Listed {
    rule: Value,
    words: String,
    /// The kinds of what the proof finds about it, but for people that may be missing.
    marks: Vec<&'static str>,
}

#[derive(Template)]
#[template(path = "rules/overview.html")]
struct OverviewPage {
    frame: Frame,
    /// The heads of the columns.
    columns: Vec<String>,
    rows: Vec<Row>,
    proofs: Vec<Proof>,
    has_more_rules: bool,
    submitter: String,
    rules: Vec<Listed>,
    next: Option<String>,
    query: Fields,
    types: Vec<&'static str>,
    kinds: [&'static str; 9],
    chosen: Option<&'static str>,
    refusal: Option<Problem>,
    all_types: Vec<&'static str>,
    people: Vec<(String, String)>,
    submitted_by: String,
}

impl OverviewPage {
    fn may_write(&self) -> bool {
        self.frame.me.may("approval_rule", "write")
    }

    /// How many holes the proof of a type has.
    fn holes(&self, kind: &str) -> usize {
        self.proofs.iter().find(|proof| proof.document_type == kind).map_or(0, |proof| proof.holes().len())
    }

    fn is(&self, name: &str, value: &str) -> bool {
        self.query.get(name).unwrap_or_default() == value
    }
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let words = Words::load(&visit).await;
    let query = visit.query.clone();
    let chosen = DOCUMENT_TYPES
        .iter()
        .map(|kind| kind.name())
        .find(|name| query.given(ListApprovalRules::DOCUMENT_TYPE) == Some(name));
    let mut filters = Fields::from([(ListApprovalRules::LIMIT, "50")]);
    for name in [
        ListApprovalRules::DOCUMENT_TYPE,
        ListApprovalRules::ACTION,
        ListApprovalRules::IS_ACTIVE,
        ListApprovalRules::CURSOR,
    ] {
        filters = filters.with(name, query.given(name));
    }
    let (listed, refusal) = match visit.operations.get("/approval-rules", &filters).await {
        Ok(listed) => (listed, None),
        Err(problem) if problem.status == 422 => (Json::default(), Some(problem)),
        Err(problem) => return Err(problem),
    };
    let next = listed.given(Page::NEXT_CURSOR).filter(|_| listed.flag(Page::HAS_MORE));
    let matrix = matrix(&visit, &words, chosen).await?;
    let status = refusal.as_ref().map_or(200, |problem| problem.status);
    page_with(
        StatusCode::from_u16(status).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY),
        &OverviewPage {
            rules: listed
                .list(Page::DATA)
                .iter()
                .map(|rule| Listed { words: words.rule(rule), marks: marks(rule, &matrix.proofs), rule: rule.clone() })
                .collect(),
            all_types: DOCUMENT_TYPES.iter().map(|kind| kind.name()).collect(),
            people: words.names.people.clone(),
            submitted_by: matrix.submitted_by,
            next: next.map(|cursor| query.with(ListApprovalRules::CURSOR, Some(&cursor)).address("/rules")),
            columns: matrix.columns,
            rows: matrix.rows,
            proofs: matrix.proofs,
            has_more_rules: matrix.has_more,
            submitter: matrix.submitter,
            query,
            types: rule_types(),
            kinds: KINDS,
            chosen,
            refusal,
            frame: visit.frame("rules", crate::text::text("rules.title")),
        },
    )
}

/// The matrix with what it is made of.
struct Matrix {
    columns: Vec<String>,
    rows: Vec<Row>,
    proofs: Vec<Proof>,
    has_more: bool,
    submitter: String,
    submitted_by: String,
}

async fn matrix(visit: &Visit, words: &Words, chosen: Option<&'static str>) -> Result<Matrix, Problem> {
    let wanted = Fields::from([
        (ListApprovalRules::ACTION, "submit"),
        (ListApprovalRules::IS_ACTIVE, "true"),
        (ListApprovalRules::LIMIT, "200"),
    ]);
    let active =
        visit.operations.aside("/approval-rules", &wanted.with(ListApprovalRules::DOCUMENT_TYPE, chosen)).await?;
    let rules = active.list(Page::DATA);
    let all: Vec<&'static str> =
        DOCUMENT_TYPES.iter().map(|kind| kind.name()).filter(|name| chosen.is_none_or(|one| one == *name)).collect();
    let places = crate::frame::decimals(&visit.me.base_currency());
    let (bands, decimals) = bands::cut(rules, places);
    let is_wide = bands.len().saturating_mul(all.len()) > MOST_CELLS;
    let shown = if is_wide && chosen.is_none() { Vec::new() } else { all.clone() };
    let bands: Vec<Band> = bands.into_iter().take(MOST_CELLS).collect();
    let submitter = submitter(visit).await;
    let proofs = join_all(all.iter().map(|kind| proof(visit, words, kind))).await;
    let mut rows = Vec::new();
    for kind in shown {
        let coverage = proofs.iter().find(|(proof, _)| proof.document_type == kind).map(|(_, coverage)| coverage);
        let gaps = coverage.map(|coverage| coverage.list(Coverage::GAPS)).unwrap_or_default();
        let of_kind: Vec<&Value> = rules.iter().filter(|rule| is_for(rule, kind)).collect();
        let asked = bands.iter().map(|band| cell(visit, words, kind, band, decimals, &submitter, gaps, &of_kind));
        rows.push(Row { document_type: kind, cells: merged(join_all(asked).await) });
    }
    Ok(Matrix {
        columns: bands.iter().map(|band| words.band_or_all(&band.low(decimals), &band.high(decimals))).collect(),
        rows,
        proofs: proofs.into_iter().map(|(proof, _)| proof).collect(),
        has_more: active.flag(Page::HAS_MORE),
        submitter: words.names.of(&submitter),
        submitted_by: submitter,
    })
}

/// What the proof finds about a rule of the list.
fn marks(rule: &Value, proofs: &[Proof]) -> Vec<&'static str> {
    let id = rule.text(ApprovalRule::RULE_ID);
    let about = proofs.iter().flat_map(|proof| &proof.findings).filter(|finding| finding.rules.contains(&id));
    let mut kinds: Vec<_> = about.map(|finding| finding.kind).filter(|kind| *kind != "weak").collect();
    kinds.dedup();
    kinds
}

/// Who is supposed to submit: the reader, or somebody who has a manager, as rules may ask for one.
async fn submitter(visit: &Visit) -> String {
    if let Some(given) = visit.query.given("submitted_by") {
        return given.to_owned();
    }
    if visit.me.0.given(Me::MANAGER_USER_ID).is_some() || !visit.me.may("user", "read") {
        return visit.me.user_id();
    }
    let users =
        visit.operations.aside("/users", &Fields::from([(ListApprovalRules::LIMIT, "50")])).await.unwrap_or_default();
    let found = users.list(Page::DATA).iter().find(|user| {
        user.flag(User::IS_ACTIVE) && user.given(User::MANAGER_USER_ID).is_some_and(|id| id != visit.me.user_id())
    });
    found.map_or_else(|| visit.me.user_id(), |user| user.text(User::USER_ID))
}

async fn proof(visit: &Visit, words: &Words, kind: &str) -> (Proof, Json) {
    match visit
        .operations
        .aside("/approval-rules/coverage", &Fields::from([(ListApprovalRules::DOCUMENT_TYPE, kind)]))
        .await
    {
        Ok(coverage) => (findings::read(&coverage.0, words, None), coverage),
        Err(problem) => {
            (Proof { document_type: kind.into(), refusal: Some(problem.line()), ..Proof::default() }, Json::default())
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "a cell is where a band and a type meet")]
async fn cell(
    visit: &Visit,
    words: &Words,
    kind: &str,
    band: &Band,
    decimals: usize,
    submitter: &str,
    gaps: &[Value],
    rules: &[&Value],
) -> Cell {
    let amount = band.example(decimals);
    // A submitter of one's own needs no right; another needs that of reading people.
    let mut body = json!({SimulateInput::DOCUMENT_TYPE: kind, SimulateInput::AMOUNT: number(&amount)});
    let other = Some(submitter).filter(|submitter| *submitter != visit.me.user_id());
    if let (Some(other), Some(members)) = (other, body.as_object_mut()) {
        members.insert(SimulateInput::SUBMITTED_BY.into(), json!(other));
    }
    let address = Fields::from([("document_type", kind), ("amount", &amount)]).with("submitted_by", other);
    let meets = |of: &Value| band.meets(&of.text(schema::Band::MIN_AMOUNT), &of.text(schema::Band::MAX_AMOUNT));
    let gap = gaps
        .iter()
        .find(|gap| meets(gap))
        .map_or(String::new(), |gap| findings::simulation(gap.at(schema::Band::WITNESS), None));
    let is_special = |rule: &Value| {
        !rule.list(ApprovalRule::CONDITIONS).is_empty()
            || !rule.list(ApprovalRule::DEPARTMENT_IDS).is_empty()
            || !rule.list(ApprovalRule::COST_CENTER_IDS).is_empty()
    };
    let also = rules
        .iter()
        .filter(|rule| is_special(rule) && meets(rule))
        .map(|rule| rule.text(ApprovalRule::RULE_ID))
        .collect();
    let answer = visit.operations.change(Change::post("/approval-rules/simulate", body)).await;
    let (steps, refusal) = match answer {
        Ok(answer) => {
            let step = |step: &Value| words.step(step);
            (
                answer.body.at(Simulation::PLAN).list(RoutingPlan::STEPS).iter().map(step).collect(),
                answer.body.text(Simulation::REFUSAL),
            )
        }
        Err(problem) => (Vec::new(), problem.code),
    };
    Cell { span: 1, steps, refusal, gap, also, href: address.address("/rules/simulate") }
}

/// Neighbours with one plan become one.
fn merged(cells: Vec<Cell>) -> Vec<Cell> {
    let mut out: Vec<Cell> = Vec::new();
    for cell in cells {
        match out.last_mut() {
            Some(last)
                if last.steps == cell.steps
                    && last.refusal == cell.refusal
                    && last.gap == cell.gap
                    && last.also == cell.also =>
            {
                last.span = last.span.saturating_add(1);
            }
            _ => out.push(cell),
        }
    }
    out
}
