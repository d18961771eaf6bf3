//! What a document would need: the simulation, with all that it is asked in its address.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use serde_json::{Map, Value, json};

use super::form::{Form, number};
use super::words::{Words, subject, weakness};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::Member;
use crate::interface::enumeration::{AccountSubtype, AccountType, RuleAction};
use crate::interface::schema::{
    PlanApprover, PlanStep, RoutingPlan, RuleOutcome, SimulateInput, Simulation, SupposedLine,
};
use crate::json::{Json, Members};
use crate::operations::{Change, Named};
use crate::problem::{Place, Problem, label};
use crate::reader::figure::Unread;
use crate::visit::{Visit, page};
use crate::vocabulary::{page_of, rule_types};

/// What is asked of the document as a whole, apart from its amount in the reader's way of writing.
pub const FIELDS: [Member; 12] = [
    SimulateInput::DOCUMENT_TYPE,
    SimulateInput::ACTION,
    SimulateInput::AMOUNT,
    SimulateInput::DOCUMENT_ID,
    SimulateInput::SUBMITTED_BY,
    SimulateInput::CREATED_BY,
    SimulateInput::CURRENCY,
    SimulateInput::VENDOR_ID,
    SimulateInput::CUSTOMER_ID,
    SimulateInput::EMPLOYEE_ID,
    SimulateInput::ENTRY_TYPE,
    SimulateInput::PAYMENT_METHOD,
];

/// What is asked of a line.
pub const LINE: [Member; 5] = [
    SupposedLine::DEPARTMENT_ID,
    SupposedLine::COST_CENTER_ID,
    SupposedLine::ACCOUNT_ID,
    SupposedLine::ACCOUNT_TYPE,
    SupposedLine::ACCOUNT_SUBTYPE,
];

/// The answer of a simulation.
pub struct Simulated {
    pub subject: String,
    pub amount: String,
    pub is_guarded: bool,
    pub refusal: Option<String>,
    pub detail: String,
    pub steps: Vec<Step>,
    pub skipped: Vec<String>,
    pub weak: Vec<String>,
    pub beneficiaries: Vec<String>,
    pub rules: Vec<Outcome>,
}

/// Who signs a level.
pub struct Step {
    pub level: String,
    pub who: String,
    pub rules: Vec<String>,
}

/// Whether a rule matched.
pub struct Outcome {
    pub rule_id: String,
    pub is_saved: bool,
    pub matched: bool,
    pub why_not: String,
    pub level: String,
}

#[derive(Template)]
#[template(path = "rules/simulate.html")]
struct SimulatePage {
    frame: Frame,
    form: Form,
    lines: Vec<usize>,
    words: Words,
    types: Vec<&'static str>,
    simulated: Option<Simulated>,
    document: Option<String>,
}

impl SimulatePage {
    #[allow(clippy::unused_self, clippy::trivially_copy_pass_by_ref, reason = "a template calls it so")]
    fn line(&self, index: &usize, name: impl AsRef<str>) -> String {
        at(*index, name)
    }
}

/// Where a query has a member of a line.
pub fn at(index: usize, member: impl AsRef<str>) -> String {
    format!("{}/{index}/{}", SimulateInput::LINES, member.as_ref())
}

/// How many lines a query has, at most 20.
fn lines(query: &Fields) -> usize {
    let index = |name: &str| {
        name.strip_prefix(SimulateInput::LINES.name())?.strip_prefix('/')?.split('/').next()?.parse::<usize>().ok()
    };
    let last = query.0.iter().filter(|(_, value)| !value.is_empty()).filter_map(|(name, _)| index(name)).max();
    last.map_or(0, |last| last.saturating_add(1)).min(20)
}

/// The body that a query asks for. `amount` is as JSON has it: the witnesses' addresses are the same for every reader.
pub fn body(query: &Fields) -> Value {
    let mut body = Map::new();
    for name in FIELDS {
        let Some(value) = query.given(name) else { continue };
        let value = if name == SimulateInput::AMOUNT { number(value) } else { json!(value) };
        body.insert(name.into(), value);
    }
    if let Some(draft) = query.given(SimulateInput::DRAFT_ID) {
        body.insert(SimulateInput::DRAFT_ID.into(), json!(draft));
    }
    let line = |index: usize| -> Value {
        let given = LINE.into_iter().filter_map(|name| Some((name, query.given(at(index, name))?)));
        Value::Object(given.map(|(name, value)| (name.into(), json!(value))).collect())
    };
    let count = lines(query);
    if count > 0 {
        body.insert(SimulateInput::LINES.into(), (0..count).map(line).collect());
    }
    Value::Object(body)
}

/// The answer, for the page.
pub fn read(answer: &Json, words: &Words, saved: impl Fn(&str) -> bool, base: impl Fn(&str) -> String) -> Simulated {
    let step = |step: &Value| Step {
        level: step.text(PlanStep::LEVEL),
        who: words.step(step),
        rules: step.list(PlanStep::APPROVERS).iter().filter_map(|way| way.given(PlanApprover::RULE_ID)).collect(),
    };
    let outcome = |rule: &Value| Outcome {
        rule_id: rule.text(RuleOutcome::RULE_ID),
        is_saved: saved(&rule.text(RuleOutcome::RULE_ID)),
        matched: rule.flag(RuleOutcome::MATCHED),
        why_not: rule.text(RuleOutcome::WHY_NOT),
        level: rule.text(RuleOutcome::USED_IN_LEVEL),
    };
    let plan = answer.at(Simulation::PLAN);
    let mut rules: Vec<Outcome> = answer.list(Simulation::RULES).iter().map(outcome).collect();
    rules.sort_by_key(|rule| (!rule.matched, rule.level.is_empty()));
    Simulated {
        subject: subject(&answer.text(Simulation::DOCUMENT_TYPE), &answer.text(Simulation::ACTION)),
        amount: answer.given(Simulation::AMOUNT).map_or(String::new(), |amount| base(&amount)),
        is_guarded: answer.flag(Simulation::IS_GUARDED),
        refusal: answer.given(Simulation::REFUSAL),
        detail: answer.text(Simulation::DETAIL),
        steps: plan.list(RoutingPlan::STEPS).iter().map(step).collect(),
        skipped: plan.texts(RoutingPlan::SKIPPED_LEVELS),
        weak: answer.list(Simulation::WEAK_STEPS).iter().map(|weak| weakness(weak, words)).collect(),
        beneficiaries: answer.texts(Simulation::BENEFICIARIES).iter().map(|id| words.names.of(id)).collect(),
        rules,
    }
}

/// Asks the interface, and names the operation on the page.
pub async fn ask(visit: &Visit, body: Value) -> Result<Json, Problem> {
    let path = "/approval-rules/simulate";
    visit.operations.name(Named { method: "POST".into(), path: path.into(), body: Some(body.to_string()) });
    Ok(visit.operations.change(Change::post(path, body)).await?.body)
}

/// With the ids of the form.
fn placed(problem: Problem) -> Problem {
    problem.in_page(&FIELDS.map(Member::name)).placed(|pointer| match pointer.strip_prefix('/')? {
        name if name == SimulateInput::AMOUNT.name() => Some(Place::new(label(pointer), "typed_amount")),
        name => {
            let (index, member) = name.strip_prefix(SimulateInput::LINES.name())?.strip_prefix('/')?.split_once('/')?;
            Some(Place::new(label(pointer), format!("line-{index}-{member}")))
        }
    })
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let words = Words::load(&visit).await;
    let mut fields = visit.query.clone();
    // What was typed is put into the address as JSON has it, so that the address means the same to everybody.
    let (mut simulated, mut problem) = (None, None);
    let mut shown = visit.reader.input(fields.given(SimulateInput::AMOUNT).unwrap_or_default());
    if let Some(typed) = visit.query.given("typed_amount") {
        match visit.reader.read_figure(typed) {
            Ok(amount) => {
                fields = fields.with("typed_amount", None).with(SimulateInput::AMOUNT, Some(&amount));
                return Ok(crate::visit::redirect(&fields.address("/rules/simulate"), None));
            }
            Err(Unread(said)) => problem = Some(placed(Problem::of_field(&SimulateInput::AMOUNT.pointer(), said))),
        }
        typed.clone_into(&mut shown);
    }
    fields = fields.with("typed_amount", None);
    if problem.is_none()
        && fields.given(SimulateInput::DOCUMENT_TYPE).is_some()
        && (fields.given(SimulateInput::AMOUNT).is_some()
            || fields.given(SimulateInput::DOCUMENT_ID).is_some()
            || fields.given(SimulateInput::ACTION).is_some_and(|action| action != RuleAction::Submit.name()))
    {
        let base = |amount: &str| visit.base(amount);
        let is_saved = fields.given(SimulateInput::DRAFT_ID).is_none();
        match ask(&visit, body(&fields)).await {
            Ok(answer) => simulated = Some(read(&answer, &words, |_| is_saved, base)),
            Err(found) => problem = Some(placed(found)),
        }
    }
    let document = fields
        .given(SimulateInput::DOCUMENT_ID)
        .and_then(|id| page_of(fields.given(SimulateInput::DOCUMENT_TYPE)?, id));
    let count = lines(&fields).max(1);
    page(&SimulatePage {
        lines: (0..count).collect(),
        form: Form { fields: fields.with("typed_amount", Some(&shown)), problem, prefix: String::new() },
        words,
        types: rule_types(),
        simulated,
        document,
        frame: visit.frame("rules", crate::text::text("rules.simulate.title")),
    })
}
