//! Reconciliation: the statement beside the books.

mod details;
mod finish;
mod list;
mod mark;
mod sheet;
mod trail;
mod worksheet;

pub use list::accounts as bank_accounts;
use poem::{get, post};

use super::door::Door;
use super::routes::Routes;
use crate::fields::Fields;
use crate::interface::schema::Account;
use crate::json::{Json, Members};
use crate::operations::segment;
use crate::problem::{Place, Problem};
use crate::visit::Visit;
use crate::vocabulary::word;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/reconciliations", get(door.page(list::show)).post(door.page(list::create)))
        .at("/reconciliations/:id", get(door.page(worksheet::show)))
        .at("/reconciliations/:id/clear", post(door.page(mark::clear)))
        .at("/reconciliations/:id/unclear", post(door.page(mark::unclear)))
        .at("/reconciliations/:id/details", get(door.page(details::show)).post(door.page(details::keep)))
        .at("/reconciliations/:id/complete", post(door.page(finish::complete)))
        .at("/reconciliations/:id/reopen", post(door.page(finish::reopen)))
        .at("/reconciliations/:id/delete", post(door.page(finish::delete)))
}

/// The page of a reconciliation.
fn page_of(id: &str) -> String {
    format!("/reconciliations/{}", segment(id))
}

/// A reconciliation.
async fn read(visit: &Visit, id: &str) -> Result<Json, Problem> {
    visit.operations.get(&page_of(id), &Fields::default()).await
}

/// The name of an account, or nothing for who may not read it.
async fn account_name(visit: &Visit, account_id: &str) -> String {
    let path = format!("/accounts/{}", segment(account_id));
    visit
        .operations
        .aside(&path, &Fields::default())
        .await
        .map(|account| account.text(Account::ACCOUNT_NAME))
        .unwrap_or_default()
}

/// With the labels and ids of a form: the member of the interface, its word, and the field.
fn placed(problem: Problem, fields: &[(&str, &str, &str)]) -> Problem {
    problem.placed(|pointer| {
        let (_, name, field) = fields.iter().find(|(known, _, _)| Some(*known) == pointer.strip_prefix('/'))?;
        Some(Place::new(word(name), *field))
    })
}

/// Whether a figure of the interface is 0.
fn is_zero(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0' | b'.' | b'-'))
}
