//! Trails: whole, oldest first, in one state of the books, written while they are read.

use std::sync::Arc;

use engine::features::trail::of_one::Trail as Done;
use engine::kernel::engine::Engine;
use engine::kernel::query::Reading;
use engine::values::error::Refusal;
use engine::values::kind::DocumentKey;
use poem_openapi::types::{ToJSON, Type};
use serde_json::Value;

use crate::app::App;
use crate::download;
use crate::download::pieces::Pieces;
use crate::problem::Problem;
use crate::reply::{Ok200, Reply};
use crate::schema::Keyed;
use crate::schema::trail::{Trail, TrailEntry};

/// What a trail is about.
#[derive(Clone, Debug)]
struct About {
    /// In the trail.
    resource: &'static str,
    id: String,
    /// To people.
    title: &'static str,
    /// The caller knows that it is there, even if nothing was ever done to it.
    is_known: bool,
    /// The member that names it.
    id_field: Option<&'static str>,
    /// Whether the ids of payroll entries are left out.
    without_payroll: bool,
}

/// The trail of what the caller knows to be there.
pub async fn of_known(app: &App, resource: &'static str, id: &str) -> Result<Reply<Ok200, Trail>, Problem> {
    answer(
        app,
        About { resource, id: id.to_owned(), title: resource, is_known: true, id_field: None, without_payroll: false },
    )
    .await
}

/// The trail of what may be gone, or never was: 404 when nothing was ever done to it.
pub async fn of(
    app: &App,
    resource: &'static str,
    title: &'static str,
    id: &str,
) -> Result<Reply<Ok200, Trail>, Problem> {
    answer(app, About { resource, id: id.to_owned(), title, is_known: false, id_field: None, without_payroll: false })
        .await
}

/// The trail of a period, which names documents: without those of payroll for who does not read that.
pub async fn of_period(app: &App, id: &str, without_payroll: bool) -> Result<Reply<Ok200, Trail>, Problem> {
    let (resource, title) = ("accounting_period", "accounting period");
    answer(app, About { resource, id: id.to_owned(), title, is_known: false, id_field: None, without_payroll }).await
}

/// The trail of a document that is there.
pub async fn of_document(app: &App, key: &DocumentKey) -> Result<Reply<Ok200, Keyed<Trail>>, Problem> {
    let (resource, title, id_field) = (key.kind.name(), key.kind.title(), Some(key.kind.id_field()));
    answer(app, About { resource, id: key.id.clone(), title, is_known: true, id_field, without_payroll: false }).await
}

async fn answer<T: ToJSON + Type>(app: &App, about: About) -> Result<Reply<Ok200, T>, Problem> {
    let (engine, about) = (Arc::clone(&app.engine), Arc::new(about));
    let body = download::pieces::written(|out| write(Arc::clone(&engine), Arc::clone(&about), out)).await?;
    Ok(Reply::streamed(body))
}

async fn write(engine: Arc<Engine>, about: Arc<About>, mut out: Pieces) -> Result<(), Problem> {
    let mut reading = engine.read_trail(about.resource, &about.id, about.without_payroll).await?;
    let written = rows(&mut reading, &engine, &about, &mut out).await;
    out.finish(reading, written).await
}

async fn rows(reading: &mut Reading<Done>, engine: &Engine, about: &About, out: &mut Pieces) -> Result<(), Problem> {
    let base = engine.settings.base_currency;
    let mut is_empty = true;
    out.begin("{\"audit_trail\":[");
    loop {
        let found = reading.next().await?;
        if found.is_empty() {
            break;
        }
        is_empty = false;
        for entry in found {
            out.element(&TrailEntry::of(entry, base).to_json().unwrap_or_default()).await?;
        }
    }
    if is_empty && !about.is_known {
        return Err(Refusal::not_found(about.title, &about.id).into());
    }
    out.text("]");
    if let Some(field) = about.id_field {
        out.text(&format!(",\"{field}\":{}", Value::from(about.id.as_str())));
    }
    out.text("}");
    Ok(())
}
