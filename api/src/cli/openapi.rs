//! `gl openapi`: prints the description. It needs no books.

use std::sync::Arc;
use std::time::Duration;

use engine::approval::signing::SelfApproval;
use engine::books::connect;
use engine::clock::Clock;
use engine::command::Settings;
use engine::engine::Engine;

use crate::app::App;
use crate::boot::one_line;
use crate::config::Config;
use crate::{resource, spec};

/// The description as text. The handlers need an engine to be described: it is on empty books in memory.
pub async fn text(config: &Config) -> Result<String, String> {
    let store = connect("sqlite::memory:", 1).await.map_err(one_line)?;
    migration::up(&store.writer).await.map_err(one_line)?;
    let settings =
        Settings { base_currency: config.base_currency, self_approval: SelfApproval::Deny, rate_tolerance: None };
    let store = engine::books::Store { reader: store.writer.clone(), ..store };
    let engine: Arc<Engine> =
        Engine::open(store, Clock::system(), settings).await.map_err(|error| error.to_string())?;
    let app = App { engine, posting_wait: Duration::ZERO, replica: None };
    Ok(spec::text(&spec::describe(&spec::service(resource::api(&app)))?))
}
