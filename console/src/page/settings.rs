//! How the reader reads: kept in their browser.

use std::sync::Arc;

use askama::Template;
use poem::{Response, get};

use super::door::Door;
use super::routes::Routes;
use crate::cookie;
use crate::filters;
use crate::frame::Frame;
use crate::problem::Problem;
use crate::reader::{Locale, Negatives, Reader, Theme};
use crate::text::text;
use crate::visit::{Visit, page, redirect};

/// One of several.
struct Choice {
    value: &'static str,
    label: String,
    is_chosen: bool,
}

/// The settings.
#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    frame: Frame,
    locales: Vec<Choice>,
    negatives: Vec<Choice>,
    themes: Vec<Choice>,
}

/// The paths of this area.
pub fn add(route: Routes, door: &Door) -> Routes {
    route.at("/settings", get(door.page(show)).post(door.page(keep)))
}

async fn show(visit: Arc<Visit>) -> Result<Response, Problem> {
    let now = visit.reader;
    let locale = |(locale, value)| Choice {
        value,
        // How it writes an amount and a date.
        label: {
            let reader = Reader { locale, ..Reader::default() };
            format!("{} · {}", reader.amount("1234567.89", 2), reader.date("2026-03-31"))
        },
        is_chosen: locale == now.locale,
    };
    let negative = |(negatives, value)| Choice {
        value,
        label: text(&format!("settings.negatives.{value}")).into(),
        is_chosen: negatives == now.negatives,
    };
    let theme = |(theme, value)| Choice {
        value,
        label: text(&format!("settings.theme.{value}")).into(),
        is_chosen: theme == now.theme,
    };
    page(&SettingsPage {
        frame: visit.frame("settings", text("settings.title")),
        locales: Locale::ALL.into_iter().map(locale).collect(),
        negatives: Negatives::ALL.into_iter().map(negative).collect(),
        themes: Theme::ALL.into_iter().map(theme).collect(),
    })
}

async fn keep(visit: Arc<Visit>) -> Result<Response, Problem> {
    let given = |name| visit.form.get(name).unwrap_or_default();
    let reader = Reader::read(&format!("{}.{}.{}", given("locale"), given("negatives"), given("theme")));
    let mut response = redirect("/settings", Some(text("settings.kept")));
    // A year.
    cookie::set(response.headers_mut(), cookie::READER, &reader.written(), Some(31_536_000), visit.is_secure());
    Ok(response)
}
