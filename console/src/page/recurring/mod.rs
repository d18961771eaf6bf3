//! Recurring documents: what is made by itself and when, made from a document that is there, and the steps of one.

mod act;
mod fields;
mod list;
mod one;
mod repeat;
mod schedule;
mod steps;

use poem::{get, post};

use super::door::Door;
use super::routes::Routes;
use crate::interface::Family;
use crate::operations::segment;
use crate::vocabulary::{DOCUMENT_TYPES, DocumentType};

/// The paths of this area.
pub fn add(mut route: Routes, door: &Door) -> Routes {
    for kind in DOCUMENT_TYPES.into_iter().filter(|kind| repeats(*kind)) {
        let path = format!("/{}/:id/repeat", kind.collection());
        route = route.at(path, get(door.page(repeat::show)).post(door.page(repeat::create)));
    }
    let route = route
        .at("/recurring-documents", get(door.page(list::show)))
        .at("/recurring-documents/:id", get(door.page(one::show)).post(door.page(act::change)));
    steps::STEPS
        .into_iter()
        .fold(route, |route, step| route.at(format!("/recurring-documents/:id/{step}"), post(door.page(act::step))))
}

/// Whether documents of the type are offered for it. A payment settles one document, once.
pub fn repeats(kind: DocumentType) -> bool {
    match kind.family() {
        Family::Journal | Family::Items => true,
        Family::Payment => false,
    }
}

/// The page of one, whose path is also that of the interface.
fn page_of(id: &str) -> String {
    format!("/recurring-documents/{}", segment(id))
}
