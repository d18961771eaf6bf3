//! The five-minute tour of the demo, and the first steps in empty books.

mod welcome;

use std::sync::Arc;

use askama::Template;
use poem::{Response, get};

use super::door::Door;
use super::routes::Routes;
use crate::filters;
use crate::frame::Frame;
use crate::problem::Problem;
use crate::text::text;
use crate::tour::{STEPS, address};
use crate::visit::{Visit, page, redirect};

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route.at("/tour", get(door.page(show))).at("/welcome", get(door.page(welcome::show)))
}

/// One step of the list.
struct Stop {
    title: String,
    text: String,
    to: String,
    who: &'static str,
    is_other: bool,
}

/// The steps.
#[derive(Template)]
#[template(path = "tour/tour.html")]
struct TourPage {
    frame: Frame,
    stops: Vec<Stop>,
}

async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    if visit.host.demo_people().is_empty() {
        return Ok(redirect("/welcome", None));
    }
    let me = visit.me.user_id();
    let stop = |(number, step): (usize, &crate::tour::Step)| Stop {
        title: format!("tour.step.{}.title", step.name),
        text: format!("tour.step.{}", step.name),
        to: address(number).unwrap_or_default(),
        who: step.who,
        is_other: step.who != me,
    };
    page(&TourPage { stops: (1..).zip(&STEPS).map(stop).collect(), frame: visit.frame("tour", text("tour.title")) })
}
