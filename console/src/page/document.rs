use poem::Route; use super::door::Door; pub fn add(route: Route, _: &Door) -> Route { route }
