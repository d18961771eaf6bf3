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
use crate::json::{Json, Members};
use crate::operations::{Change, Named};
use crate::problem::{Place, Problem, label};
use crate::reader::figure::Unread;
use crate::visit::{Visit, page};
use crate::vocabulary::page_of;

/// What is asked of the document as a whole, apart from its amount in the reader's way of writing.
pub const FIELDS: [&str; 12] = [
    "document_type",
    "action",
    "amount",
    "document_id",
    "submitted_by",
    "created_by",
    "currency",
    "vendor_id",
    "customer_id",
    "employee_id",
    "entry_type",
    "payment_method",
];

/// What is asked of a line.
pub const LINE: [&str; 5] = ["department_id", "cost_center_id", "account_id", "account_type", "account_subtype"];

/// What rules guard, and what is done to it.
pub const TYPES: [&str; 16] = [
    "journal_entry",
    "bill",
    "bill_payment",
    "vendor_credit",
    "invoice",
    "invoice_payment",
    "credit_memo",
    "expense",
    "period",
    "reconciliation",
    "approval_rule",
    "user",
    "role",
    "account",
    "exchange_rate",
    "delegation",
];

pub const ACTIONS: [&str; 14] = [
    "submit",
    "void",
    "reverse",
    "deposit",
    "clear",
    "apply",
    "receive-payment",
    "close",
    "reopen",
    "hard-close",
    "complete",
    "create",
    "change",
    "revoke",
];

pub const ACCOUNT_TYPES: [&str; 5] = ["asset", "liability", "equity", "income", "expense"];

pub const ACCOUNT_SUBTYPES: [&str; 9] =
    ["bank", "cash", "card", "ar", "ap", "tax", "rounding", "exchange_gain_loss", "retained_earnings"];

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
    types: [&'static str; 16],
    actions: [&'static str; 14],
    account_types: [&'static str; 5],
    account_subtypes: [&'static str; 9],
    simulated: Option<Simulated>,
    document: Option<String>,
}

impl SimulatePage {
    #[allow(clippy::unused_self, clippy::trivially_copy_pass_by_ref, reason = "a template calls it so")]
    fn line(&self, index: &usize, name: &str) -> String {
        format!("lines/{index}/{name}")
    }
}

/// How many lines a query has, at most 20.
fn lines(query: &Fields) -> usize {
    let index = |name: &str| name.strip_prefix("lines/")?.split('/').next()?.parse::<usize>().ok();
    let last = query.0.iter().filter(|(_, value)| !value.is_empty()).filter_map(|(name, _)| index(name)).max();
    last.map_or(0, |last| last.saturating_add(1)).min(20)
}

/// The body that a query asks for. `amount` is as JSON has it: the witnesses' addresses are the same for every reader.
pub fn body(query: &Fields) -> Value {
    let mut body = Map::new();
    for name in FIELDS {
        let Some(value) = query.given(name) else { continue };
        let value = if name == "amount" { number(value) } else { json!(value) };
        body.insert(name.into(), value);
    }
    if let Some(draft) = query.given("draft_id") {
        body.insert("draft_id".into(), json!(draft));
    }
    let line = |index: usize| -> Value {
        let given = LINE.iter().filter_map(|name| Some((*name, query.given(&format!("lines/{index}/{name}"))?)));
        Value::Object(given.map(|(name, value)| (name.to_owned(), json!(value))).collect())
    };
    let count = lines(query);
    if count > 0 {
        body.insert("lines".into(), (0..count).map(line).collect());
    }
    Value::Object(body)
}

/// The answer, for the page.
pub fn read(answer: &Json, words: &Words, saved: impl Fn(&str) -> bool, base: impl Fn(&str) -> String) -> Simulated {
    let step = |step: &Value| Step {
        level: step.text("level"),
        who: words.step(step),
        rules: step.list("approvers").iter().filter_map(|way| way.given("rule_id")).collect(),
    };
    let outcome = |rule: &Value| Outcome {
        rule_id: rule.text("rule_id"),
        is_saved: saved(&rule.text("rule_id")),
        matched: rule.flag("matched"),
        why_not: rule.text("why_not"),
        level: rule.text("used_in_level"),
    };
    let plan = answer.at("plan");
    let mut rules: Vec<Outcome> = answer.list("rules").iter().map(outcome).collect();
    rules.sort_by_key(|rule| (!rule.matched, rule.level.is_empty()));
    Simulated {
        subject: subject(&answer.text("document_type"), &answer.text("action")),
        amount: answer.given("amount").map_or(String::new(), |amount| base(&amount)),
        is_guarded: answer.flag("is_guarded"),
        refusal: answer.given("refusal"),
        detail: answer.text("detail"),
        steps: plan.list("steps").iter().map(step).collect(),
        skipped: plan.texts("skipped_levels"),
        weak: answer.list("weak_steps").iter().map(|weak| weakness(weak, words)).collect(),
        beneficiaries: answer.texts("beneficiaries").iter().map(|id| words.names.of(id)).collect(),
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
    problem.in_page(&FIELDS).placed(|pointer| match pointer.strip_prefix('/')? {
        "amount" => Some(Place::new(label(pointer), "typed_amount")),
        name => {
            let (index, member) = name.strip_prefix("lines/")?.split_once('/')?;
            Some(Place::new(label(pointer), format!("line-{index}-{member}")))
        }
    })
}

pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let words = Words::load(&visit).await;
    let mut fields = visit.query.clone();
    // What was typed is put into the address as JSON has it, so that the address means the same to everybody.
    let (mut simulated, mut problem) = (None, None);
    let mut shown = visit.reader.input(fields.given("amount").unwrap_or_default());
    if let Some(typed) = visit.query.given("typed_amount") {
        match visit.reader.read_figure(typed) {
            Ok(amount) => {
                fields = fields.with("typed_amount", None).with("amount", Some(&amount));
                return Ok(crate::visit::redirect(&fields.address("/rules/simulate"), None));
            }
            Err(Unread(said)) => problem = Some(placed(Problem::of_field("/amount", said))),
        }
        typed.clone_into(&mut shown);
    }
    fields = fields.with("typed_amount", None);
    if problem.is_none()
        && fields.given("document_type").is_some()
        && (fields.given("amount").is_some()
            || fields.given("document_id").is_some()
            || fields.given("action").is_some_and(|action| action != "submit"))
    {
        let base = |amount: &str| visit.base(amount);
        let is_saved = fields.given("draft_id").is_none();
        match ask(&visit, body(&fields)).await {
            Ok(answer) => simulated = Some(read(&answer, &words, |_| is_saved, base)),
            Err(found) => problem = Some(placed(found)),
        }
    }
    let document = fields.given("document_id").and_then(|id| page_of(fields.given("document_type")?, id));
    let count = lines(&fields).max(1);
    page(&SimulatePage {
        lines: (0..count).collect(),
        form: Form { fields: fields.with("typed_amount", Some(&shown)), problem, prefix: String::new() },
        words,
        types: TYPES,
        actions: ACTIONS,
        account_types: ACCOUNT_TYPES,
        account_subtypes: ACCOUNT_SUBTYPES,
        simulated,
        document,
        frame: visit.frame("rules", crate::text::text("rules.simulate.title")),
    })
}
