//! Change requests: calls that wait for signatures.

mod list;
mod one;

use poem::get;

use super::door::Door;
use super::routes::Routes;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/change-requests", get(door.page(list::show)))
        .at("/change-requests/:change_request_id", get(door.page(one::show)).post(door.page(one::decide)))
}
