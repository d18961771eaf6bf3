//! Matching the lines of an account's bank statements: what the bank says beside what the books have.

mod act;
mod books;
mod columns;
mod line;
mod matches;
mod offer;
mod rules;
mod sheet;
mod sure;

use poem::{get, post};

use super::door::Door;
use super::routes::Routes;
use crate::operations::segment;
use crate::visit::Visit;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    rules::add(route, door)
        .at("/matching/:account", get(door.page(sheet::show)))
        .at("/matching/:account/match", post(door.page(act::by_hand)))
        .at("/matching/:account/accept", post(door.page(act::accept)))
        .at("/matching/:account/explain", post(door.page(act::explain)))
        .at("/matching/:account/sure", get(door.page(sure::show)).post(door.page(sure::accept)))
        .at("/matching/:account/matches", get(door.page(matches::show)))
        .at("/matching/:account/unmatch", post(door.page(matches::unmatch)))
        .at("/matching/:account/columns", get(door.page(columns::show)).post(door.page(columns::keep)))
}

/// The page of an account.
pub fn page_of(account_id: &str) -> String {
    format!("/matching/{}", segment(account_id))
}

/// An operation on an account.
fn operation(account_id: &str, name: &str) -> String {
    format!("/accounts/{}/{name}", segment(account_id))
}

/// Where the form was sent from, on this page of the account or on that of a statement.
fn back(visit: &Visit) -> String {
    let page = page_of(visit.param("account"));
    let is_ours = |back: &&str| back.starts_with(&page) || back.starts_with("/bank-statements/");
    visit.form.given("back").filter(is_ours).unwrap_or(&page).to_owned()
}
