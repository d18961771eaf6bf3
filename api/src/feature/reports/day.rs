//! The day that a report is of.

use engine::books::command::{Takes, Wants};
use engine::values::clock::Date;

use crate::app::App;
use crate::auth::reads::{Readable, Reads};
use crate::problem::Problem;
use crate::schema::WireDate;

/// What all reports show.
pub enum Reports {}

impl Readable for Reports {
    const TAKES: Takes = Takes::These(&[("report", "read")]);
}

/// Today, when the caller may read reports (`report.read`).
pub async fn today(app: &App, auth: &Reads<Reports>) -> Result<Date, Problem> {
    Ok(app.look(auth, &Wants::default()).await?.today)
}

/// The day that was asked for, or today.
pub async fn day(app: &App, auth: &Reads<Reports>, asked: Option<WireDate>) -> Result<Date, Problem> {
    let today = today(app, auth).await?;
    Ok(asked.map_or(today, |day| day.0))
}
