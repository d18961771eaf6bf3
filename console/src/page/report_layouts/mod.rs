//! Report layouts: by which lines statements are drawn, how they are written, and the statements by them as files.

mod list;
mod one;
mod sheet;
mod write;

use poem::get;

use super::door::Door;
use super::routes::Routes;
use crate::operations::segment;

const PAGE: &str = "/report-layouts";

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at(PAGE, get(door.page(list::show)))
        .at("/report-layouts/new", get(door.page(write::fresh)).post(door.page(write::create)))
        .at("/report-layouts/:id", get(door.page(one::show)))
        .at("/report-layouts/:id/edit", get(door.page(write::open)).post(door.page(write::replace)))
}

/// The page of a layout, whose path is also that of the interface.
fn page_of(id: &str) -> String {
    format!("{PAGE}/{}", segment(id))
}
