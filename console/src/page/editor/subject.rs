//! The document that a page is about, and whether the person can do to it what the page is for: the interface's word on it.

use std::sync::Arc;

use askama::Template;
use poem::Response;
use poem::http::StatusCode;
use serde_json::Value;

use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::enumeration::DocumentAction;
use crate::interface::query::GetDocument;
use crate::interface::schema::Document;
use crate::json::{Json, Members, plain};
use crate::operations::segment;
use crate::problem::Problem;
use crate::text::{filled, known};
use crate::visit::{Visit, page_with};
use crate::vocabulary::{DocumentType, of_collection, word};

/// A document of a type.
pub struct Subject {
    pub kind: DocumentType,
    pub id: String,
    pub document: Value,
}

/// Why an action cannot be done.
#[derive(Template)]
#[template(path = "editor/cannot.html")]
struct CannotPage {
    frame: Frame,
    heading: String,
    why: String,
    back: String,
    back_to: String,
}

/// What the page of an action is called.
pub fn heading(action: DocumentAction, id: &str) -> String {
    let action = action.name();
    let special = format!("editor.heading.{action}");
    known(&special).map_or_else(|| filled("editor.heading", &[&word(action), id]), |_| filled(&special, &[id]))
}

/// The type that the path names.
pub fn kind_of(visit: &Visit) -> Result<DocumentType, Problem> {
    let first = || visit.path.split('/').nth(1).unwrap_or_default();
    let collection = visit.params.get("collection").unwrap_or_else(first);
    of_collection(collection).ok_or_else(Problem::not_found)
}

impl Subject {
    /// Reads the document with what can be done to it.
    pub async fn read(visit: &Visit) -> Result<Self, Problem> {
        let kind = kind_of(visit)?;
        let id = visit.param("id").to_owned();
        let Json(document) = visit.operations.get(&path(kind, &id), &[(GetDocument::EXPLAIN, "true")].into()).await?;
        Ok(Self { kind, id, document })
    }

    /// The path of an operation on it.
    pub fn operation(&self, action: DocumentAction) -> String {
        format!("{}/{}", self.path(), action.name())
    }

    /// Its own path in the interface.
    pub fn path(&self) -> String {
        path(self.kind, &self.id)
    }

    /// The page of the document.
    pub fn page(&self) -> String {
        page_of(self.kind, &self.id)
    }

    pub fn version(&self) -> String {
        self.document.text(Document::VERSION)
    }

    /// Says why an action cannot be done; nothing when it can.
    pub fn cannot(&self, visit: &Arc<Visit>, action: DocumentAction) -> Option<Result<Response, Problem>> {
        if self.document.texts(Document::ALLOWED_ACTIONS).iter().any(|allowed| allowed == action.name()) {
            return None;
        }
        let heading = heading(action, &self.id);
        let why = plain(self.document.at(Document::WHY_NOT).named(action.name()));
        Some(cannot(visit, heading, why, self.page(), self.id.clone()))
    }
}

/// A page that says why something cannot be done.
pub fn cannot(
    visit: &Arc<Visit>,
    heading: String,
    why: String,
    back: String,
    back_to: String,
) -> Result<Response, Problem> {
    let frame = visit.frame(area(&back), heading.clone());
    page_with(StatusCode::FORBIDDEN, &CannotPage { frame, heading, why, back, back_to })
}

fn area(back: &str) -> &'static str {
    back.split('/').nth(1).and_then(of_collection).map_or("", |kind| kind.collection())
}

/// The path of a document in the interface.
pub fn path(kind: DocumentType, id: &str) -> String {
    format!("/{}/{}", kind.collection(), segment(id))
}

/// The path of a document's page.
pub fn page_of(kind: DocumentType, id: &str) -> String {
    path(kind, id)
}

/// A document that another one is about.
pub async fn other(visit: &Visit, kind: DocumentType, id: &str) -> Result<Value, Problem> {
    let Json(document) = visit.operations.aside(&path(kind, id), &Fields::default()).await?;
    Ok(document)
}
