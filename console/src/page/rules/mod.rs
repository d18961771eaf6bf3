//! Approval rules: the matrix, the editor in words, simulation, proof and replay.

mod bands;
mod draft;
mod drafts;
mod editor;
mod findings;
mod form;
mod one;
mod overview;
mod replay;
mod sets;
mod simulate;
mod words;

use poem::{get, post};

use super::door::Door;
use super::routes::Routes;
pub use draft::{Changed, changes_of};
pub use words::Words;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route
        .at("/rules", get(door.page(overview::show)))
        .at("/rules/simulate", get(door.page(simulate::show)))
        .at("/new/rules", get(door.page(editor::show)).post(door.page(editor::change)))
        .at("/rules/:rule_id", get(door.page(one::show)))
        .at("/rules/:rule_id/edit", get(door.page(editor::show)).post(door.page(editor::change)))
        .at("/rules/:rule_id/deactivate", get(door.page(one::show)).post(door.page(one::deactivate)))
        .at("/rules/sets", get(door.page(sets::list)))
        .at("/rules/sets/:rule_set", get(door.page(sets::show)))
        .at("/rules/drafts", get(door.page(drafts::list)).post(door.page(drafts::create)))
        .at("/rules/drafts/:draft_id", get(door.page(draft::show)).post(door.page(draft::change)))
        .at("/rules/drafts/:draft_id/replay", post(door.page(replay::begin)))
        .at("/rules/drafts/:draft_id/new", get(door.page(editor::show)).post(door.page(editor::change)))
        .at("/rules/drafts/:draft_id/rules/:rule_id", get(door.page(editor::show)).post(door.page(editor::change)))
        .at("/rules/replays", get(door.page(replay::list)))
        .at("/rules/replays/:replay_id", get(door.page(replay::show)))
}
