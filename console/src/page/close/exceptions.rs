//! What comes into a soft-closed period by way of exception: one document that is named, until a day.

use std::sync::Arc;

use poem::Response;
use serde_json::{Value, json};

use super::period;
use crate::fields::Fields;
use crate::interface::query::ListPeriodExceptions as Asked;
use crate::interface::schema::{Page, PeriodException as Exception, PeriodExceptionInput as Input};
use crate::json::Members;
use crate::operations::{Change, segment};
use crate::problem::{Place, Problem};
use crate::text::filled;
use crate::visit::{Visit, asked_for, redirect};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType, page_of, word};

/// So many are shown, the newest.
const MOST: &str = "200";

/// Those of a period, and the form for another.
pub struct Exceptions {
    pub rows: Vec<Row>,
    pub may_write: bool,
    pub types: Vec<Choice>,
    pub document_id: String,
    pub last_day: String,
    pub reason: String,
}

/// A document type to choose.
pub struct Choice {
    pub name: &'static str,
    pub is_chosen: bool,
}

/// One exception.
pub struct Row {
    pub id: String,
    pub document: String,
    pub link: String,
    pub last_day: String,
    pub reason: String,
    pub by: String,
    pub by_link: String,
    pub is_revoked: bool,
    pub version: String,
    pub proof: String,
}

/// What the person may see of them; `None` where they may see nothing, and of a period that needs none and had none.
pub async fn of(visit: &Visit, period_id: &str, is_soft_closed: bool) -> Option<Exceptions> {
    if !visit.me.may("period_exception", "read") {
        return None;
    }
    let asked = Fields::from([(Asked::PERIOD_ID, period_id), (Asked::LIMIT, MOST)]);
    let answer = visit.operations.get("/period-exceptions", &asked).await.ok()?;
    let rows: Vec<Row> = answer.list(Page::DATA).iter().map(|one| row(visit, one)).collect();
    if rows.is_empty() && !is_soft_closed {
        return None;
    }
    let given = |name| visit.form.given(name).unwrap_or_default().to_owned();
    let chosen = visit.form.given(Input::DOCUMENT_TYPE).unwrap_or("journal_entry");
    Some(Exceptions {
        rows,
        may_write: is_soft_closed && visit.me.may("period_exception", "write"),
        types: DOCUMENT_TYPES
            .into_iter()
            .map(DocumentType::name)
            .map(|name| Choice { name, is_chosen: name == chosen })
            .collect(),
        document_id: given(Input::DOCUMENT_ID),
        last_day: given(Input::LAST_DAY),
        // The reasons of a reopening stand in fields of the same name.
        reason: visit.form.given("exception-reason").unwrap_or_default().to_owned(),
    })
}

fn row(visit: &Visit, one: &Value) -> Row {
    let (id, document) = (one.text(Exception::PERIOD_EXCEPTION_ID), one.text(Exception::DOCUMENT_ID));
    let by = one.text(Exception::CREATED_BY);
    Row {
        proof: format!("/audit/period_exception/{}", segment(&id)),
        link: page_of(&one.text(Exception::DOCUMENT_TYPE), &document).unwrap_or_default(),
        last_day: visit.reader.date(&one.text(Exception::LAST_DAY)),
        reason: one.text(Exception::REASON),
        by_link: format!("/people/{}", segment(&by)),
        is_revoked: one.flag(Exception::IS_REVOKED),
        version: one.text(Exception::VERSION),
        by,
        document,
        id,
    }
}

/// Lets a document in.
pub async fn create(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name| visit.form.given(name).unwrap_or_default();
    let body = json!({
        Input::PERIOD_ID: visit.param("id"),
        Input::DOCUMENT_TYPE: given(Input::DOCUMENT_TYPE),
        Input::DOCUMENT_ID: given(Input::DOCUMENT_ID),
        Input::LAST_DAY: given(Input::LAST_DAY),
        Input::REASON: visit.form.given("exception-reason").unwrap_or_default(),
    });
    let said = filled("close.exception.made", &[given(Input::DOCUMENT_ID)]);
    act(&visit, "exception", Change::post("/period-exceptions".to_owned(), body), &said).await
}

/// Ends one.
pub async fn revoke(visit: Arc<Visit>) -> Result<Response, Problem> {
    let exception = visit.param("exception");
    let change = Change::delete(format!("/period-exceptions/{}", segment(exception)));
    act(&visit, "revoke", change, &filled("close.exception.revoked", &[exception])).await
}

async fn act<'a>(visit: &'a Visit, action: &'static str, change: Change<'a>, said: &str) -> Result<Response, Problem> {
    match visit.operations.change(change.from_form(&visit.form)).await {
        Ok(answer) => Ok(asked_for(&answer)
            .unwrap_or_else(|| redirect(&format!("/close/{}#exceptions", segment(visit.param("id"))), Some(said)))),
        Err(problem) => {
            let status = problem.status_code();
            let problem = problem.placed(|pointer| {
                let name = pointer.strip_prefix('/')?;
                let field = if name == "reason" { "exception-reason" } else { name };
                Some(Place::new(word(name), field))
            });
            period::shown(visit, status, Some((action, &problem))).await
        }
    }
}
