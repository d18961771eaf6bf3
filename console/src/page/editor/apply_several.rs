//! A credit applied to several documents in one step: the open ones of its party, each with the part that is typed beside it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::{Map, Value, json};

use super::proposed::left;
use super::subject::Subject;
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::{DocumentAction, DocumentStatus, DocumentType};
use crate::interface::query::ListDocuments;
use crate::interface::schema::{ApplyInput, ApplySeveralInput, Document, Page};
use crate::json::Members;
use crate::operations::Change;
use crate::problem::{Place, Problem};
use crate::text::filled;
use crate::visit::{Visit, asked_for, fresh_key, page_with, redirect};

/// The operation, and the last part of the page's path.
pub const APPLY_SEVERAL: &str = "apply-several";

/// So many open documents are shown, and so many can be applied to at once.
const MOST: &str = "100";

/// An open document, and how much of the credit goes to it.
struct Row {
    id: String,
    link: String,
    due_date: String,
    left: String,
    /// As it was typed.
    amount: String,
    fault: String,
}

/// The page.
#[derive(Template)]
#[template(path = "editor/apply_several.html")]
struct SeveralPage {
    frame: Frame,
    problem: Option<Problem>,
    id: String,
    back: String,
    currency: String,
    left: String,
    rows: Vec<Row>,
    version: String,
    key: String,
}

/// The open documents of the credit's party.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    if let Some(said) = subject.cannot(&visit, DocumentAction::Apply) {
        return said;
    }
    shown(&visit, &subject, None, &[]).await
}

/// Applies what was typed; documents without an amount are left alone.
pub async fn apply(visit: Arc<Visit>) -> Result<Response, Problem> {
    let subject = Subject::read(&visit).await?;
    let settled = settled(&subject)?;
    let typed = visit.form.all("document").zip(visit.form.all("amount"));
    let sent: Vec<(&str, &str)> =
        typed.map(|(id, amount)| (id, amount.trim())).filter(|(_, amount)| !amount.is_empty()).collect();
    let part = |(id, amount): &(&str, &str)| {
        let members =
            [(settled.id().into(), Value::from(*id)), (ApplyInput::AMOUNT.into(), visit.reader.figure(amount))];
        Value::Object(Map::from_iter(members))
    };
    let body = json!({ ApplySeveralInput::APPLICATIONS: sent.iter().map(part).collect::<Vec<_>>() });
    let path = format!("{}/{APPLY_SEVERAL}", subject.path());
    match visit.operations.change(Change::post(path, body).from_form(&visit.form)).await {
        Ok(answer) => Ok(asked_for(&answer)
            .unwrap_or_else(|| redirect(&subject.page(), Some(&filled("editor.done.apply", &[&subject.id]))))),
        Err(problem) => {
            let ids: Vec<&str> = sent.into_iter().map(|(id, _)| id).collect();
            shown(&visit, &subject, Some(problem), &ids).await
        }
    }
}

/// What credits of the type settle.
fn settled(subject: &Subject) -> Result<DocumentType, Problem> {
    subject.kind.settles().first().copied().ok_or_else(Problem::not_found)
}

/// The page; `sent` are the ids of the entries that were refused, in their order.
async fn shown(
    visit: &Arc<Visit>,
    subject: &Subject,
    problem: Option<Problem>,
    sent: &[&str],
) -> Result<Response, Problem> {
    let settled = settled(subject)?;
    let document = &subject.document;
    let currency = document.text(Document::CURRENCY);
    let party = subject.kind.party().map(|(id, _)| document.text(id));
    let asked = Fields::from([
        (ListDocuments::STATUS, DocumentStatus::Posted.name()),
        (ListDocuments::LINES, "false"),
        (ListDocuments::LIMIT, MOST),
    ]);
    let asked = asked.with(ListDocuments::PARTY, party.as_deref());
    let open = visit.operations.get(&format!("/{}", settled.collection()), &asked).await?;
    let open = open.list(Page::DATA).iter().filter(|other| {
        // Of another currency or account it could not be settled by this credit.
        let is_alike = |name| other.text(name) == document.text(name);
        is_alike(Document::CURRENCY) && is_alike(Document::AR_ACCOUNT_ID) && is_alike(Document::AP_ACCOUNT_ID)
    });
    let problem = problem.map(|problem| problem.placed(|pointer| placed(pointer, sent)));
    let rows = open.map(|other| row(visit, settled, other, problem.as_ref())).collect();
    let status = problem.as_ref().map_or(StatusCode::OK, Problem::status_code);
    let heading = filled("editor.several.title", &[&subject.id]);
    page_with(
        status,
        &SeveralPage {
            id: subject.id.clone(),
            back: subject.page(),
            left: visit.amount(&left(document), &currency),
            currency,
            rows,
            version: subject.version(),
            key: fresh_key(),
            problem,
            frame: visit.frame(subject.kind.collection(), heading),
        },
    )
}

/// Where an entry that was refused stands in the page.
fn placed(pointer: &str, sent: &[&str]) -> Option<Place> {
    let entry = pointer.strip_prefix(&format!("{}/", ApplySeveralInput::APPLICATIONS.pointer()))?;
    let id = sent.get(entry.split('/').next()?.parse::<usize>().ok()?)?;
    Some(Place::new(*id, format!("amount-{id}")))
}

fn row(visit: &Visit, kind: DocumentType, other: &Value, problem: Option<&Problem>) -> Row {
    let id = other.text(kind.id());
    let typed = visit.form.all("document").zip(visit.form.all("amount")).find(|(typed, _)| *typed == id);
    let field = format!("amount-{id}");
    let fault = problem.and_then(|problem| problem.faults.iter().find(|fault| fault.field == field));
    Row {
        link: super::subject::page_of(kind, &id),
        due_date: visit.reader.date(&other.text(Document::DUE_DATE)),
        left: visit.amount(&left(other), &other.text(Document::CURRENCY)),
        amount: typed.map(|(_, amount)| amount.to_owned()).unwrap_or_default(),
        fault: fault.map(|fault| fault.detail.clone()).unwrap_or_default(),
        id,
    }
}
