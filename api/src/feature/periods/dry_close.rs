//! What a close would answer, with what its job would post before it closes: very many documents may wait, so their postings are
//! written while they are read.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::approval::access::Actor;
use engine::books::action::guard;
use engine::books::command::{Snapshot, Wants};
use engine::books::document::Status;
use engine::books::request::Asked;
use engine::features::close_tasks;
use engine::features::periods::commands::close::{Close, RequestClose};
use engine::kernel::engine::Engine;
use engine::values::kind::DocumentKey;
use poem_openapi::types::ToJSON;

use crate::app::App;
use crate::call::{Call, Tried};
use crate::download;
use crate::download::pieces::Pieces;
use crate::feature::documents::rows_of;
use crate::feature::periods::wire::Closed;
use crate::problem::Problem;
use crate::problem::refused::Refused;
use crate::reply::{Ok200Or202, Reply};

/// So many documents are read at a time, each with its lines and with what it settles.
const AT_ONCE: usize = 8;

/// The caller's right to ask, then the job's own decision.
pub async fn answer(
    app: &App,
    call: Call,
    ask: RequestClose,
) -> Result<Reply<Ok200Or202, Closed>, Refused<RequestClose>> {
    let engine = &app.engine;
    let (scope, force, period_id, requested_by) =
        (ask.scope, ask.force, ask.period_id.clone(), call.actor().user_id.to_string());
    if let Tried::AskedFor(answer) = app.tried(call, ask).await? {
        return Ok(answer.into());
    }
    let asked = Asked { dry_run: true, ..Asked::by(Actor::system()) };
    let first = posted_first(engine, &period_id).await?;
    let keys: Arc<[DocumentKey]> = first.iter().cloned().collect();
    let close = Close { job_id: None, period_id, scope, force, over_approved: true, posted_first: first, requested_by };
    let period = engine.perform(asked, close).await?;
    let wants = Wants { of_features: close_tasks::checklist_of(&period.period_id), ..Wants::default() };
    let tasks = engine.look(&Actor::system(), &wants).await?;
    let closed: Arc<str> =
        Closed::of(&period, scope, None).with_tasks(&tasks).to_json().unwrap_or_default().to_string().into();
    let write = |out| write(Arc::clone(engine), Arc::clone(&keys), Arc::clone(&closed), out);
    Ok(Reply::streamed(download::pieces::written(write).await?).version(period.version))
}

async fn seen(engine: &Engine, keys: &[DocumentKey]) -> Result<Snapshot, Problem> {
    let wants = Wants { documents: keys.iter().cloned().collect(), settled: true, ..Wants::default() };
    Ok(engine.look(&Actor::system(), &wants).await?)
}

/// The approved documents of the period that the job would post.
async fn posted_first(engine: &Engine, period_id: &str) -> Result<BTreeSet<DocumentKey>, Problem> {
    let wants = Wants { unposted_in: Some(period_id.to_owned()), ..Wants::default() };
    let unposted = engine.look(&Actor::system(), &wants).await?.unposted;
    let approved = unposted.into_iter().filter(|found| found.status == Status::Approved);
    let approved: Vec<DocumentKey> = approved.map(|found| found.key).collect();
    let mut first = BTreeSet::new();
    for some in approved.chunks(AT_ONCE) {
        let seen = seen(engine, some).await?;
        let open = |key: &&DocumentKey| {
            seen.documents.get(*key).is_some_and(|document| guard::open_period(document, &seen).is_ok())
        };
        first.extend(some.iter().filter(open).cloned());
    }
    Ok(first)
}

async fn write(
    engine: Arc<Engine>,
    keys: Arc<[DocumentKey]>,
    closed: Arc<str>,
    mut out: Pieces,
) -> Result<(), Problem> {
    out.begin(closed.strip_suffix('}').unwrap_or(&closed));
    out.text(",\"would_post\":[");
    for some in keys.chunks(AT_ONCE) {
        let seen = seen(&engine, some).await?;
        for document in some.iter().filter_map(|key| seen.documents.get(key)) {
            for row in rows_of(document, &seen) {
                out.element(&row).await?;
            }
        }
    }
    out.text("]}");
    out.send().await
}
