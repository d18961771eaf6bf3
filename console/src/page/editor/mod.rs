//! Writing documents: new, copy, edit, and the actions that ask for more than a comment, each with a preview of its postings.

mod act;
mod act_page;
pub mod apply_several;
pub mod choices;
pub mod content;
pub mod correct;
mod delete;
mod meanwhile;
pub mod named;
mod period;
mod preview;
mod proposed;
pub mod shape;
mod sheet;
pub mod start;
pub mod subject;
mod submit;
mod write;

use poem::get;

use super::door::Door;
use super::routes::Routes;
use crate::interface::enumeration::DocumentAction;
use crate::vocabulary::DOCUMENT_TYPES;

/// The paths of this area.
pub fn add(mut route: Routes, door: &Door) -> Routes {
    route = route.at("/new/:collection", get(door.page(write::fresh)).post(door.page(write::create)));
    for kind in DOCUMENT_TYPES {
        let at = |action: &str| format!("/{}/:id/{action}", kind.collection());
        route = route
            .at(at("edit"), get(door.page(write::open)).post(door.page(write::replace)))
            .at(at("copy"), get(door.page(write::copy)))
            .at(at("submit"), get(door.page(submit::show)).post(door.page(submit::submit)))
            .at(at(correct::CORRECT), get(door.page(correct::show)).post(door.page(correct::correct)))
            .at(at("delete"), get(door.page(delete::show)).post(door.page(delete::delete)));
        if kind.actions().contains(&DocumentAction::Apply) {
            let several = at(apply_several::APPLY_SEVERAL);
            route = route.at(several, get(door.page(apply_several::show)).post(door.page(apply_several::apply)));
        }
        for action in act::of(kind) {
            route = route.at(at(action), get(door.page(act::show)).post(door.page(act::act)));
        }
    }
    route
}
