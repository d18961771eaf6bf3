//! The pages, one folder for each area, and what stands before all of them: the session, forged forms, what was said.

pub mod audit;
pub mod bank_statements;
pub mod budgets;
pub mod change_requests;
pub mod close;
pub mod defer;
pub mod deferrals;
pub mod document;
mod door;
pub mod editor;
pub mod fiscal_years;
mod form_field;
pub mod inbox;
pub mod jobs;
mod lines;
pub mod matching;
mod need;
pub mod people;
pub mod provider;
pub mod reconciliation;
pub mod recurring;
pub mod register;
pub mod report_layouts;
pub mod reports;
pub mod revaluations;
mod routes;
pub mod rules;
pub mod search;
mod sent;
pub mod settings;
pub mod sign_in;
pub mod tour;

use std::sync::Arc;

use poem::endpoint::BoxEndpoint;
use poem::{Response, get};

pub use door::{Door, Handler, refusal};
pub use routes::Routes;

use crate::asset;
use crate::host::Host;

/// The console, for mounting at `/`.
pub fn endpoint(host: Arc<dyn Host>) -> BoxEndpoint<'static, Response> {
    routes(host).into_endpoint()
}

/// All its paths.
pub fn routes(host: Arc<dyn Host>) -> Routes {
    let door = Door::new(host);
    let route = Routes::default().at("/assets/:stamp/:name", get(asset::serve));
    let route = sign_in::add(route, &door);
    let route = provider::add(route, &door);
    let route = settings::add(route, &door);
    let route = inbox::add(route, &door);
    let route = document::add(route, &door);
    let route = editor::add(route, &door);
    let route = register::add(route, &door);
    let route = reports::add(route, &door);
    let route = budgets::add(route, &door);
    let route = report_layouts::add(route, &door);
    let route = close::add(route, &door);
    let route = fiscal_years::add(route, &door);
    let route = revaluations::add(route, &door);
    let route = recurring::add(route, &door);
    let route = deferrals::add(route, &door);
    let route = defer::add(route, &door);
    let route = reconciliation::add(route, &door);
    let route = bank_statements::add(route, &door);
    let route = matching::add(route, &door);
    let route = rules::add(route, &door);
    let route = change_requests::add(route, &door);
    let route = audit::add(route, &door);
    let route = people::add(route, &door);
    let route = jobs::add(route, &door);
    let route = search::add(route, &door);
    tour::add(route, &door)
}
