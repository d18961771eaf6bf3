//! Change requests: calls that wait for signatures.

mod list;
mod one;

use poem::{Route, get};

use super::door::Door;

/// The paths of this area.
pub fn add(route: Route, door: &Door) -> Route {
    route
        .at("/change-requests", get(door.page(list::show)))
        .at("/change-requests/:change_request_id", get(door.page(one::show)).post(door.page(one::decide)))
}
