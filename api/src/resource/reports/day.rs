//! The day that a report is of.

use engine::clock::Date;
use engine::command::Wants;

use crate::app::App;
use crate::auth::Auth;
use crate::problem::Problem;
use crate::schema::WireDate;

/// Today, when the caller may read reports (`report.read`).
pub async fn today(app: &App, auth: &Auth) -> Result<Date, Problem> {
    Ok(app.look(&auth.0, "report", &Wants::default()).await?.today)
}

/// The day that was asked for, or today.
pub async fn day(app: &App, auth: &Auth, asked: Option<WireDate>) -> Result<Date, Problem> {
    let today = today(app, auth).await?;
    Ok(asked.map_or(today, |day| day.0))
}
