//! What to do first in empty books, in its order, each ticked when it is there.

use std::sync::Arc;

use askama::Template;
use poem::Response;

use crate::fields::Fields;
use crate::filters;
use crate::frame::Frame;
use crate::interface::schema::Page;
use crate::json::Members;
use crate::problem::Problem;
use crate::text::text;
use crate::visit::{Visit, page};

/// The steps: their name, where one is read that is there, and where to do it.
const STEPS: [(&str, &[&str], &str); 6] = [
    ("accounts", &["/accounts"], "/accounts"),
    ("periods", &["/accounting-periods"], "/close"),
    ("people", &["/users"], "/people"),
    ("parties", &["/customers", "/vendors"], "/customers"),
    ("rules", &["/approval-rules"], "/rules"),
    ("document", &["/journal-entries", "/bills", "/invoices", "/expenses"], "/journal-entries"),
];

/// One step.
struct Step {
    title: String,
    text: String,
    to: &'static str,
    /// Nothing when the person may not read it.
    is_done: Option<bool>,
}

/// The steps.
#[derive(Template)]
#[template(path = "tour/welcome.html")]
struct WelcomePage {
    frame: Frame,
    steps: Vec<Step>,
}

/// Shows the first steps.
pub async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let mut steps = Vec::new();
    for (name, paths, to) in STEPS {
        steps.push(Step {
            title: format!("tour.first.{name}.title"),
            text: format!("tour.first.{name}"),
            to,
            is_done: is_there(&visit, paths).await,
        });
    }
    page(&WelcomePage { steps, frame: visit.frame("welcome", text("tour.first.title")) })
}

/// Whether there is at least one.
async fn is_there(visit: &Visit, paths: &[&str]) -> Option<bool> {
    let mut found = None;
    for path in paths {
        let Ok(answer) = visit.operations.aside(path, &Fields::from([("limit", "1")])).await else { continue };
        if !answer.list(Page::DATA).is_empty() {
            return Some(true);
        }
        found = Some(false);
    }
    found
}
