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
use crate::interface::Member;
use crate::interface::schema::{ApprovalDelegation, DelegationInput};
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
        DelegationInput::FIRST_DAY: given("first_day"),
        DelegationInput::LAST_DAY: given("last_day"),
        DelegationInput::REASON: given("reason"),
        DelegationInput::AMOUNT_LIMIT: visit.form.given("amount_limit").map(|text| visit.reader.figure(text)),
        DelegationInput::DOCUMENT_TYPES: (!types.is_empty()).then_some(types),
    })
}

/// Delegates.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut body = body(&visit);
    if let Some(members) = body.as_object_mut() {
        members.insert(DelegationInput::TO_USER_ID.into(), visit.form.get("to_user_id").unwrap_or_default().into());
        if let Some(from) = visit.form.given("from_user_id") {
            members.insert(DelegationInput::FROM_USER_ID.into(), from.into());
        }
    }
    match visit.operations.change(Change::post("/delegations", body).from_form(&visit.form)).await {
        Ok(answer) => {
            let said = filled(
                "people.delegation.made",
                &[
                    &answer.body.text(ApprovalDelegation::TO_USER_ID),
                    &answer.body.text(ApprovalDelegation::FROM_USER_ID),
                ],
            );
            Ok(settled(
                &answer,
                &format!("/delegations/{}", segment(&answer.body.text(ApprovalDelegation::DELEGATION_ID))),
                &said,
            ))
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
        record.texts(ApprovalDelegation::DOCUMENT_TYPES).into_iter().collect()
    };
    let about = problem.as_ref();
    let field = |name: Member, recorded: &str| Field::new(visit, name, recorded, about);
    let of_record = |name: Member| field(name, &record.text(name));
    let status = about.and_then(|problem| StatusCode::from_u16(problem.status).ok()).unwrap_or(StatusCode::OK);
    let version = visit.form.given("version").map_or_else(|| record.text(ApprovalDelegation::VERSION), str::to_owned);
    let title = text(if is_new { "people.delegation.new" } else { "people.delegation.edit" }).to_owned();
    page_with(
        status,
        &FormPage {
            back: if is_new { "/delegations".into() } else { format!("/delegations/{}", segment(visit.param("id"))) },
            from_user_id: field(
                DelegationInput::FROM_USER_ID,
                &record.given(ApprovalDelegation::FROM_USER_ID).unwrap_or_else(|| visit.me.user_id()),
            )
            .of("person")
            .needed(),
            may_for_others: visit.me.may("user", "write"),
            to_user_id: of_record(DelegationInput::TO_USER_ID).of("person").needed(),
            first_day: field(
                DelegationInput::FIRST_DAY,
                &record.given(ApprovalDelegation::FIRST_DAY).unwrap_or_else(|| visit.me.today()),
            )
            .of("date")
            .needed(),
            last_day: of_record(DelegationInput::LAST_DAY).of("date").needed(),
            amount_limit: field(
                DelegationInput::AMOUNT_LIMIT,
                &visit.reader.input(&record.text(ApprovalDelegation::AMOUNT_LIMIT)),
            )
            .of("amount"),
            reason: of_record(DelegationInput::REASON).needed(),
            types: DOCUMENT_TYPES
                .iter()
                .map(|kind| Choice { name: kind.name(), is_chosen: chosen.contains(kind.name()) })
                .collect(),
            types_fault: fault(about, DelegationInput::DOCUMENT_TYPES),
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
