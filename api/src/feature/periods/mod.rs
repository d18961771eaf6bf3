//! Accounting periods.

pub mod dry_close;
pub mod handlers;
pub mod unposted;
pub mod wire;

pub(crate) use self::wire::{Closed, PeriodView};

use poem_openapi::OpenApi;

use self::handlers::PeriodApi;
use crate::app::App;

/// What it answers.
pub fn api(app: &App) -> impl OpenApi + 'static {
    PeriodApi(app.clone())
}
