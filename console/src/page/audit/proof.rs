//! The proof of one thing: its rows with their places in the chain, and how to check them without the service.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use super::row::{Row, rows};
use super::{Head, head};
use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::query::ListAudit;
use crate::interface::schema::Page;
use crate::json::Members;
use crate::problem::Problem;
use crate::visit::{Visit, page};
use crate::vocabulary::{page_of, word};

/// The proof.
#[derive(Template)]
#[template(path = "audit/proof.html")]
struct ProofPage {
    frame: Frame,
    resource: String,
    id: String,
    page: Option<String>,
    rows: Vec<Row>,
    head: Option<Head>,
    commands: Vec<String>,
    list: String,
    csv: String,
    next: Option<String>,
    first: Option<String>,
}

/// Shows the proof.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let (resource, id) = (visit.param("resource").to_owned(), visit.param("id").to_owned());
    let asked = Fields::from([(ListAudit::RESOURCE, resource.as_str()), (ListAudit::RESOURCE_ID, id.as_str())]);
    let page_asked =
        asked.with(ListAudit::LIMIT, Some("50")).with(ListAudit::CURSOR, visit.query.given(ListAudit::CURSOR));
    let answer = visit.operations.get("/audit", &page_asked).await?;
    let rows = rows(&visit, answer.list(Page::DATA));
    if rows.is_empty() {
        return Err(Problem::not_found());
    }
    let head = head(&visit.operations.get("/audit/head", &Fields::default()).await?, visit.reader);
    let kept = head.as_ref().map_or("POSITION:HASH", |head| head.kept.as_str());
    let next = answer.given(Page::NEXT_CURSOR).filter(|_| answer.flag(Page::HAS_MORE));
    let here = visit.query.with("open", None);
    page(&ProofPage {
        commands: vec![
            "gl audit export > trail.jsonl".into(),
            format!("gl audit verify --export trail.jsonl --head {kept}"),
            format!(
                "grep -F {} trail.jsonl",
                shell(&format!("\"resource\":{},\"resource_id\":{}", json(&resource), json(&id)))
            ),
        ],
        page: page_of(&resource, &id),
        list: asked.address("/audit"),
        csv: asked.address("/audit/csv"),
        next: next.map(|cursor| here.with(ListAudit::CURSOR, Some(&cursor)).address(&visit.path)),
        first: visit.query.given(ListAudit::CURSOR).map(|_| here.with(ListAudit::CURSOR, None).address(&visit.path)),
        frame: visit.frame("audit", format!("{} {id}", word(&resource))),
        resource,
        id,
        rows,
        head,
    })
}

fn json(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A text in single quotes, for a shell.
fn shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
