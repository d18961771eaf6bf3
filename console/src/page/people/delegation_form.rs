//! Delegating one's signatures, and changing for how long and for what.

use std::collections::BTreeSet;
use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Value, json};

use super::{Field, Link, fault, known_people, placed, settled, why_not};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::json::{Json, Members};
use crate::operations::{Change, segment};
use crate::problem::Problem;
use crate::text::{filled, text};
use crate::visit::{Visit, fresh_key, page_with};
use crate::vocabulary::DOCUMENT_TYPES;

/// A document type to be ticked.
struct Choice {
    name: &'static str,
    is_chosen: bool,
}

/// The form.
#[derive(Template)]
#[template(path = "people/delegation_form.html")]
struct FormPage {
    frame: Frame,
    problem: Option<Problem>,
    title: String,
    is_new: bool,
    back: String,
    from_user_id: Field,
    /// Delegating for others is for who may write people.
    may_for_others: bool,
    to_user_id: Field,
    first_day: Field,
    last_day: Field,
    amount_limit: Field,
    reason: Field,
    types: Vec<Choice>,
    types_fault: Option<String>,
    known: Vec<Link>,
    /// Why nothing can be kept.
    why_not: Option<String>,
    version: String,
    key: String,
}

/// An empty form, for oneself.
pub async fn blank(visit: Arc<Visit>) -> Result<Response, Problem> {
    show(&visit, &Json::default(), None).await
}

/// The form with what is recorded.
pub async fn edit(visit: Arc<Visit>) -> Result<Response, Problem> {
    let record = record(&visit).await?;
    show(&visit, &record, None).await
}

async fn record(visit: &Visit) -> Result<Json, Problem> {
    visit.operations.get(&format!("/delegations/{}", segment(visit.param("id"))), &Fields::default()).await
}

fn body(visit: &Visit) -> Value {
    let types: Vec<&str> = visit.form.all("document_type").collect();
    let given = |name: &str| visit.form.get(name).unwrap_or_default();
    json!({
        "first_day": given("first_day"),
        "last_day": given("last_day"),
        "reason": given("reason"),
        "amount_limit": visit.form.given("amount_limit").map(|text| visit.reader.figure(text)),
        "document_types": (!types.is_empty()).then_some(types),
    })
}

/// Delegates.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut body = body(&visit);
    if let Some(members) = body.as_object_mut() {
        members.insert("to_user_id".into(), visit.form.get("to_user_id").unwrap_or_default().into());
        if let Some(from) = visit.form.given("from_user_id") {
            members.insert("from_user_id".into(), from.into());
        }
    }
    match visit.operations.change(Change::post("/delegations", body).from_form(&visit.form)).await {
        Ok(answer) => {
            let said =
                filled("people.delegation.made", &[&answer.body.text("to_user_id"), &answer.body.text("from_user_id")]);
            Ok(settled(&answer, &format!("/delegations/{}", segment(&answer.body.text("delegation_id"))), &said))
        }
        Err(problem) => show(&visit, &Json::default(), Some(problem)).await,
    }
}

/// Changes a delegation.
pub async fn change(visit: Arc<Visit>) -> Result<Response, Problem> {
    let path = format!("/delegations/{}", segment(visit.param("id")));
    match visit.operations.change(Change::put(path.clone(), body(&visit)).from_form(&visit.form)).await {
        Ok(answer) => Ok(settled(&answer, &path, text("people.delegation.kept"))),
        Err(problem) => {
            let record = record(&visit).await?;
            show(&visit, &record, Some(problem)).await
        }
    }
}

async fn show(visit: &Visit, record: &Json, problem: Option<Problem>) -> Result<Response, Problem> {
    let problem = placed(visit, problem);
    let is_new = visit.param("id").is_empty();
    let chosen: BTreeSet<String> = if visit.form.has("csrf") {
        visit.form.all("document_type").map(str::to_owned).collect()
    } else {
        record.texts("document_types").into_iter().collect()
    };
    let about = problem.as_ref();
    let field = |name: &'static str, recorded: &str| Field::new(visit, name, recorded, about);
    let of_record = |name: &'static str| field(name, &record.text(name));
    let status = about.and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let version = visit.form.given("version").map_or_else(|| record.text("version"), str::to_owned);
    let title = text(if is_new { "people.delegation.new" } else { "people.delegation.edit" }).to_owned();
    page_with(
        status,
        &FormPage {
            back: if is_new { "/delegations".into() } else { format!("/delegations/{}", segment(visit.param("id"))) },
            from_user_id: field("from_user_id", &record.given("from_user_id").unwrap_or_else(|| visit.me.user_id()))
                .of("person")
                .needed(),
            may_for_others: visit.me.may("user", "write"),
            to_user_id: of_record("to_user_id").of("person").needed(),
            first_day: field("first_day", &record.given("first_day").unwrap_or_else(|| visit.me.today()))
                .of("date")
                .needed(),
            last_day: of_record("last_day").of("date").needed(),
            amount_limit: field("amount_limit", &visit.reader.input(&record.text("amount_limit"))).of("amount"),
            reason: of_record("reason").needed(),
            types: DOCUMENT_TYPES
                .iter()
                .map(|kind| Choice { name: kind.name, is_chosen: chosen.contains(kind.name) })
                .collect(),
            types_fault: fault(about, "document_types"),
            known: known_people(visit).await,
            why_not: why_not(visit, "delegation", "write"),
            version,
            key: fresh_key(),
            frame: visit.frame("delegations", title.clone()),
            is_new,
            title,
            problem,
        },
    )
}
