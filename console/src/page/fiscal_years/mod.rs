//! Fiscal years: made with their periods, closed into retained earnings, reopened.

mod act;
mod list;
mod next;
mod one;

use poem::{get, post};

use super::door::Door;
use super::routes::Routes;
use crate::operations::segment;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/fiscal-years", get(door.page(list::show)).post(door.page(list::create)))
        .at("/fiscal-years/:id", get(door.page(one::show)))
        .at("/fiscal-years/:id/close", post(door.page(act::close)))
        .at("/fiscal-years/:id/reopen", post(door.page(act::reopen)))
        .at("/fiscal-years/:id/adjustment-period", post(door.page(act::adjust)))
        .at("/fiscal-years/:id/delete", post(door.page(act::delete)))
}

/// The page of a year, whose path is also that of the interface.
fn page_of(id: &str) -> String {
    format!("/fiscal-years/{}", segment(id))
}
