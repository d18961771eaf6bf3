//! Approval rules: the matrix, the editor in words, simulation, proof and replay.

use poem::Route;

use super::door::Door;

/// The paths of this area.
pub fn add(route: Route, _door: &Door) -> Route {
    route
}
