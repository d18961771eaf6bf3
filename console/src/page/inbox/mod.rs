//! The inbox: everything that waits for me, of all types, and beside it the document that is open.

mod became;
mod bulk;
mod live;
mod page;
mod returned;
mod row;

use poem::{get, post};

use super::door::Door;
use super::routes::Routes;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/inbox", get(door.page(page::show)))
        .at("/inbox/bulk", post(door.page(bulk::decide)))
        .at("/events", get(door.page(live::events)))
}
