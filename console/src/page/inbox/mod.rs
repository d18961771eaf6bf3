use super::door::Door;
use poem::Route;
pub fn add(route: Route, _: &Door) -> Route {
    route
}
