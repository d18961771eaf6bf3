//! The page of one document: what it says, what it posts, who signs, what happened to it, and what one may do with it now.

pub mod accounts;
mod after_reconciliation;
mod age;
mod decide;
pub mod facts;
pub mod plan;
mod related;
pub mod returned;
mod trail;
mod under_way;
pub mod view;

use std::sync::Arc;

use askama::Template;
use poem::http::StatusCode;
use poem::{Response, get, post};

use self::view::DocumentView;
use super::door::Door;
use super::routes::Routes;
use crate::filters;
use crate::frame::Frame;
use crate::problem::Problem;
use crate::visit::{Visit, page_with};
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

pub use age::age;

/// One document.
#[derive(Template)]
#[template(path = "document/page.html")]
struct DocumentPage<'a> {
    frame: Frame,
    document: DocumentView,
    problem: Option<&'a Problem>,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    DOCUMENT_TYPES.into_iter().fold(route, |route, kind| {
        let show = move |visit| show(kind, visit);
        let decide = move |visit| decide::decide(kind, visit);
        route
            .at(format!("/{}/:id", kind.collection()), get(door.page(show)))
            .at(format!("/{}/:id/decide/:action", kind.collection()), post(door.page(decide)))
    })
}

async fn show(kind: DocumentType, visit: Arc<Visit>) -> Result<Response, Problem> {
    shown(kind, &visit, StatusCode::OK, None).await
}

/// The page as it is now; with what was refused just now on top.
async fn shown(
    kind: DocumentType,
    visit: &Visit,
    status: StatusCode,
    problem: Option<&Problem>,
) -> Result<Response, Problem> {
    let id = visit.param("id");
    let mut document = Box::pin(view::of(visit, kind, id)).await?;
    visit.form.get("words").unwrap_or_default().clone_into(&mut document.words);
    let frame = visit.frame(kind.collection(), id);
    page_with(status, &DocumentPage { frame, document, problem })
}
