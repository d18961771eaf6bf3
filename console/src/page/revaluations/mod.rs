//! Revaluation at a period's end: what stands in other currencies, and the entries that bring it to the day's rates.

mod one;

use poem::get;

use super::door::Door;
use super::routes::Routes;
use crate::operations::segment;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route.at("/revaluations/:id", get(door.page(one::show)).post(door.page(one::revalue)))
}

/// The page of a period.
pub fn page_of(period_id: &str) -> String {
    format!("/revaluations/{}", segment(period_id))
}
