//! Budgets: what is planned of a fiscal year, which version is in force, and the lines of each.

mod act;
mod edit;
mod list;
mod new;
mod one;
mod sheet;

use poem::{get, post};

use super::door::Door;
use super::routes::Routes;
use crate::operations::segment;

const PAGE: &str = "/budgets";

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at(PAGE, get(door.page(list::show)))
        .at("/budgets/new", get(door.page(new::show)).post(door.page(new::create)))
        .at("/budgets/:id", get(door.page(one::show)))
        .at("/budgets/:id/edit", get(door.page(edit::show)).post(door.page(edit::save)))
        .at("/budgets/:id/activate", post(door.page(act::activate)))
        .at("/budgets/:id/lock", post(door.page(act::lock)))
}

/// The page of a budget, whose path is also that of the interface.
fn page_of(id: &str) -> String {
    format!("{PAGE}/{}", segment(id))
}
