//! Matching rules as the page of an account shows them: the entries that they know, the rules that decisions speak for, those that are
//! kept, and the form of one.

mod fields;
mod form;
mod list;
mod make;

use poem::{Response, get, post};

use super::super::door::Door;
use super::super::routes::Routes;
use crate::operations::Answer;
use crate::visit::{Visit, asked_for, redirect};

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/matching/:account/rules", get(door.page(list::show)).post(door.page(form::create)))
        .at("/matching/:account/rules/:rule", get(door.page(form::edit)).post(door.page(form::change)))
        .at("/matching/:account/rules/:rule/switch", post(door.page(form::switch)))
        .at("/matching/:account/entries", post(door.page(make::make)))
}

/// The page of the rules of an account.
pub fn page_of(account_id: &str) -> String {
    format!("{}/rules", super::page_of(account_id))
}

/// After a change: back to the rules, or on to the request, where a rule of approval asks for signatures first.
fn settled(visit: &Visit, answer: &Answer, said: &str) -> Response {
    asked_for(answer).unwrap_or_else(|| redirect(&page_of(visit.param("account")), Some(said)))
}
