//! Registers: documents of every type, what they name, such as accounts, parties and payment terms, and the tasks of a close, as dense
//! tables.

mod bank_details;
mod cell;
mod close_tasks;
mod csv;
mod csv_columns;
mod filter;
mod form;
mod kind;
mod list;
mod master_data;
mod one;
mod order;
mod party;
mod rates;
mod terms;
mod told_apart;
mod trail;
mod view;

use poem::{get, post};

pub use bank_details::BANK_DETAILS;

use super::door::Door;
use super::routes::Routes;

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    let mut route = route.at("/views", post(door.page(view::save))).at("/views/forget", post(door.page(view::forget)));
    for register in kind::documents() {
        let path = format!("/{}", register.collection);
        route = route
            .at(format!("{path}.csv"), get(door.page(move |visit| csv::download(visit, register))))
            .at(path, get(door.page(move |visit| list::show(visit, register))));
    }
    for register in master_data::MASTER_DATA.iter().copied() {
        let path = format!("/{}", register.collection);
        let id = format!("{path}/:id");
        route = route
            .at(format!("{path}.csv"), get(door.page(move |visit| csv::download(visit, register))))
            .at(
                &path,
                get(door.page(move |visit| list::show(visit, register)))
                    .post(door.page(move |visit| list::create(visit, register))),
            )
            .at(
                &id,
                get(door.page(move |visit| one::show(visit, register)))
                    .post(door.page(move |visit| one::change(visit, register))),
            );
        if bank_details::is_of(&register) {
            route = route.at(
                format!("{id}/{BANK_DETAILS}"),
                get(door.page(move |visit| one::show(visit, register)))
                    .post(door.page(move |visit| bank_details::change(visit, register))),
            );
        }
        if register.can_delete {
            route = route.at(
                format!("{id}/delete"),
                get(door.page(move |visit| one::show(visit, register)))
                    .post(door.page(move |visit| one::delete(visit, register))),
            );
        }
    }
    route
}
