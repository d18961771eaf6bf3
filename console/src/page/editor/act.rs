//! The actions that ask for more than a comment: each asks for its fields, shows what it would come to where the interface has a dry
//! run of it, and acts. Where a rule guards the action, the interface asks for signatures instead.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value};

use super::choices::Suggestions;
use super::content::members;
use super::preview::{self, Preview};
use super::proposed;
use super::shape::{Choices, Entry, Input};
use super::sheet::{self, Field};
use super::subject::{Subject, heading};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::filled;
use crate::visit::{Visit, fresh_key, page_with, redirect};
use crate::vocabulary::{DocumentType, word};

/// An action with its fields.
struct Action {
    name: &'static str,
    collections: &'static [&'static str],
    inputs: &'static [Input],
    /// Whether the interface has a dry run of it.
    has_dry_run: bool,
}

const fn asked(name: &'static str, entry: Entry) -> Input {
    Input { name, entry, is_required: true, is_rare: false }
}

const fn optional(name: &'static str, entry: Entry) -> Input {
    Input { is_required: false, ..asked(name, entry) }
}

const ACTIONS: &[Action] = &[
    Action {
        name: "reverse",
        collections: &["journal-entries"],
        inputs: &[asked("reversal_date", Entry::Date), optional("memo", Entry::Text)],
        has_dry_run: true,
    },
    Action {
        name: "void",
        collections: &[
            "bills",
            "bill-payments",
            "vendor-credits",
            "invoices",
            "invoice-payments",
            "credit-memos",
            "expenses",
        ],
        inputs: &[asked("reason", Entry::Text)],
        has_dry_run: true,
    },
    Action {
        name: "receive-payment",
        collections: &["invoices"],
        inputs: &[
            asked("payment_date", Entry::Date),
            asked("payment_amount", Entry::Figure),
            asked("deposit_account_id", Entry::From(Choices::Money)),
            optional("payment_method", Entry::Text),
            optional("reference", Entry::Text),
            optional("exchange_rate", Entry::Figure),
            optional("exchange_rate_reason", Entry::Text),
        ],
        has_dry_run: true,
    },
    Action {
        name: "apply",
        collections: &["credit-memos"],
        inputs: &[asked("invoice_id", Entry::From(Choices::Open("invoices"))), asked("amount", Entry::Figure)],
        has_dry_run: true,
    },
    Action {
        name: "apply",
        collections: &["vendor-credits"],
        inputs: &[asked("bill_id", Entry::From(Choices::Open("bills"))), asked("amount", Entry::Figure)],
        has_dry_run: true,
    },
    Action {
        name: "deposit",
        collections: &["invoice-payments"],
        inputs: &[asked("deposit_date", Entry::Date)],
        has_dry_run: false,
    },
    Action {
        name: "clear",
        collections: &["bill-payments"],
        inputs: &[asked("cleared_date", Entry::Date)],
        has_dry_run: false,
    },
];

/// The actions of a type that are pages of their own.
pub fn of(kind: &DocumentType) -> impl Iterator<Item = &'static str> {
    ACTIONS.iter().filter(|action| action.collections.contains(&kind.collection)).map(|action| action.name)
}

/// The page of an action.
#[derive(Template)]
#[template(path = "editor/act.html")]
struct ActPage {
    frame: Frame,
    action: &'static str,
    id: String,
    back: String,
    heading: String,
    status: String,
    facts: Vec<(String, String)>,
    version: String,
    key: String,
    has_dry_run: bool,
    is_grave: bool,
    problem: Option<Problem>,
    fields: Vec<Field>,
    suggestions: Suggestions,
    preview: Option<Preview>,
    /// The rule that guards the action asks for signatures: what the interface says about it.
    guarded: String,
}

fn action_of(visit: &Visit, subject: &Subject) -> Result<&'static Action, Problem> {
    let name = visit.path.rsplit('/').next().unwrap_or_default();
    let found =
        ACTIONS.iter().find(|action| action.name == name && action.collections.contains(&subject.kind.collection));
    found.ok_or_else(Problem::not_found)
}

/// The fields, with what would be posted.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let action = action_of(&visit, &subject)?;
    if let Some(said) = subject.cannot(&visit, action.name) {
        return said;
    }
    let form = start(&visit, &subject, action).await;
    let mut body = members(action.inputs, visit.reader, |name| form.given(name));
    // What is asked of the person does not change what would be posted.
    if action.name == "void" && !body.contains_key("reason") {
        body.insert("reason".into(), Value::String(word("void")));
    }
    let (mut problem, mut answer) = (None, None);
    // What nobody has filled in yet is no mistake.
    let is_filled = action.inputs.iter().all(|input| !input.is_required || body.contains_key(input.name));
    if action.has_dry_run && is_filled {
        match dry_run(&visit, &subject, action, body).await {
            Ok(found) => answer = Some(found),
            Err(refused) => problem = Some(refused),
        }
    }
    shown(&visit, &subject, action, &form, problem, answer).await
}

/// Acts, or previews.
pub async fn act(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let action = action_of(&visit, &subject)?;
    let form = visit.form.clone();
    let body = members(action.inputs, visit.reader, |name| form.given(name));
    if form.get("intent") == Some("preview") {
        let (problem, answer) = match dry_run(&visit, &subject, action, body).await {
            Ok(answer) => (None, Some(answer)),
            Err(problem) => (Some(problem), None),
        };
        return shown(&visit, &subject, action, &form, problem, answer).await;
    }
    let change = Change::post(subject.operation(action.name), Value::Object(body)).from_form(&visit.form);
    match visit.operations.change(change).await {
        Ok(answer) if answer.status == 202 => {
            let id = answer.body.text("change_request_id");
            Ok(redirect(&format!("/change-requests/{}", segment(&id)), Some(&answer.body.text("message"))))
        }
        Ok(answer) => Ok(done(&subject, action, &answer.body.0)),
        Err(problem) => shown(&visit, &subject, action, &form, Some(problem), None).await,
    }
}

/// Where an action leads: to what it made, or back to the document.
fn done(subject: &Subject, action: &Action, answer: &Value) -> Response {
    match action.name {
        "reverse" => {
            let id = answer.text(subject.kind.id);
            redirect(
                &super::subject::page_of(subject.kind, &id),
                Some(&filled("editor.done.reverse", &[&id, &subject.id])),
            )
        }
        "receive-payment" => {
            let said = filled(
                "editor.done.receive-payment",
                &[&answer.text("payment_id"), &word(&answer.text("payment_status"))],
            );
            redirect(&subject.page(), Some(&said))
        }
        name => redirect(&subject.page(), Some(&filled(&format!("editor.done.{name}"), &[&subject.id]))),
    }
}

async fn dry_run(
    visit: &Visit,
    subject: &Subject,
    action: &Action,
    body: Map<String, Value>,
) -> Result<Value, Problem> {
    let path = format!("{}?dry_run=true", subject.operation(action.name));
    Ok(visit.operations.change(Change::post(path, Value::Object(body))).await?.body.0)
}

/// What the form begins with: the day of the books, and what is due beyond what is under way.
async fn start(visit: &Visit, subject: &Subject, action: &Action) -> Fields {
    let mut form = Fields::default();
    let amount = visit.reader.input(&proposed::of_action(visit, subject).await);
    for input in action.inputs {
        let given = visit.query.given(input.name).map(str::to_owned);
        let value = given.unwrap_or_else(|| match (input.entry, input.name) {
            (Entry::Date, _) => visit.me.today(),
            (_, "payment_amount" | "amount") => amount.clone(),
            (_, "invoice_id" | "bill_id") => subject.document.text(input.name),
            _ => String::new(),
        });
        form.0.push((input.name.into(), value));
    }
    form
}

async fn shown(
    visit: &Arc<Visit>,
    subject: &Subject,
    action: &'static Action,
    form: &Fields,
    problem: Option<Problem>,
    answer: Option<Value>,
) -> Result<Response, Problem> {
    let problem = problem.map(|problem| problem.placed(|pointer| sheet::place_of(action.name, action.inputs, pointer)));
    let document = &subject.document;
    let party = subject.kind.party.map(|(id, _)| document.text(id));
    let suggestions = Suggestions::read(visit, action.inputs, party.as_deref()).await;
    let currency = document.text("currency");
    let amount = |name: &str| {
        document
            .given(name)
            .map(|text| (sheet::label("", name), format!("{} {currency}", visit.amount(&text, &currency))))
    };
    let date = |name: &str| document.given(name).map(|text| (word(name), visit.reader.date(&text)));
    let plain = |name: &str| document.given(name).map(|text| (word(name), text));
    let party = subject.kind.party.and_then(|(id, name)| {
        let named = name.and_then(|name| document.given(name)).or_else(|| document.given(id));
        named.map(|named| (word(id), named))
    });
    let facts = [
        party,
        date("tran_date"),
        date("due_date"),
        plain("posting_period_id"),
        amount("total"),
        amount("payment"),
        amount("total_debit"),
        amount("amount_paid"),
        amount("amount_due"),
        amount("amount_pending"),
        plain("memo"),
    ];
    let guarded =
        answer.as_ref().filter(|answer| answer.at("change_request_id").is_null()).map(|answer| answer.text("message"));
    let heading = heading(action.name, &subject.id);
    // An amount in the currency of the books has no rate.
    let is_base = currency == visit.me.base_currency();
    let inputs = action.inputs.iter().filter(|input| !is_base || !input.name.starts_with("exchange_rate"));
    let mut fields: Vec<Field> =
        inputs.map(|input| sheet::field(action.name, input, form, problem.as_ref(), &suggestions)).collect();
    if let Some(first) = fields.iter_mut().find(|field| field.value.is_empty()).filter(|_| visit.form.0.is_empty()) {
        first.is_first = true;
    }
    // Only what was sent is refused; a look at it is not.
    let refusal = problem.as_ref().filter(|_| visit.form.has("intent")).map(|problem| problem.status);
    let status = refusal.and_then(|status| StatusCode::from_u16(status).ok()).unwrap_or(StatusCode::OK);
    let page = ActPage {
        action: action.name,
        id: subject.id.clone(),
        back: subject.page(),
        heading: heading.clone(),
        status: document.text("status"),
        facts: facts.into_iter().flatten().collect(),
        version: subject.version(),
        key: fresh_key(),
        has_dry_run: action.has_dry_run,
        is_grave: action.name == "void",
        fields,
        preview: answer.map(|answer| preview::read(visit, &answer, document, &suggestions)),
        suggestions,
        guarded: guarded.filter(|message| !message.is_empty()).unwrap_or_default(),
        problem,
        frame: visit.frame(subject.kind.collection, heading),
    };
    page_with(status, &page)
}
