//! `gl openapi`: prints the description. It needs no books.

use poem_openapi::OpenApi;

use crate::app::App;
use crate::{feature, spec};

/// The description as text.
pub fn text() -> Result<String, String> {
    of(feature::api)
}

fn of<'a, T: OpenApi>(_handlers: fn(&'a App) -> T) -> Result<String, String> {
    Ok(spec::text(&spec::describe::<T>()?))
}
